import type { TimeBounds } from '#server/platform/timeBounds.ts'

/** Somebody outside who knows the time. */
export type TimeServer = {
  /** As it was configured, for the log. */
  readonly name: string
  /** Asks once. @returns null where it gave no answer that can be believed; never throws */
  ask(): Promise<TimeBounds | null>
}
