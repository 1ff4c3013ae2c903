/** What a folder of the corpus holds: one row for each file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Entry = {
  /** Relative to the manifest. */
  file: string
  tool: string
  version: string
  /** What the file is: of a maker's the file's name, of a signer's the operation. */
  profile: string
  encryption?: string
  /** The file it was made from, where that is one of the corpus. */
  from?: string
  /** `forbidden`: an honest change that an earlier signature does not allow. `attacked`: a change that somebody should hear of. `disputed`: judges
   * differ on it. */
  expected: 'honest' | 'disputed' | 'forbidden' | 'attacked'
}

const path = (folder: string) => join(folder, 'manifest.json')

export const readManifest = (folder: string): Entry[] =>
  existsSync(path(folder)) ? (JSON.parse(readFileSync(path(folder), 'utf8')) as Entry[]) : []

/** Replaces the rows that `isReplaced` names by these. */
export function record(folder: string, isReplaced: (entry: Entry) => boolean, entries: readonly Entry[]): void {
  const kept = readManifest(folder).filter((entry) => !isReplaced(entry))
  const all = [...kept, ...entries].toSorted((a, b) => (a.file < b.file ? -1 : 1))
  writeFileSync(path(folder), `${JSON.stringify(all, null, 1)}\n`)
}
