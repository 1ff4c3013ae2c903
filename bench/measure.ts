/** One line of the table. `met` is left out where nothing is demanded and the figure is for comparison. */
export type Row = { name: string; measured: string; baseline?: string; ratio?: string; demanded: string; met?: boolean }

export const isQuick = process.argv.includes('--quick')

/** One ratio to show: `subject` against `baseline`, which together run as rounds that take turns, so that both see the same machine. */
export type Comparison = {
  name: string
  /** Operations a second of the subject, divided by those of the baseline, that are demanded. */
  demanded?: number
  baseline: () => unknown
  subject: () => unknown
}

const rounds = isQuick ? 7 : 15
const roundMilliseconds = isQuick ? 30 : 60
/** Long enough that the compiler is done with both: a service runs for weeks. */
const warmMilliseconds = isQuick ? 1500 : 4000

/** Hands a line to the process that prints the table, or prints it where a bench runs alone. */
export function report(row: Row): void {
  if (process.send) process.send(row)
  else console.log(row)
}

/** Measures the CPU time of one operation of each and reports the ratio. */
export function measure({ name, demanded, baseline, subject }: Comparison): void {
  const loops = [baseline, subject].map((operation) => ({ operation, count: calibrate(operation), times: [] as number[] }))
  for (let round = 0; round < rounds; round++)
    for (const loop of round % 2 ? loops.toReversed() : loops) loop.times.push(cpuOf(loop.operation, loop.count) / loop.count)
  const [base, own] = loops.map(({ times }) => median(times))
  const ratio = base! / own!
  report({
    name,
    measured: perSecond(1e6 / own!),
    baseline: perSecond(1e6 / base!),
    ratio: percent(ratio),
    demanded: demanded === undefined ? '' : `≥ ${percent(demanded)}`,
    met: demanded === undefined ? undefined : ratio >= demanded,
  })
}

export const perSecond = (rate: number) => `${rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')}/s`
export const percent = (value: number) => `${(value * 100).toFixed(value < 0.995 ? 1 : 0)} %`
export const times = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ×`

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

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
