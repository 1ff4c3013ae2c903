import { readHumanCheckChallenge, readHumanCheckKey } from '#contract/catalogue.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'

/** Our own check has no key: its name tells the browser to fetch a challenge instead. */
export const humanCheckKey = route(readHumanCheckKey, async ({ app }) => ({
  data: app.configuration.HUMAN_CHECK_SITE_KEY ?? app.configuration.HUMAN_CHECK,
}))

export const humanCheckChallenge = route(readHumanCheckChallenge, async ({ app }) => {
  const offered = app.humanCheck.createChallenge()
  if (offered.kind !== 'altcha') throw new Problem('NOT_FOUND', { cause: `${offered.kind} makes its own challenges` })
  return offered.challenge
})
