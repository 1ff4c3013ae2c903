/** One ratio to show: `subject` against `baseline`, which together run as rounds that take turns, so that both see the same machine. */
export type Comparison = {
  name: string
  /** Operations a second of the subject, divided by those of the baseline, that are demanded. */
  demanded: number
  baseline: () => unknown
  subject: () => unknown
}

const rounds = 15
const roundMilliseconds = 60
/** Long enough that the compiler is done with both: a service runs for weeks. */
const warmMilliseconds = 4000

/** Measures CPU time for one operation of each, prints a line, and says whether the demand was met. */
export function measure({ name, demanded, baseline, subject }: Comparison): boolean {
  const loops = [baseline, subject].map((operation) => ({ operation, count: calibrate(operation), times: [] as number[] }))
  for (let round = 0; round < rounds; round++)
    for (const loop of round % 2 ? loops.toReversed() : loops) loop.times.push(cpuOf(loop.operation, loop.count) / loop.count)
  const [base, own] = loops.map(({ times }) => median(times))
  const ratio = base! / own!
  const ok = ratio >= demanded
  const perSecond = (microseconds: number) => `${Math.round(1e6 / microseconds).toLocaleString('en')}/s`
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    [
      name.padEnd(40),
      perSecond(own!).padStart(12),
      `base ${perSecond(base!)}`.padStart(18),
      percent(ratio).padStart(9),
      `demanded ${percent(demanded)}`,
      ok ? 'ok' : 'MISSED',
    ].join('  '),
  )
  return ok
}

/** Runs all of them; the process ends with 1 where a demand was missed. */
export function measureAll(comparisons: readonly Comparison[]): void {
  const missed = comparisons.filter((comparison) => !measure(comparison))
  if (missed.length > 0) process.exitCode = 1
}

/** Warms up, and finds how many operations fill a round. */
function calibrate(operation: () => unknown): number {
  let count = 1
  for (let spent = 0; spent < warmMilliseconds * 1000;) {
    const took = cpuOf(operation, count)
    spent += took
    count = Math.max(1, Math.round((roundMilliseconds * 1000 * count) / took))
  }
  return count
}

function cpuOf(operation: () => unknown, count: number): number {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) operation()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, user + system)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
