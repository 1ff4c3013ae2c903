import * as calls from '#contract/site.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { readiness } from '#server/platform/readiness.ts'

export const readLiveness = route(calls.readLiveness, async () => ({ status: 'ok' as const }))

export const readReadiness = route(calls.readReadiness, async ({ app }) => {
  app.leaving.readinessAskedAt = performance.now()
  if (app.leaving.isLeaving) throw new Problem('BUSY', { cause: 'about to stop' })
  const faults = (await readiness(app)).flatMap(({ check, fault }) => (fault === null ? [] : [`${check}: ${fault}`]))
  // Which of them it is, the log says and the public does not.
  if (faults.length > 0) throw new Problem('BUSY', { cause: faults.join('; '), retryAfterSeconds: 5 })
  return { status: 'ready' as const }
})
