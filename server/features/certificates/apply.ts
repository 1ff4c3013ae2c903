import * as calls from '#contract/certificates.ts'
import type { KeySource, MadeKeyKind } from '#contract/certificateStates.ts'
import { onSale } from '#server/features/catalogue/offers.ts'
import { addAttempt, openPage, settleOpenAttempts } from '#server/features/payments/attempts.ts'
import { lockOrder, placeOrder } from '#server/features/payments/orders.ts'
import type { RequestRead } from '#server/ca/readCertificationRequest.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { readCertificateDetails } from './details.ts'
import { assertMay, assertNameable } from './refusals.ts'
import { readRequest, refuseKeyInUse } from './requests.ts'
import { certificates, ownCertificate } from './states.ts'

type Key = { algorithm: string; brought: RequestRead | null }

export const applyForCertificate = route(
  calls.applyForCertificate,
  async (ctx, { productPricingDetailsSlno, keySource, keyKind, csr, renews }) => {
    if (ctx.caller.kycUntil <= ctx.now) throw new Problem('KYC_DUE')
    await assertNameable(ctx.db, ctx.caller.personId)
    const offer = await offerOf(ctx, productPricingDetailsSlno)
    if (!offer.key_sources.includes(keySource)) throw invalid(ctx, 'keySource')
    const key = await keyOf(ctx, offer.key_kinds as MadeKeyKind[], { keySource, keyKind, csr })
    // The rows stand before the gateway hears of them: whatever happens there, we know what we asked for.
    const { attempt, publicId } = await ctx.db.transaction().execute(async (tx) => {
      if (key.brought) await refuseKeyInUse(tx, ctx, key.brought)
      const followed = renews === undefined ? null : await renewable(tx, ctx, renews)
      const { accountId, personId } = ctx.caller
      const { id: orderId } = await placeOrder(tx, {
        accountId,
        personId,
        kind: 'certificate',
        pricingIds: [offer.pricing_id],
        at: ctx.now,
      })
      const row = await tx
        .insertInto('dsc')
        .values({
          public_id: newPublicId(),
          person_id: personId,
          order_id: orderId,
          class_id: offer.class_id,
          years: offer.years,
          key_source: keySource,
          key_algorithm: key.algorithm,
          public_key: key.brought?.publicKey ?? null,
          renews: followed,
          created_at: ctx.now,
        })
        .returning(['id', 'public_id', 'person_id', 'state'])
        .executeTakeFirstOrThrow()
      await certificates.begin(tx, ctx, row, { cause: followed === null ? 'person' : 'renewal' })
      return { attempt: await addAttempt(tx, ctx, orderId), publicId: row.public_id }
    })
    return { ...(await openPage(ctx, attempt)), encodedCertificateSlno: publicId }
  },
)

/** A class at a price, on sale. */
async function offerOf({ db, now }: Pick<Ctx, 'db' | 'now'>, pricingId: number) {
  const offer = await db
    .selectFrom('certificate_price as cp')
    .innerJoin('product_pricing as p', 'p.id', 'cp.pricing_id')
    .innerJoin('certificate_class as c', 'c.id', 'cp.class_id')
    .select(['p.id as pricing_id', 'cp.class_id', 'cp.years', 'c.key_sources', 'c.key_kinds'])
    .where('p.id', '=', pricingId)
    .where('c.usage', '<>', 'sealing')
    .where(onSale(now, 'p'))
    .executeTakeFirst()
  if (!offer) throw new Problem('NOT_FOUND', { cause: 'no such class on sale' })
  return offer
}

const fieldSentences = {
  keySource: { ar: 'لا تتيح هذه الفئة حفظ المفتاح بهذه الطريقة.', en: 'This class does not offer that place for the key.' },
  keyKind: { ar: 'لا تتيح هذه الفئة هذا النوع من المفاتيح.', en: 'This class does not offer that type of key.' },
  csr: {
    ar: 'أرفق طلب الشهادة (PKCS#10) الذي أنشأته بمفتاحك.',
    en: 'Add the certification request (PKCS#10) that you made with your key.',
  },
}

const invalid = ({ language }: Pick<Ctx, 'language'>, field: keyof typeof fieldSentences) =>
  new Problem('INVALID', { cause: field, errors: [{ field, message: fieldSentences[field][language] }] })

type Chosen = { keySource: KeySource; keyKind?: MadeKeyKind; csr?: string }

/** The key that was chosen: brought along, or to be made when the certificate is issued. */
async function keyOf(ctx: Ctx, allowed: readonly MadeKeyKind[], { keySource, keyKind = allowed[0]!, csr }: Chosen): Promise<Key> {
  if (keySource !== 'csr') {
    if (!allowed.includes(keyKind)) throw invalid(ctx, 'keyKind')
    return { algorithm: keyKind, brought: null }
  }
  if (csr === undefined) throw invalid(ctx, 'csr')
  const brought = await readRequest(ctx, csr)
  return { algorithm: brought.keyAlgorithm, brought }
}

/** The caller's own certificate that is to be renewed. @throws Problem NOT_FOUND, WRONG_STATE */
async function renewable(tx: Tx, ctx: Ctx<Caller>, publicId: string): Promise<number> {
  const own = await ownCertificate(ctx, publicId)
  const locked = await certificates.lock(tx, own.id)
  await assertMay(tx, 'renew', locked, ctx.now)
  return locked.id
}

export const cancelCertificateApplication = route(calls.cancelCertificateApplication, async (ctx, { encodedCertificateSlno }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  // Who paid in another window has paid.
  if (own.state === 'applied') await settleOpenAttempts(ctx, own.order_id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, own.order_id)
    const locked = await certificates.lock(tx, own.id)
    await assertMay(tx, 'cancel', locked, ctx.now)
    await certificates.move(tx, ctx, locked, 'cancelled', { cause: 'person' })
  })
  return readCertificateDetails(ctx, encodedCertificateSlno)
})
