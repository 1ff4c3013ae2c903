/** What a list costs over HTTP against its question alone in SQL, and what memory the process that serves takes for an export. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isQuick, median, report, times } from './measure.ts'

const mostTimes = 3
const mostMegabytes = 150
const rounds = isQuick ? 15 : 40
const unmeasured = 5

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Both are asked in turns, so that they see the same machine.
 * @param besides milliseconds that any call costs, where the question costs the database next to nothing and no multiple of that may be demanded
 */
export async function comparePages(name: string, read: () => Promise<unknown>, bare: () => Promise<unknown>, besides = 0): Promise<void> {
  const [own, least]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + unmeasured; round++) {
    own.push(await millisecondsOf(read))
    least.push(await millisecondsOf(bare))
  }
  const [ms, bareMs] = [median(own.slice(unmeasured)), median(least.slice(unmeasured))]
  report({
    name: `${name} : bare SQL`,
    measured: `${ms.toFixed(1)} ms`,
    baseline: `${bareMs.toFixed(1)} ms`,
    ratio: times(ms / bareMs),
    demanded: `≤ ${mostTimes} ×${besides ? ` + ${besides} ms` : ''}`,
    met: ms <= bareMs * mostTimes + besides,
  })
}

/** The process's memory is looked at while the spreadsheet comes. */
export async function measureExport(name: string, pid: number, ask: () => Promise<{ status: number; body: Buffer }>): Promise<void> {
  const before = resident(pid)
  let most = before
  const watching = new AbortController()
  const watch = (async () => {
    while (!watching.signal.aborted) {
      most = Math.max(most, resident(pid))
      await wait(20)
    }
  })()
  const begun = performance.now()
  const answer = await ask()
  const seconds = (performance.now() - begun) / 1000
  watching.abort()
  await watch
  if (answer.status !== 200) throw new Error(`the export answered ${answer.status}`)
  report({
    name: `${name}, ${(answer.body.length / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s: growth of resident memory at its peak`,
    measured: `${((most - before) / 1e6).toFixed(0)} MB`,
    demanded: `≤ ${mostMegabytes} MB`,
    met: (most - before) / 1e6 <= mostMegabytes,
  })
}

/** In octets. */
function resident(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}
