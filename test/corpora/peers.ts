/** Whether other signing tools sign the makers' files, and pdfsig finds what they signed valid: the measure of our own taking. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openAuthority } from './authority.ts'
import { install } from './install.ts'
import { pdfsigOf } from './judgeMade.ts'
import type { Entry } from './manifest.ts'
import { carryOut, type Job } from './signFiles.ts'
import { signers } from './signers.ts'

const names = ['libpdf', 'pyhanko']

/** What a peer did with a file: `valid`, what pdfsig says otherwise, or nothing signed. */
export type PeerVerdicts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Each peer's verdicts by file. A peer that cannot be had is told, and missing. */
export async function askPeers(base: string, entries: readonly Entry[]): Promise<PeerVerdicts> {
  const authority = await openAuthority(join(base, '../authority'))
  const verdicts = new Map<string, ReadonlyMap<string, string>>()
  for (const tool of signers.filter(({ name }) => names.includes(name))) {
    const own = join(base, `../peers/${tool.name}`)
    rmSync(own, { recursive: true, force: true })
    mkdirSync(own, { recursive: true })
    try {
      const started = await install(tool, join(import.meta.dirname, 'signers'))
      const jobs = entries.map(({ file, tool: maker }): Job => ({
        operation: 'bb',
        from: join(base, file),
        to: join(own, `${maker}.${basename(file)}`),
      }))
      await carryOut(jobs, { tool, started }, authority)
      verdicts.set(tool.name, new Map(jobs.map(({ to }, i) => [entries[i]!.file, existsSync(to) ? pdfsigOf(to) : 'not signed'])))
    } catch (error) {
      console.error(`NOT ASKED: ${tool.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  authority.close()
  return verdicts
}
