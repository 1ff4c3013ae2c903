import { z } from 'zod'
import { classUsages, keySources, madeKeyKinds } from '#contract/certificateStates.ts'
import { riyals } from '#contract/kit.ts'
import { personalClasses, sealClasses } from '#server/ca/classes.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { Refused, type Operation } from './operation.ts'

const text = z.strictObject({ ar: z.string().trim().min(1).max(200), en: z.string().trim().min(1).max(200) })
const longText = z.strictObject({ ar: z.string().trim().min(1).max(2_000), en: z.string().trim().min(1).max(2_000) })
const price = riyals.refine((halalas) => halalas >= 0, 'is less than nothing')
const code = z.string().regex(/^[a-z][a-zA-Z0-9-]{1,63}$/)
const count = z.int().min(1).max(1_000_000)
const days = z.int().min(1).max(3_650)
const distinct = <T>(by: (one: T) => unknown) => [(all: T[]) => new Set(all.map(by)).size === all.length, 'names one twice'] as const

const isSealOrNot = ({ code: of, usage, keySources: places }: { code: string; usage: string; keySources: readonly string[] }) =>
  sealClasses.some((one) => one === of) ? usage === 'sealing' && places.every((place) => place === 'keyStore') : usage !== 'sealing'

/** Everything that is on sale. What the file does not name goes off sale; what was bought stays as it was bought. Prices are in riyals without VAT. */
export const CatalogueFile = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        code,
        name: text,
        transactions: count,
        validityDays: days,
        price: price.refine((halalas) => halalas >= 100, 'is under 1.00'),
      }),
    )
    .refine(...distinct<{ code: string }>((plan) => plan.code)),
  /** What everybody gets once, with their account. */
  welcomePack: z.strictObject({ name: text, transactions: count, validityDays: days }).optional(),
  certificates: z
    .array(
      z
        .strictObject({
          code: z.enum([...personalClasses, ...sealClasses]),
          name: text,
          description: longText,
          usage: z.enum(classUsages),
          assurance: z.enum(['substantial', 'high']),
          keySources: z.array(z.enum(keySources)).min(1),
          keyKinds: z.array(z.enum(madeKeyKinds)).min(1),
          prices: z
            .array(z.strictObject({ years: z.int().min(1).max(3), price: price.refine((halalas) => halalas >= 100, 'is under 1.00') }))
            .min(1)
            .refine(...distinct<{ years: number }>((one) => one.years)),
        })
        .refine(isSealOrNot, 'is for sealing where the class is, with its keys in the key store alone'),
    )
    .refine(...distinct<{ code: string }>((one) => one.code)),
})

type Terms = {
  code: string
  productId: number
  name: z.output<typeof text>
  transactions: number
  validityDays: number
  halalas: number
  position: number
  onSale: boolean
}

/** Makes the catalogue what the file says. @throws Refused with every fault of the file */
export async function putCatalogue({ tx, acting, by }: Operation, json: string): Promise<string> {
  const file = read(json)
  const seen: string[] = []
  const done = { added: 0, withdrawn: 0, same: 0 }
  const put = async (terms: Terms) => {
    seen.push(terms.code)
    return putOffer(tx, terms, done)
  }
  if (file.plans.length > 0) {
    const productId = await productOf(tx, 'esignPlan', { ar: 'التوقيع الإلكتروني', en: 'Electronic signature' })
    for (const [position, { code: own, price: halalas, ...plan }] of file.plans.entries())
      await put({ ...plan, code: `plan:${own}`, productId, halalas, position, onSale: true })
  }
  if (file.welcomePack) {
    const productId = await productOf(tx, 'welcomePack', { ar: 'هدية الترحيب', en: 'Welcome pack' })
    await put({ ...file.welcomePack, code: 'welcomePack', productId, halalas: 0, position: 0, onSale: true })
  }
  for (const [position, one] of file.certificates.entries()) {
    const classId = await putClass(tx, one, position)
    for (const { years, price: halalas } of one.prices) {
      const name = { ar: `${one.name.ar}، ${validities[years]!.ar}`, en: `${one.name.en}, ${validities[years]!.en}` }
      const offer = {
        code: `certificate:${one.code}:${years}`,
        productId: classId.productId,
        name,
        transactions: 1,
        validityDays: 365 * years,
        halalas,
      }
      const pricingId = await put({ ...offer, position: years - 1, onSale: true })
      await tx
        .insertInto('certificate_price')
        .values({ pricing_id: pricingId, class_id: classId.id, years })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
  const gone = await tx
    .updateTable('product_pricing')
    .set({ on_sale: false })
    .where('on_sale', '=', true)
    .where((e) => e.or([e('code', 'is', null), e('code', 'not in', [...seen, ''])]))
    .returning('id')
    .execute()
  done.withdrawn += gone.length
  if (done.added + done.withdrawn > 0) await audit(tx, acting, 'catalogue.changed', { facts: { ...done, by } })
  return `On sale: ${seen.length}. Added ${done.added}, withdrawn ${done.withdrawn}, left as they were ${done.same}.`
}

function read(json: string): z.output<typeof CatalogueFile> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new Refused(`The file is not JSON: ${(error as Error).message}`)
  }
  const result = CatalogueFile.safeParse(value)
  if (result.success) return result.data
  throw new Refused(`The file does not fit:\n${z.prettifyError(result.error)}`)
}

async function productOf(tx: Tx, kind: 'esignPlan' | 'welcomePack', name: z.output<typeof text>): Promise<number> {
  const known = await tx.selectFrom('product').select('id').where('kind', '=', kind).orderBy('id').limit(1).executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('product')
    .values({ kind, name_ar: name.ar, name_en: name.en })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An offer is never rewritten, for orders point to it: other terms are another offer, and the former goes off sale. */
async function putOffer(tx: Tx, terms: Terms, done: { added: number; withdrawn: number; same: number }): Promise<number> {
  const row = {
    product_id: terms.productId,
    plan_name_ar: terms.name.ar,
    plan_name_en: terms.name.en,
    transactions: terms.transactions,
    validity_days: terms.validityDays,
    price_halalas: terms.halalas,
    position: terms.position,
  }
  const now = await tx
    .selectFrom('product_pricing')
    .selectAll()
    .where('code', '=', terms.code)
    .where('on_sale', '=', true)
    .executeTakeFirst()
  if (now && Object.entries(row).every(([name, value]) => now[name as keyof typeof row] === value)) {
    done.same++
    return now.id
  }
  if (now) {
    await tx.updateTable('product_pricing').set({ on_sale: false }).where('id', '=', now.id).execute()
    done.withdrawn++
  }
  done.added++
  const { id } = await tx
    .insertInto('product_pricing')
    .values({ ...row, public_id: newPublicId(), code: terms.code })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function putClass(
  tx: Tx,
  one: z.output<typeof CatalogueFile>['certificates'][number],
  position: number,
): Promise<{ id: number; productId: number }> {
  const row = {
    description_ar: one.description.ar,
    description_en: one.description.en,
    usage: one.usage,
    assurance: one.assurance,
    key_sources: one.keySources,
    key_kinds: one.keyKinds,
    position,
  }
  const name = { name_ar: one.name.ar, name_en: one.name.en }
  const known = await tx.selectFrom('certificate_class').select(['id', 'product_id']).where('code', '=', one.code).executeTakeFirst()
  if (known) {
    await tx.updateTable('certificate_class').set(row).where('id', '=', known.id).execute()
    await tx.updateTable('product').set(name).where('id', '=', known.product_id).execute()
    return { id: known.id, productId: known.product_id }
  }
  const product = await tx
    .insertInto('product')
    .values({ kind: 'certificate', ...name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('certificate_class')
    .values({ ...row, code: one.code, product_id: product.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, productId: product.id }
}

const validities: Record<number, z.output<typeof text>> = {
  1: { ar: 'سنة واحدة', en: '1 year' },
  2: { ar: 'سنتان', en: '2 years' },
  3: { ar: 'ثلاث سنوات', en: '3 years' },
}
