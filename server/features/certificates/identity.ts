import * as calls from '#contract/certificates.ts'
import { bringUpToDate } from '#server/features/profile/identityFacts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { askOwnApproval, takeOwnApproval } from '#server/platform/identity/ownApproval.ts'
import { assertMay } from './refusals.ts'
import { certificates, ownCertificate } from './states.ts'

/** The approval is for this application: another application, or another purpose, cannot use it. */
export const initiateCertificateIdentity = route(calls.initiateCertificateIdentity, async (ctx, { encodedCertificateSlno }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  await assertMay(ctx.db, 'verifyIdentity', own, ctx.now)
  return askOwnApproval(ctx, 'certificate', own.public_id)
})

export const verifyCertificateIdentity = route(
  calls.verifyCertificateIdentity,
  async (ctx, { encodedCertificateSlno, transId, random }) => {
    const own = await ownCertificate(ctx, encodedCertificateSlno)
    const lock = async (tx: Tx) => {
      const certificate = await certificates.lock(tx, own.id)
      await assertMay(tx, 'verifyIdentity', certificate, ctx.now)
      return { subject: certificate.public_id, certificate }
    }
    return takeOwnApproval(
      ctx,
      { purpose: 'certificate', transId, random, lock },
      async (tx, { assertion, challenge }, { certificate }) => {
        await bringUpToDate(tx, ctx, ctx.caller.personId, assertion) // what is certified is what was confirmed
        await certificates.move(tx, ctx, certificate, 'identityVerified', { cause: 'identity app', set: { challenge_id: challenge.id } })
        return {}
      },
    )
  },
)
