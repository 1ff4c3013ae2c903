/** Texts are changed as prices are: one of the staff proposes, another decides, and from the start of a day they hold. */
import * as calls from '#contract/catalogueChanges.ts'
import { codeOf, textsOf } from '#server/features/agreements/agreementTexts.ts'
import { faultOfText, type ParsedText, parseText, sameParts } from '#server/features/agreements/parseText.ts'
import { certificateTerms, lockCatalogue, putCertificateOnSale } from '#server/features/catalogue/offers.ts'
import type { App } from '#server/app.ts'
import { audit, systemActor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { classOf, propose } from './catalogueChanges.ts'
import { type Change, changeSentences } from './changeSentences.ts'
import type { KeptAgreement, KeptClassTexts } from './textSides.ts'

const faults = {
  noTitle: { ar: 'ابدأ النص بسطر العنوان: # ثم مسافة ثم العنوان.', en: 'Begin with a line of the title: #, a space, and the title.' },
  noIntroduction: { ar: 'اكتب بعد العنوان فقرة تمهيدية.', en: 'Write an introduction after the title.' },
  fewSections: {
    ar: 'اكتب قسمين على الأقل، لكل منهما عنوان يبدأ بـ ## وتحته فقرة.',
    en: 'Write at least two sections, each with a heading that begins with ## and a paragraph below it.',
  },
  otherParts: {
    ar: 'ليس في النصين الأقسام والفقرات نفسها بالترتيب نفسه. طابق بينهما: يوافق الناس على أيهما قرؤوا.',
    en: 'The two texts have not the same sections and paragraphs in the same order. Make them match: people agree to whichever they read.',
  },
  controls: { ar: 'في النص محارف لا تُرى. احذفها.', en: 'The text has characters that nobody sees. Remove them.' },
}

const plain = (typed: string) => `${typed.normalize('NFC').replace(/\r\n?/g, '\n').trim()}\n`
const unseen = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** @throws Problem INVALID with what is wrong with a field */
function refuse(ctx: Ctx, field: string, fault: keyof typeof faults): never {
  throw new Problem('INVALID', { errors: [{ field, message: faults[fault][ctx.language] }], cause: fault })
}

function readText(ctx: Ctx, field: string, typed: string): ParsedText {
  if (unseen.test(typed.replace(/[\n\r\t]/g, ''))) refuse(ctx, field, 'controls')
  const parsed = parseText(Buffer.from(plain(typed)))
  const fault = faultOfText(parsed)
  if (fault) refuse(ctx, field, fault)
  return parsed
}

export const proposeAgreement = route(calls.proposeAgreement, (ctx, { kind, textAr, text, ...asked }) =>
  propose(ctx, asked, async (tx) => {
    const [ar, en] = [readText(ctx, 'textAr', textAr), readText(ctx, 'text', text)]
    if (!sameParts(ar, en)) refuse(ctx, 'text', 'otherParts')
    const earlier = (await textsOf(tx)).filter((one) => one.kind === kind)
    if (earlier.some(({ sha256 }) => sha256.equals(ar.sha256) || sha256.equals(en.sha256)))
      throw new Problem('WRONG_STATE', { title: changeSentences.same, cause: 'same' })
    const texts: KeptAgreement = {
      version: 1 + Math.max(...earlier.map(({ version }) => version)),
      titleAr: ar.title,
      titleEn: en.title,
      ar: ar.source.toString('utf8'),
      en: en.source.toString('utf8'),
    }
    return { kind: 'agreement' as const, code: codeOf(kind), texts: JSON.stringify(texts) }
  }),
)

export const proposeClassTexts = route(calls.proposeClassTexts, (ctx, { classCode, ...typed }) =>
  propose(ctx, typed, async (tx) => {
    const { className, classNameAr, description, descriptionAr } = typed
    const { id: class_id } = await classOf(tx, classCode)
    const before = await tx
      .selectFrom('certificate_class as c')
      .innerJoin('product', 'product.id', 'c.product_id')
      .select(['product.name_en as className', 'product.name_ar as classNameAr'])
      .select(['c.description_en as description', 'c.description_ar as descriptionAr'])
      .where('c.id', '=', class_id)
      .executeTakeFirstOrThrow()
    const after = { className, classNameAr, description, descriptionAr }
    if (Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value))
      throw new Problem('WRONG_STATE', { title: changeSentences.same, cause: 'same' })
    const texts: KeptClassTexts = { titleAr: classNameAr, titleEn: className, descriptionAr, descriptionEn: description, before }
    return { kind: 'classTexts' as const, code: `class:${classCode}`, class_id, texts: JSON.stringify(texts) }
  }),
)

/** Has the classes take over the texts whose day has begun. */
export async function applyClassTexts(app: App): Promise<void> {
  const acting = systemActor(app)
  const due = (tx: Tx) =>
    tx
      .selectFrom('catalogue_change')
      .selectAll()
      .where('kind', '=', 'classTexts')
      .where('status', '=', 'approved')
      .where('applied_at', 'is', null)
      .where('holds_from', '<=', acting.now)
      .orderBy('holds_from')
      .orderBy('id')
      .execute()
  await app.db.transaction().execute(async (tx) => {
    if ((await due(tx)).length === 0) return
    await lockCatalogue(tx)
    for (const change of await due(tx)) {
      await take(tx, change, acting.now)
      await tx.updateTable('catalogue_change').set({ applied_at: acting.now }).where('id', '=', change.id).execute()
      await audit(tx, acting, 'catalogueChange.applied', { subject: change.public_id, facts: { code: change.code } })
    }
  })
}

async function take(tx: Tx, { class_id, texts }: Change, now: Date): Promise<void> {
  const { titleAr: nameAr, titleEn: nameEn, descriptionAr, descriptionEn } = texts as KeptClassTexts
  const { code, product_id: productId } = await tx
    .updateTable('certificate_class')
    .set({ description_ar: descriptionAr, description_en: descriptionEn })
    .where('id', '=', class_id!)
    .returning(['code', 'product_id'])
    .executeTakeFirstOrThrow()
  await tx.updateTable('product').set({ name_ar: nameAr, name_en: nameEn }).where('id', '=', productId).execute()
  // Terms are never rewritten, for orders point to them: those on sale, and those to come, are followed by the same under the new name.
  const prices = await tx
    .selectFrom('product_pricing as p')
    .innerJoin('certificate_price as cp', 'cp.pricing_id', 'p.id')
    .selectAll('p')
    .select('cp.years')
    .where('cp.class_id', '=', class_id)
    .where((e) => e.or([e('p.sold_until', 'is', null), e('p.sold_until', '>', now)]))
    .orderBy('p.sold_from')
    .execute()
  for (const { id, years, price_halalas, sold_from, sold_until } of prices) {
    if (sold_from > now) {
      await tx.deleteFrom('certificate_price').where('pricing_id', '=', id).execute()
      await tx.deleteFrom('product_pricing').where('id', '=', id).execute()
    } else await tx.updateTable('product_pricing').set({ sold_until: now }).where('id', '=', id).execute()
    const terms = { ...certificateTerms({ code, nameAr, nameEn, productId }, years), price_halalas }
    const from = sold_from > now ? sold_from : now
    await putCertificateOnSale(tx, terms, { classId: class_id!, years }, from, sold_until)
  }
}
