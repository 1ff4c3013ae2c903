/** What is known of the right time: bounds on UTC, held against the monotonic clock, which nobody sets. */

/** UTC minus the monotonic clock lies within `low` and `high`, in milliseconds; measured when the monotonic clock showed `at`. */
export type TimeBounds = { readonly low: number; readonly high: number; readonly at: number }

/** The most that a clock which somebody disciplines runs fast or slow: the kernel's limit for adjtime(2), 500 µs in a second. */
export const mostDrift = 500e-6

/** What bounds of then say now: the monotonic clock is no better than its drift. */
export const widened = ({ low, high, at }: TimeBounds, now: number): TimeBounds => ({
  low: low - (now - at) * mostDrift,
  high: high + (now - at) * mostDrift,
  at: now,
})

/** The most by which a clock can be wrong that is `offset` ahead of the monotonic one. */
export const mostError = ({ low, high }: TimeBounds, offset: number): number => Math.max(high - offset, offset - low)

/**
 * What more than half of the witnesses say together (Marzullo's intersection, as RFC 5905 §11.2.1 has it): as long as most of them are right, the
 * time lies where most of them overlap. Where there are several such places, it lies between the first and the last.
 * @param witnesses how many could have spoken; who is silent counts as not agreeing
 * @returns null without such an agreement
 */
export function agreement(spoken: readonly TimeBounds[], witnesses: number, now: number): TimeBounds | null {
  const current = spoken.map((bounds) => widened(bounds, now))
  const majority = Math.floor(witnesses / 2) + 1
  const overlaps = (at: number) => current.filter(({ low, high }) => low <= at && at <= high).length >= majority
  const from = current.map(({ low }) => low).filter(overlaps)
  const to = current.map(({ high }) => high).filter(overlaps)
  return from.length > 0 && to.length > 0 ? { low: Math.min(...from), high: Math.max(...to), at: now } : null
}
