/** Runs every bench, one after the other in a process of its own, and prints one table. `--quick` measures briefly; names choose benches. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { isQuick } from './measure.ts'
import type { Row } from './measure.ts'

/** The large file first: a child inherits its parent's peak memory as its own, and this process is smallest now. */
const benches = ['largeFile', 'certificates', 'signing', 'workers', 'http', 'wholeWay', 'besideUploads', 'lists', 'console']
/** None takes half of that; together they stay below six minutes. */
const longestMilliseconds = 180_000

/**
 * The product's young generation grows to its most, 32 MiB, in its first minute of requests, because they survive a collection now and then.
 * What a bench does never survives one, and would be collected every 2 ms by threads that wait for each other; the baseline likewise.
 */
const grown = ['--min-semi-space-size=32']

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.filter((name) => !benches.includes(name))
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}; there are ${benches.join(', ')}.`)

const rows: Row[] = []
const begun = performance.now()
for (const name of benches) if (named.length === 0 || named.includes(name)) await run(name)
print(rows)

function run(name: string): Promise<void> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), isQuick ? ['--quick'] : [], { execArgv: name === 'largeFile' ? [] : grown })
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longestMilliseconds)
  child.on('message', (row) => {
    rows.push(row as Row)
    process.stderr.write('.')
  })
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(tooLong)
      if (code !== 0) rows.push({ name: `the bench “${name}”`, measured: 'did not end well', demanded: '', met: false })
      done()
    })
  })
}

/** The exit code stays 0 where a demand is missed: how fast a machine is must not decide whether a build passes. */
function print(table: readonly Row[]): void {
  const cells = table.map((row) => [
    row.name,
    row.measured,
    row.baseline ?? '',
    row.ratio ?? '',
    row.demanded,
    row.met === undefined ? '' : row.met ? 'ok' : 'MISSED',
  ])
  const head = ['what', 'measured', 'baseline', 'ratio', 'demanded', '']
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]!.length)))
  const show = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  console.log(`\n${[head, widths.map((width) => '─'.repeat(width)), ...cells].map(show).join('\n')}`)
  const missed = table.filter(({ met }) => met === false).length
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`\n${missed === 0 ? 'Every demand is met.' : `${missed} MISSED.`} Node ${process.version}, ${seconds} s.`)
}
