/**
 * Makes the corpora anew: `node_modules/.bin/node test/corpora/make.ts <folder> [tool …]`. A tool that both makes and signs is meant in part by
 * `makers/<tool>` or `signers/<tool>`. Unsigned files go to `<folder>/makers/<tool>`, signed ones to
 * `<folder>/signed/<tool>`, and what each is to `manifest.json` beside them. A tool that cannot be had is told, and the rest go on.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openAuthority } from './authority.ts'
import { install, run, type Tool } from './install.ts'
import { makeFiles } from './makeFiles.ts'
import { makers } from './makers.ts'
import { countersign, signFiles, type Here } from './signFiles.ts'
import { signers } from './signers.ts'

const [folder, ...only] = process.argv.slice(2)
if (!folder) {
  console.error('usage: test/corpora/make.ts <folder> [tool …]')
  process.exit(2)
}
const named = (kind: string, tools: readonly Tool[]) => tools.flatMap(({ name }) => [name, `${kind}/${name}`])
const known = new Set([...named('makers', makers), ...named('signers', signers), 'makers', 'signers', 'countersign'])
const unknown = only.filter((name) => !known.has(name))
if (unknown.length > 0) {
  console.error(`There is no tool ${unknown.join(', ')}. There are:\n${[...known].join('\n')}`)
  process.exit(2)
}
const isWanted = (kind: string, { name }: Pick<Tool, 'name'>) =>
  only.length === 0 || [kind, name, `${kind}/${name}`].some((word) => only.includes(word))
const programs = (kind: string) => join(import.meta.dirname, kind)
const failures: string[] = []

/** Does one tool's part, or tells loudly why it is missing. */
async function attempt(tool: Tool, work: () => Promise<string>): Promise<void> {
  const begin = Date.now()
  try {
    console.log(`${tool.name}: ${await work()} (${((Date.now() - begin) / 1000).toFixed(0)} s)`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    failures.push(`${tool.name} ${tool.version}: ${reason.split('\n').slice(-12).join('\n  ')}`)
    console.error(`${tool.name}: MISSING: ${reason.split('\n').slice(-2).join(' ').slice(-300)}`)
  }
}

const base = resolve(folder)
mkdirSync(base, { recursive: true })
for (const tool of makers.filter((one) => isWanted('makers', one)))
  await attempt(tool, async () => makeFiles(join(base, 'makers'), tool, await install(tool, programs('makers')), run))

const alsoAfter = only.length === 0 || only.includes('signers') || only.includes('countersign')
const signing = signers.filter((one) => isWanted('signers', one) || alsoAfter)
if (signing.length > 0) {
  const authority = await openAuthority(join(base, 'authority'))
  const here: Here[] = []
  for (const tool of signing)
    await attempt(tool, async () => {
      const started = await install(tool, programs('signers'))
      here.push({ tool, started })
      return isWanted('signers', tool) ? signFiles(join(base, 'signed'), tool, started, authority) : 'is here'
    })
  if (alsoAfter) await countersign(join(base, 'signed'), here, authority)
  authority.close()
}

if (failures.length > 0) {
  console.error(`\n${failures.length} TOOLS ARE MISSING FROM THIS CORPUS:\n\n${failures.join('\n\n')}`)
  process.exitCode = 1
}
