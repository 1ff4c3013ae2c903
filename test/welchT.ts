/**
 * Welch's t of two samples of times: whether they tell two kinds of answers apart (above 4.5 they do, as leakage is judged in ISO/IEC 17825).
 * The slowest tenth of both together is left out: it says what else the machine did.
 */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const limit = [...one, ...other].toSorted((a, b) => a - b)[Math.floor((one.length + other.length) * 0.9)]!
  const [a, b] = [one, other].map((times) => momentsOf(times.filter((time) => time < limit)))
  return (a!.mean - b!.mean) / Math.sqrt(a!.variance / a!.count + b!.variance / b!.count)
}

function momentsOf(times: readonly number[]): { count: number; mean: number; variance: number } {
  const count = times.length
  const mean = times.reduce((sum, time) => sum + time, 0) / count
  return { count, mean, variance: times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (count - 1) }
}
