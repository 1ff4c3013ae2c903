/** One maker's files. Its program gets a folder and writes files there, named by what they are. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { run as runProgram, Started, Tool } from './install.ts'
import { record, type Entry } from './manifest.ts'

const makeMs = 180_000
const materials = join(import.meta.dirname, 'materials')
const encryption = /(?:owner|user)-(?:plain-metadata-)?(rc4-40|rc4-128|aes-128|aes-256)/

/** @returns a sentence on what was made. @throws where nothing was */
export async function makeFiles(folder: string, tool: Tool, started: Started, run: typeof runProgram): Promise<string> {
  const own = join(folder, tool.name)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  // A program that stumbles over its fourth file has made three.
  const fault = await run(started.command, [...started.args, own, materials], own, makeMs, tool.env).then(
    () => null,
    (error: Error) => error,
  )
  const made = readdirSync(own).filter((name) => name.endsWith('.pdf') && statSync(join(own, name)).size > 0)
  record(
    folder,
    (entry) => entry.tool === tool.name,
    made.map((name): Entry => {
      const profile = basename(name, '.pdf')
      const encrypted = encryption.exec(profile)?.[1]
      const common = { file: `${tool.name}/${name}`, tool: tool.name, version: started.version, profile, expected: 'honest' as const }
      return encrypted ? { ...common, encryption: encrypted } : common
    }),
  )
  if (made.length === 0) throw fault ?? new Error('its program wrote no file')
  if (fault) console.error(`${tool.name}: not everything was made: ${fault.message}`)
  return `${made.length} files: ${made.map((name) => basename(name, '.pdf')).join(', ')}`
}
