/** The foreign judges of signed files, each asked about all files at once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, run, type Tool } from './install.ts'

/** What a foreign program says of one file; `verdict` in its own few words. */
export type Said = { file: string; verdict: string; reason?: string; signatures?: unknown[] }

const dss = ['dss-pades-pdfbox', 'dss-validation', 'dss-utils-apache-commons', 'dss-crl-parser-stream', 'dss-cms-object', 'dss-policy-jaxb']

export const judges: readonly Tool[] = [
  { name: 'pyhanko', version: '0.38.0', source: { pip: ['pyhanko==0.38.0'] }, program: 'by_pyhanko.py' },
  {
    name: 'eu-dss',
    version: '6.3',
    source: { maven: [...dss.map((artifact) => `eu.europa.ec.joinup.sd-dss:${artifact}:6.3`), 'org.slf4j:slf4j-nop:2.0.17'] },
    program: 'EuDss.java',
  },
]

export const pdfaJudge: Tool = {
  name: 'verapdf',
  version: '1.30.2',
  source: { maven: ['org.verapdf:validation-model:1.30.2'] },
  program: 'VeraPdf.java',
}

const millisecondsPerFile = 10_000

export type Asked = (authority: string, files: readonly string[], at?: Date) => Promise<Map<string, Said>>

/**
 * Installs the judge, and asks it then about all `files` (absolute) at once; `authority` is a folder with the one trust anchor, `root.der`, and its lists.
 * EU DSS can be asked what it will say at another time, `at`.
 * @throws where the judge cannot be had, with the reason
 */
export async function summon(judge: Tool): Promise<Asked> {
  const { command, args } = await install(judge, join(import.meta.dirname, 'judges'))
  return async (authority, files, at) => {
    const work = mkdtempSync(join(tmpdir(), 'corpus-judge-'))
    const table = join(work, 'files.txt')
    writeFileSync(table, files.join('\n'))
    const said = await run(
      command,
      [...args, authority, table, ...(at ? [at.toISOString()] : [])],
      work,
      120_000 + files.length * millisecondsPerFile,
    )
    rmSync(work, { recursive: true })
    const lines = said.split('\n').filter((line) => line.startsWith('{'))
    return new Map(lines.map((line) => JSON.parse(line) as Said).map((one) => [one.file, one]))
  }
}
