import * as calls from '#contract/certificates.ts'
import type { CertificateAction } from '#contract/certificateStates.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { readCertificateDetails } from './details.ts'
import { destroyKeys } from './keys.ts'
import { tellHolder } from './news.ts'
import { assertMay } from './refusals.ts'
import { type Certificate, certificates, ownCertificate } from './states.ts'

type Change = (tx: Tx, locked: Certificate) => Promise<void>

/** Lock, look, rule, write, record; then status answers and the list tell it at once. */
async function change(ctx: Ctx<Caller>, publicId: string, action: CertificateAction, carryOut: Change) {
  const own = await ownCertificate(ctx, publicId)
  await ctx.db.transaction().execute(async (tx) => {
    const locked = await certificates.lock(tx, own.id)
    await assertMay(tx, action, locked, ctx.now)
    await carryOut(tx, locked)
  })
  // On record already: were this to fail, the sweep would list it.
  await ctx.app.authority.publish('people').catch((cause: unknown) => ctx.log.error({ cause }, 'revocation list'))
  return readCertificateDetails(ctx, publicId)
}

export const suspendCertificate = route(calls.suspendCertificate, (ctx, { encodedCertificateSlno }) =>
  change(ctx, encodedCertificateSlno, 'suspend', async (tx, locked) => {
    await ctx.app.authority.status.hold(tx, locked.serial_number!)
    await certificates.move(tx, ctx, locked, 'suspended', { cause: 'holder', event: { reason: 'certificateHold' } })
    await tellHolder(tx, ctx, locked.id, 'suspended')
  }),
)

export const resumeCertificate = route(calls.resumeCertificate, (ctx, { encodedCertificateSlno }) =>
  change(ctx, encodedCertificateSlno, 'resume', async (tx, locked) => {
    await ctx.app.authority.status.release(tx, locked.serial_number!)
    await certificates.move(tx, ctx, locked, 'active', { cause: 'holder' })
    await tellHolder(tx, ctx, locked.id, 'resumed')
  }),
)

export const revokeCertificate = route(calls.revokeCertificate, async (ctx, { encodedCertificateSlno, reason }) => {
  const details = await change(ctx, encodedCertificateSlno, 'revoke', async (tx, locked) => {
    await ctx.app.authority.status.revoke(tx, locked.serial_number!, reason)
    await certificates.move(tx, ctx, locked, 'revoked', {
      cause: 'holder',
      event: { reason },
      set: { pkcs12_sealed: null, pkcs12_until: null },
    })
    await tellHolder(tx, ctx, locked.id, 'revoked')
  })
  await destroyKeys(ctx.app, encodedCertificateSlno).catch((cause: unknown) => ctx.log.error({ cause }, 'key not destroyed')) // nor does the sweep forget
  return details
})
