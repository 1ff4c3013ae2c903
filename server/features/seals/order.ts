/** An enrolment admin orders a seal: its class and validity at the server's price, and its picture. */
import { to } from '#contract/screens.ts'
import * as calls from '#contract/seals.ts'
import { onSale } from '#server/features/catalogue/offers.ts'
import { classesOnSale } from '#server/features/certificates/classes.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { sendEvidence } from '#server/features/evidence/files.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import { membersInRole } from '#server/features/members/membersInRole.ts'
import { addAttempt, openPage } from '#server/features/payments/attempts.ts'
import { placeOrder } from '#server/features/payments/orders.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { organisationSubject, type Name } from '#server/signing/organisationSubject.ts'
import { type Acting, pictureOf, type Picture, sealInForce } from './rows.ts'

const openStates = ['applied', 'paid', 'identityVerified', 'approved'] as const

const sentences = {
  nameless: {
    ar: 'لا تحوي أسماء المنشأة المسجّلة حروفًا عربية أو لاتينية يمكن أن تحملها شهادة. اطلب تصحيحها أولًا.',
    en: 'The registered names have no Arabic or Latin letters that a certificate could carry. Have them corrected first.',
  },
  noSignatory: {
    ar: 'ليس في المنشأة مفوّض بالتوقيع نشط يوافق على الختم. ادعُ مفوّضًا أولًا.',
    en: 'The organisation has no active authorized signatory to approve the seal. Invite one first.',
  },
  open: {
    ar: 'للمنشأة طلب ختم لم ينته بعد. أكمله أو ألغه أولًا.',
    en: 'The organisation already has a seal order in progress. Complete or cancel it first.',
  },
  held: {
    ar: 'ختم المنشأة معلّق. أعد تفعيله أو ألغه قبل أن تطلب غيره.',
    en: 'The seal of the organisation is suspended. Resume or revoke it before you order another.',
  },
  noPicture: { ar: 'أرفق صورة الختم (PNG أو JPEG).', en: 'Add an image of the seal (PNG or JPEG).' },
  notAPicture: { ar: 'صورة الختم ملف PNG أو JPEG، لا PDF.', en: 'The image of a seal is a PNG or JPEG file, not a PDF.' },
  tooLarge: {
    ar: `لا تزيد صورة الختم على ${calls.sealPicture.side} نقطة في كل ضلع، ولا على ميغابايت واحد. صغّرها ثم ارفعها.`,
    en: `The image of a seal has at most ${calls.sealPicture.side} pixels on each side and one megabyte. Reduce it and upload it again.`,
  },
} as const

/** Why an organisation cannot order a seal now; null where it can. */
async function refusalOf(db: Queryable, { organisation }: Acting, subject: Name | null): Promise<keyof typeof sentences | null> {
  if (!subject) return 'nameless'
  if ((await membersInRole(db, organisation.id, 'authorizedSignatory')).length === 0) return 'noSignatory'
  const open = await db
    .selectFrom('dsc')
    .select('id')
    .where('organisation_id', '=', organisation.id)
    .where('state', 'in', openStates)
    .executeTakeFirst()
  if (open) return 'open'
  return (await sealInForce(db, organisation.id))?.state === 'suspended' ? 'held' : null
}

export async function subjectFor(db: Queryable, organisationId: number): Promise<Name | null> {
  const names = await db
    .selectFrom('organisation')
    .select(['name_ar', 'name_en', 'unified_number'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return organisationSubject(names)
}

export const readSealOffer = route(calls.readSealOffer, async (ctx) => {
  const { app, db, now, organisation, language } = ctx
  const { classes, vat } = await classesOnSale(db, now, { sealing: true })
  const subject = await subjectFor(db, organisation.id)
  const refusal = await refusalOf(db, ctx, subject)
  const picture = await pictureOf(db, organisation.id)
  return {
    dataList: classes.map((one) => ({ ...one, policyOid: app.authority.seals.policyOf(one.classCode) })),
    vat,
    subject: (subject ?? []).map(([name, value]) => ({ name, value })),
    stamp: picture && faultOf(picture) === null ? stampOf(picture) : null,
    refusal: refusal && sentences[refusal][language],
  }
})

const stampOf = ({ public_id, name, kind, size, sha256, uploaded_at }: Picture) => ({
  uniqueFileID: public_id,
  fileName: name,
  kind,
  size,
  sha256: sha256.toString('hex'),
  uploadedDate: uploaded_at,
})

function faultOf({ kind, size, width, height }: Picture): 'notAPicture' | 'tooLarge' | null {
  if (kind === 'pdf') return 'notAPicture'
  const { bytes, side } = calls.sealPicture
  return size > bytes || width! > side || height! > side ? 'tooLarge' : null
}

export const orderSeal = route(calls.orderSeal, async (ctx, { productPricingDetailsSlno, evidence }) => {
  const { organisation, caller } = ctx
  const offer = await offerOf(ctx, productPricingDetailsSlno)
  const { attempt, id } = await ctx.db.transaction().execute(async (tx) => {
    await lockOrganisation(tx, organisation.id)
    const subject = await subjectFor(tx, organisation.id)
    const refusal = await refusalOf(tx, ctx, subject)
    if (refusal) throw new Problem('WRONG_STATE', { title: sentences[refusal], cause: refusal })
    const publicId = newPublicId()
    const picture = await chosenPicture(tx, ctx, evidence, publicId)
    const { id: orderId } = await placeOrder(tx, {
      accountId: organisation.accountId,
      personId: caller.personId,
      kind: 'seal',
      pricingIds: [offer.pricing_id],
      at: ctx.now,
    })
    const row = await tx
      .insertInto('dsc')
      .values({
        public_id: publicId,
        person_id: caller.personId,
        organisation_id: organisation.id,
        order_id: orderId,
        class_id: offer.class_id,
        years: offer.years,
        key_source: 'keyStore',
        key_algorithm: offer.key_kinds[0]!,
        image_id: picture.id,
        subject: JSON.stringify(subject),
        renews: (await sealInForce(tx, organisation.id))?.id ?? null,
        created_at: ctx.now,
      })
      .returning(['id', 'public_id', 'person_id', 'state'])
      .executeTakeFirstOrThrow()
    await certificates.begin(tx, ctx, row, { cause: 'enrolment admin', facts: { picture: picture.sha256.toString('hex') } })
    return { attempt: await addAttempt(tx, ctx, orderId), id: row.id }
  })
  return { ...(await openPage(ctx, attempt, to('orgProfileCertificate'))), slNo: id }
})

/** A class of seals at a price, on sale. @throws Problem NOT_FOUND */
async function offerOf({ db, now }: Pick<Acting, 'db' | 'now'>, pricingId: number) {
  const offer = await db
    .selectFrom('certificate_price as cp')
    .innerJoin('product_pricing as p', 'p.id', 'cp.pricing_id')
    .innerJoin('certificate_class as c', 'c.id', 'cp.class_id')
    .select(['p.id as pricing_id', 'cp.class_id', 'cp.years', 'c.key_kinds'])
    .where('p.id', '=', pricingId)
    .where(onSale(now, 'p'))
    .where('c.usage', '=', 'sealing')
    .executeTakeFirst()
  if (!offer) throw new Problem('NOT_FOUND', { cause: 'no such class on sale' })
  return offer
}

/** The new picture, which stays with this order, or the one that the organisation has. @throws Problem INVALID, NOT_FOUND */
async function chosenPicture(tx: Tx, ctx: Acting, evidence: readonly string[], number: string): Promise<Picture> {
  await sendEvidence(tx, ctx, evidence, { purpose: 'seal', number })
  const picture =
    evidence.length === 0
      ? await pictureOf(tx, ctx.organisation.id)
      : await tx
          .selectFrom('evidence_file as f')
          .select(['f.id', 'f.public_id', 'f.name', 'f.kind', 'f.size', 'f.sha256', 'f.uploaded_at', 'f.width', 'f.height'])
          .where('f.request_number', '=', number)
          .executeTakeFirstOrThrow()
  const fault = picture ? faultOf(picture) : 'noPicture'
  if (fault) throw new Problem('INVALID', { errors: [{ field: 'evidence', message: sentences[fault][ctx.language] }], cause: fault })
  return picture!
}
