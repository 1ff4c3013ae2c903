import * as calls from '#contract/sessions.ts'
import { beginEnrolment } from '#server/features/enrolment/proveIdentity.ts'
import { audit } from '#server/platform/audit.ts'
import { route } from '#server/platform/http/route.ts'
import { sentence } from '#server/platform/identity/challengeSentences.ts'
import { cancelChallenge as cancel, consumeChallenge, findChallenge } from '#server/platform/identity/challenges.ts'
import { isAbout, lookOnTheWire, startOnTheWire } from '#server/platform/identity/onTheWire.ts'
import { openSession } from './issueSession.ts'

export const initiateNafathLogin = route(calls.initiateNafathLogin, async (ctx, { nationalID }) =>
  startOnTheWire(ctx, { purpose: 'login', nationalId: nationalID }),
)

export const verifyNafathLogin = route(calls.verifyNafathLogin, async (ctx, { nationalID, transId, random }) => {
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, 'login', nationalID)
  if (status !== '1') return { status, errorMessage }
  return ctx.db.transaction().execute(async (tx) => {
    const assertion = await consumeChallenge(tx, ctx, challenge.id)
    if (!assertion) return { status: '0' as const, errorMessage: sentence('0', ctx.language) }
    const person = await tx
      .selectFrom('person')
      .select(['id', 'status'])
      .where('national_id_hash', '=', ctx.app.secrets.lookUp(assertion.nationalId))
      .executeTakeFirst()
    if (person?.status !== 'active') {
      await audit(tx, ctx, 'session.refused', { outcome: 'refused', personId: person?.id, facts: { account: person?.status ?? 'none' } })
      // Only now may this be told: whoever approved is the person themselves.
      if (person?.status === 'suspended') return { status: '0' as const, errorMessage: sentence('suspended', ctx.language) }
      const { enrolmentID } = await beginEnrolment(tx, ctx, assertion)
      return { status: '6' as const, errorMessage: sentence('6', ctx.language), enrolmentID }
    }
    return { status: '1' as const, errorMessage: '', ...(await openSession(tx, ctx, { personId: person.id, method: 'nafath' })) }
  })
})

export const cancelChallenge = route(calls.cancelChallenge, async (ctx, { nationalID, transId, random }) => {
  for (const purpose of ['login', 'enrolment', 'stepUp', 'kycRenewal', 'organisation', 'certificate', 'decision'] as const) {
    const challenge = await findChallenge(ctx, transId, random, purpose)
    if (challenge && isAbout(ctx, challenge, nationalID)) await cancel(ctx, challenge.id)
  }
  return { status: '5' as const }
})
