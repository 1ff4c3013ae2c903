import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as calls from '#contract/certificates.ts'
import type { CertificateUsage, ClassUsage, KeySource, MadeKeyKind } from '#contract/certificateStates.ts'
import { onSale } from '#server/features/catalogue/offers.ts'
import { perCent, vatOf, vatRate } from '#server/features/catalogue/vat.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'

/** The classes that are on sale now, for seals or for people, with what each of their validities costs. */
export async function classesOnSale(db: Queryable, now: Date, { sealing }: { sealing: boolean }) {
  const basisPoints = await vatRate(db, now)
  const classes = await db
    .selectFrom('certificate_class as c')
    .innerJoin('product', 'product.id', 'c.product_id')
    .where('c.usage', sealing ? '=' : '<>', 'sealing')
    .select((e) => [
      'c.code as classCode',
      'product.name_en as className',
      'product.name_ar as classNameAr',
      'c.description_en as description',
      'c.description_ar as descriptionAr',
      e.ref('c.usage').$castTo<ClassUsage>().as('usage'),
      'c.assurance',
      e.ref('c.key_sources').$castTo<KeySource[]>().as('keySources'),
      e.ref('c.key_kinds').$castTo<MadeKeyKind[]>().as('keyKinds'),
      jsonArrayFrom(
        e
          .selectFrom('certificate_price as cp')
          .innerJoin('product_pricing as p', 'p.id', 'cp.pricing_id')
          .select(['cp.years', 'p.price_halalas as price', 'p.id as productPricingDetailsSlno'])
          .whereRef('cp.class_id', '=', 'c.id')
          .where(onSale(now, 'p'))
          .orderBy('cp.years')
          .orderBy('p.id'),
      ).as('prices'),
    ])
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  const priced = classes
    .filter(({ prices }) => prices.length > 0)
    .map((one) => ({
      ...one,
      prices: one.prices.map((offer) => {
        const tax = vatOf(offer.price, basisPoints)
        return { ...offer, tax, totalPrice: offer.price + tax }
      }),
    }))
  return { classes: priced, vat: perCent(basisPoints) }
}

export const listCertificateClasses = route(calls.listCertificateClasses, async ({ app, db, now }) => {
  const { classes, vat } = await classesOnSale(db, now, { sealing: false })
  const dataList = classes.map((one) => ({
    ...one,
    usage: one.usage as CertificateUsage,
    policyOid: app.authority.personal.policyOf(one.classCode),
  }))
  return { dataList, vat }
})
