/** The foreign judges of signed files, each asked about all files at once. */
import { rmSync, writeFileSync } from 'node:fs'
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

const millisecondsPerFile = 10_000

/** @param files absolute. @throws where the judge cannot be had, with the reason */
export async function ask(judge: Tool, authority: string, files: readonly string[]): Promise<Map<string, Said>> {
  const { command, args } = await install(judge, join(import.meta.dirname, 'judges'))
  const table = join(authority, `${judge.name}.txt`)
  writeFileSync(table, files.join('\n'))
  const said = await run(command, [...args, authority, table], authority, 120_000 + files.length * millisecondsPerFile)
  rmSync(table)
  const lines = said.split('\n').filter((line) => line.startsWith('{'))
  return new Map(lines.map((line) => JSON.parse(line) as Said).map((one) => [one.file, one]))
}
