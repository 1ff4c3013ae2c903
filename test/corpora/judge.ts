/**
 * Judges the corpora: `node_modules/.bin/node test/corpora/judge.ts <folder> [makers|signed] [tool …]`. Prints a table of tools and profiles, and every
 * file that somebody should look at; `verdicts.json` beside each manifest holds all of it.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { judges, summon, type Said } from './judges.ts'
import { complaintOf, isValid, judgeMade, type MadeVerdict } from './judgeMade.ts'
import { judgeSigned } from './judgeSigned.ts'
import { readManifest, type Entry } from './manifest.ts'
import { askPeers, type PeerVerdicts } from './peers.ts'

const [folder, ...only] = process.argv.slice(2)
if (!folder) {
  console.error('usage: test/corpora/judge.ts <folder> [makers|signed] [tool …]')
  process.exit(2)
}
const parts: string[] = only.filter((word) => word === 'makers' || word === 'signed')
const tools = only.filter((word) => !parts.includes(word))
const entriesOf = (part: string) =>
  readManifest(join(resolve(folder), part)).filter(({ tool }) => tools.length === 0 || tools.includes(tool))
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)

type Row = Entry & { words: string; complaint: string | null }

const inWords = ({ ours, document, strangers }: { ours: string; document: string; strangers: Record<string, Said> }) =>
  [`${ours} ${document}`, ...Object.entries(strangers).map(([name, { verdict }]) => `${name}: ${verdict}`)].join(' · ')

const madeInWords = ({ inspection, pdfsig, engine }: MadeVerdict) => (inspection === 'signable' ? (pdfsig ?? engine ?? '') : inspection)

if (isWanted('makers'))
  await show('makers', async (base, entries) => {
    const verdicts = await judgeMade(base, entries)
    tellOfMakers(verdicts, await askPeers(base, entries))
    return verdicts.map((one) => ({ ...one, words: madeInWords(one), complaint: complaintOf(one) }))
  })
if (isWanted('signed'))
  await show('signed', async (base, entries) => {
    const verdicts = judgeSigned(base, entries, await askAll(base, entries))
    return verdicts.map((one) => ({ ...one, words: inWords(one) }))
  })

async function show(part: string, judge: (base: string, entries: readonly Entry[]) => Promise<Row[]>): Promise<void> {
  const base = join(resolve(folder!), part)
  const entries = entriesOf(part)
  if (entries.length === 0) {
    console.log(`There is nothing in ${part}.`)
    return
  }
  const rows = await judge(base, entries)
  writeFileSync(join(base, 'verdicts.json'), `${JSON.stringify(rows, null, 1)}\n`)
  const table = Map.groupBy(rows, ({ tool, profile, words }) => `${tool}\t${profile}\t${words}`)
  console.log(`\n${part}: ${rows.length} files of ${new Set(rows.map(({ tool }) => tool)).size} tools\n`)
  for (const [line, same] of [...table].toSorted(([a], [b]) => (a < b ? -1 : 1))) console.log(`${line}\t${same.length}`)
  const complaints = rows.filter(({ complaint }) => complaint)
  console.log(`\n${complaints.length} to look at`)
  for (const { file, complaint } of complaints) console.log(`${file}\t${complaint}`)
}

/** Of each maker's files how many we take, sign and have found valid, and how many of them its peers do. */
function tellOfMakers(verdicts: readonly MadeVerdict[], peers: PeerVerdicts): void {
  const columns = ['maker', 'files', 'taken', 'signed', 'valid', ...peers.keys()]
  const rowOf = (name: string, own: readonly MadeVerdict[]) => {
    const count = (test: (one: MadeVerdict) => boolean) => own.filter(test).length
    return [
      name,
      own.length,
      count(({ inspection }) => inspection === 'signable'),
      count(({ engine }) => engine === 'signed'),
      count(({ pdfsig }) => pdfsig === isValid),
      ...[...peers.values()].map((said) => count(({ file }) => said.get(file) === isValid)),
    ]
  }
  const [open, encrypted] = [verdicts.filter((one) => one.encryption === undefined), verdicts.filter((one) => one.encryption !== undefined)]
  const byMaker = [...Map.groupBy(open, ({ tool }) => tool)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  console.log(`\n${columns.join('\t')}`)
  for (const [name, own] of byMaker) console.log(rowOf(name, own).join('\t'))
  console.log(rowOf('all that is not encrypted', open).join('\t'))
  console.log(rowOf('encrypted (the others are given no password)', encrypted).join('\t'))
}

async function askAll(base: string, entries: readonly Entry[]): Promise<Map<string, Map<string, Said>>> {
  const answers = new Map<string, Map<string, Said>>()
  for (const judge of judges)
    try {
      const ask = await summon(judge)
      const files = entries.map(({ file }) => join(base, file))
      answers.set(judge.name, await ask(join(base, '../authority'), files))
    } catch (error) {
      console.error(`NOT ASKED: ${judge.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  return answers
}
