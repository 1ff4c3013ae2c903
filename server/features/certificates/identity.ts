import { initiateCertificateIdentity, verifyCertificateIdentity } from '#contract/certificates.ts'
import { bringUpToDate } from '#server/features/profile/identityFacts.ts'
import { sentence } from '#server/features/sessions/challengeSentences.ts'
import { lookOnTheWire, startOnTheWire } from '#server/features/sessions/nafathLogin.ts'
import { route } from '#server/platform/http/route.ts'
import { consumeChallenge } from '#server/platform/identity/challenges.ts'
import { nationalIdOf } from '#server/platform/identity/nationalId.ts'
import { assertMay } from './refusals.ts'
import { lockCertificate, move, ownCertificate } from './states.ts'

/** The approval is for this application: another application, or another purpose, cannot use it. */
export const startIdentity = route(initiateCertificateIdentity, async (ctx, { encodedCertificateSlno }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  await assertMay(ctx.db, 'verifyIdentity', own, ctx.now)
  const nationalId = await nationalIdOf(ctx.db, ctx, ctx.caller.personId)
  return startOnTheWire(ctx, { purpose: 'certificate', nationalId, personId: ctx.caller.personId, subject: own.public_id })
})

export const lookAtIdentity = route(verifyCertificateIdentity, async (ctx, { encodedCertificateSlno, transId, random }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  const failed = { status: '0' as const, errorMessage: sentence('0', ctx.language) }
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, 'certificate')
  if (challenge && challenge.subject !== own.public_id) return failed
  if (status !== '1') return { status, errorMessage }
  return ctx.db.transaction().execute(async (tx) => {
    const locked = await lockCertificate(tx, own.id)
    await assertMay(tx, 'verifyIdentity', locked, ctx.now)
    const assertion = await consumeChallenge(tx, ctx, challenge.id)
    if (!assertion || assertion.nationalId !== (await nationalIdOf(tx, ctx, ctx.caller.personId))) return failed
    await bringUpToDate(tx, ctx, ctx.caller.personId, assertion) // what is certified is what was confirmed
    await move(tx, ctx, locked, 'identityVerified', { cause: 'identity app', set: { challenge_id: challenge.id } })
    return { status: '1' as const, errorMessage: '' }
  })
})
