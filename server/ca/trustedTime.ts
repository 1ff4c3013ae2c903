import type { Clock } from '#server/platform/clock.ts'

const toleranceMs = 1_000
const quietMs = 30_000

/**
 * Time for time stamps. The wall clock is compared with the monotonic one: after a step of more than a second nothing is stamped until
 * the two have agreed again for half a minute, because nobody knows which side of the step was right (C7).
 */
export function trustedTime(clock: Clock, monotonicMs: () => number = () => performance.now()) {
  let offset = clock.now().getTime() - monotonicMs()
  let doubtfulUntil = -Infinity
  return {
    /** The time, or null while it is doubtful. */
    now(): Date | null {
      const at = clock.now()
      const monotonic = monotonicMs()
      const drift = at.getTime() - monotonic - offset
      if (Math.abs(drift) > toleranceMs) {
        offset += drift
        doubtfulUntil = monotonic + quietMs
      } else offset += drift / 1_000 // follow the slow slewing of a disciplined clock
      return monotonic < doubtfulUntil ? null : at
    },
  }
}
