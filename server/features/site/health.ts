import { readLiveness, readReadiness } from '#contract/site.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { readiness } from '#server/platform/readiness.ts'

export const liveness = route(readLiveness, async () => ({ status: 'ok' as const }))

const looks = new WeakMap<App, () => Promise<string[]>>()

export const ready = route(readReadiness, async ({ app }) => {
  app.leaving.readinessAskedAt = performance.now()
  if (app.leaving.isLeaving) throw new Problem('BUSY', { cause: 'about to stop' })
  const look = looks.getOrInsertComputed(app, readiness)
  const faults = await look()
  // Which of them it is, the log says and the public does not.
  if (faults.length > 0) throw new Problem('BUSY', { cause: faults.join('; '), retryAfterSeconds: 5 })
  return { status: 'ready' as const }
})
