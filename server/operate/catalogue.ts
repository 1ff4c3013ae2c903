import { z } from 'zod'
import { certificateYears, offerDays, offerName, offerPrice, offerTransactions } from '#contract/catalogueChanges.ts'
import { classUsages, keySources, madeKeyKinds } from '#contract/certificateStates.ts'
import { personalClasses, sealClasses } from '#server/ca/classes.ts'
import {
  certificateTerms,
  changesAhead,
  lockCatalogue,
  onSale,
  putCertificateOnSale,
  putOnSale,
  takeOffSale,
  termsAt,
  type Terms,
} from '#server/features/catalogue/offers.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refused, type Operation } from './operation.ts'

const text = z.strictObject({ ar: offerName, en: offerName })
const longText = z.strictObject({ ar: z.string().trim().min(1).max(2_000), en: z.string().trim().min(1).max(2_000) })
const code = z.string().regex(/^[a-z][a-zA-Z0-9-]{1,63}$/)
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
        transactions: offerTransactions,
        validityDays: offerDays,
        price: offerPrice,
      }),
    )
    .refine(...distinct<{ code: string }>((plan) => plan.code)),
  /** What everybody gets once, with their account. */
  welcomePack: z.strictObject({ name: text, transactions: offerTransactions, validityDays: offerDays }).optional(),
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
            .array(z.strictObject({ years: certificateYears, price: offerPrice }))
            .min(1)
            .refine(...distinct<{ years: number }>((one) => one.years)),
        })
        .refine(isSealOrNot, 'is for sealing where the class is, with its keys in the key store alone'),
    )
    .refine(...distinct<{ code: string }>((one) => one.code)),
})

/** Makes the catalogue what the file says. @throws Refused with every fault of the file */
export async function putCatalogue({ tx, acting, by }: Operation, json: string): Promise<string> {
  const file = read(json)
  const { now } = acting
  await lockCatalogue(tx)
  const ahead = await changesAhead(tx, now).where('kind', 'not in', ['vat', 'agreement']).execute()
  if (ahead.length > 0)
    throw new Refused(
      `The console is to change ${ahead.map(({ code }) => code).join(', ')}. Decide or withdraw that first: the file would undo it.`,
    )
  const seen: string[] = []
  const done = { added: 0, withdrawn: 0, same: 0 }
  /** Other terms follow those that hold, from now on. */
  const put = async (terms: Terms, add: () => Promise<number> = () => putOnSale(tx, terms, now)) => {
    seen.push(terms.code)
    const held = await termsAt(tx, terms.code, now)
    if (held && Object.entries(terms).every(([name, value]) => held[name as keyof Terms] === value)) {
      done.same++
      return
    }
    if (held) done.withdrawn++
    done.added++
    await add()
  }
  if (file.plans.length > 0) {
    const product_id = await productOf(tx, 'esignPlan', { ar: 'التوقيع الإلكتروني', en: 'Electronic signature' })
    for (const [position, { code: own, price: price_halalas, ...plan }] of file.plans.entries())
      await put({ ...described(plan), code: `plan:${own}`, product_id, price_halalas, position })
  }
  if (file.welcomePack) {
    const product_id = await productOf(tx, 'welcomePack', { ar: 'هدية الترحيب', en: 'Welcome pack' })
    await put({ ...described(file.welcomePack), code: 'welcomePack', product_id, price_halalas: 0, position: 0 })
  }
  for (const [position, one] of file.certificates.entries()) {
    const { id: classId, productId } = await putClass(tx, one, position)
    for (const { years, price: price_halalas } of one.prices) {
      const named = certificateTerms({ code: one.code, nameAr: one.name.ar, nameEn: one.name.en, productId }, years)
      const terms = { ...named, price_halalas }
      await put(terms, () => putCertificateOnSale(tx, terms, { classId, years }, now))
    }
  }
  const gone = await tx
    .selectFrom('product_pricing')
    .select('code')
    .where(onSale(now))
    .where('code', 'not in', [...seen, ''])
    .execute()
  for (const { code: named } of gone) await takeOffSale(tx, named, now)
  done.withdrawn += gone.length
  if (done.added + done.withdrawn > 0) await audit(tx, acting, 'catalogue.changed', { facts: { ...done, by } })
  return `On sale: ${seen.length}. Added ${done.added}, withdrawn ${done.withdrawn}, left as they were ${done.same}.`
}

const described = (plan: { name: z.output<typeof text>; transactions: number; validityDays: number }) => ({
  plan_name_ar: plan.name.ar,
  plan_name_en: plan.name.en,
  transactions: plan.transactions,
  validity_days: plan.validityDays,
})

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
