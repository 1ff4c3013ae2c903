import { ChallengeStarted } from '#contract/sessions.ts'
import { z } from 'zod'

type Started = z.output<typeof ChallengeStarted>
const key = 'enrolmentChallenge'

/** A visit to the identity app may cost the tab its memory: the challenge that waits is found again after a reload. */
export function rememberChallenge(started: Started | undefined) {
  try {
    if (started) sessionStorage.setItem(key, JSON.stringify(z.encode(ChallengeStarted, started)))
    else sessionStorage.removeItem(key)
  } catch {
    // without storage the person starts again, and gets the same challenge back
  }
}

/** The challenge that was waiting, if it still can be answered or its answer fetched. */
export function waitingChallenge(): Started | undefined {
  try {
    const { data } = z.safeDecode(ChallengeStarted, JSON.parse(sessionStorage.getItem(key) ?? 'null') as never)
    return data?.expiresAt && data.expiresAt.getTime() > Date.now() - 60_000 ? data : undefined
  } catch {
    return undefined
  }
}
