import type { SweepName } from '#contract/systemState.ts'
import type { App } from '#server/app.ts'

type Run = { sweep: SweepName; everySeconds: number; lastRun: Date | null; isWell: boolean }
const runs = new WeakMap<App, Map<SweepName, Run>>()

/** Notes that a sweep of this process has run, or that it is going to. */
export function noteRun(app: App, run: Run): void {
  runs.getOrInsertComputed(app, () => new Map()).set(run.sweep, run)
}

/** The sweeps of this process, each as it ran last. */
export const runsOf = (app: App): Run[] => [...(runs.get(app)?.values() ?? [])]
