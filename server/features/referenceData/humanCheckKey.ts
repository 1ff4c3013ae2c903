import * as calls from '#contract/referenceData.ts'
import { route } from '#server/platform/http/route.ts'

/** Our own check has no key: its name stands in for one. */
export const readHumanCheckKey = route(calls.readHumanCheckKey, async ({ app }) => {
  const offered = app.humanCheck.createChallenge()
  return { data: offered.kind === 'altcha' ? offered.kind : offered.siteKey }
})

export const readHumanCheckChallenge = route(calls.readHumanCheckChallenge, async ({ app }) => {
  const offered = app.humanCheck.createChallenge()
  return offered.kind === 'altcha' ? { kind: offered.kind, ...offered.challenge } : offered
})
