/** What changes of the catalogue: proposed by one of the staff, decided by another, withdrawn before its day by either. */
import type { Insertable, Selectable } from 'kysely'
import { changeEdges, perCent } from '#contract/catalogueChanges.ts'
import * as calls from '#contract/catalogueChanges.ts'
import { certificateCode, certificateTerms, changesAhead, lockCatalogue, termsAt, undoFrom } from '#server/features/catalogue/offers.ts'
import { vatOf, vatRate } from '#server/features/catalogue/vat.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { decision } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { type Change, changeSentences } from './changeSentences.ts'
import { putChange } from './putChange.ts'
import { textSidesOf } from './textSides.ts'

export const catalogueChanges = machine({
  table: 'catalogue_change',
  column: 'status',
  edges: changeEdges,
  event: null,
  action: (_, to) => `catalogueChange.${to}`,
})

/** The start of a day that has not begun, and is not years off. @throws Problem INVALID */
function coming(ctx: Ctx, day: string): Date {
  const from = dayStarts(day)
  if (from > ctx.now && from <= addDays(ctx.now, 731)) return from
  const message = changeSentences.comingDay[ctx.language]
  throw new Problem('INVALID', { errors: [{ field: 'fromDate', message }], cause: 'not a day to come' })
}

export type Proposed = Omit<Insertable<DB['catalogue_change']>, 'public_id' | 'status' | 'made_by' | 'created_at' | 'holds_from' | 'reason'>
type Asked = { fromDate: string; reason: string }

/** Keeps a proposal, one at a time for each offer. @throws Problem INVALID, WRONG_STATE */
export function propose(ctx: Ctx<Caller>, { fromDate, reason }: Asked, describe: (tx: Tx, from: Date) => Promise<Proposed>) {
  const from = coming(ctx, fromDate)
  return ctx.db.transaction().execute(async (tx) => {
    await lockCatalogue(tx)
    const what = await describe(tx, from)
    const ahead = await changesAhead(tx, ctx.now).where('code', '=', what.code).executeTakeFirst()
    if (ahead) throw new Problem('WRONG_STATE', { title: changeSentences.ahead, cause: `change ${ahead.id} is ahead` })
    const row = await tx
      .insertInto('catalogue_change')
      .values({
        ...what,
        public_id: newPublicId(),
        made_by: ctx.caller.personId,
        created_at: ctx.now,
        holds_from: from,
        reason: reason.trim(),
      })
      .returning(['id', 'public_id', 'status'])
      .executeTakeFirstOrThrow()
    await catalogueChanges.begin(tx, ctx, row, { facts: { code: what.code, fromDate } })
    return { requestID: row.public_id }
  })
}

/** @throws Problem WRONG_STATE where the terms of a day are these already */
async function refuseSame(tx: Tx, proposed: Proposed, from: Date): Promise<Proposed> {
  const held = await termsAt(tx, proposed.code, from)
  const terms = ['plan_name_ar', 'plan_name_en', 'transactions', 'validity_days', 'price_halalas'] as const
  if (held && terms.every((name) => held[name] === proposed[name]))
    throw new Problem('WRONG_STATE', { title: changeSentences.same, cause: 'same' })
  return proposed
}

/** @throws Problem NOT_FOUND where no plan has the code */
async function refuseUnknownPlan(tx: Tx, code: string): Promise<void> {
  const known = await tx
    .selectFrom('product_pricing as p')
    .innerJoin('product', 'product.id', 'p.product_id')
    .select('p.id')
    .where('p.code', '=', code)
    .where('product.kind', '=', 'esignPlan')
    .limit(1)
    .executeTakeFirst()
  if (!known) throw new Problem('NOT_FOUND', { cause: 'no such plan' })
}

export const proposePlan = route(calls.proposePlan, (ctx, { offerCode, ...typed }) =>
  propose(ctx, typed, async (tx, from) => {
    if (offerCode !== undefined) await refuseUnknownPlan(tx, offerCode)
    const { planNameAr: plan_name_ar, planName: plan_name_en, transactionLimit: transactions, validity: validity_days, price } = typed
    const code =
      offerCode ??
      `plan:p${newPublicId()
        .replace(/[^a-zA-Z0-9]/g, '')
        .slice(0, 10)}`
    const terms = { plan_name_ar, plan_name_en, transactions, validity_days, price_halalas: price }
    return refuseSame(tx, { kind: 'plan', code, ...terms }, from)
  }),
)

export const proposeCertificatePrice = route(calls.proposeCertificatePrice, (ctx, { classCode, years, price, ...asked }) =>
  propose(ctx, asked, async (tx, from) => {
    const { code: _code, product_id: _product, position: _position, ...terms } = certificateTerms(await classOf(tx, classCode), years)
    const of = { code: certificateCode(classCode, years), class_id: (await classOf(tx, classCode)).id, years }
    return refuseSame(tx, { kind: 'certificate', ...of, ...terms, price_halalas: price }, from)
  }),
)

/** @throws Problem NOT_FOUND */
export async function classOf(tx: Tx, code: string) {
  const found = await tx
    .selectFrom('certificate_class as c')
    .innerJoin('product', 'product.id', 'c.product_id')
    .select(['c.id', 'c.code', 'product.name_ar as nameAr', 'product.name_en as nameEn', 'product.id as productId'])
    .where('c.code', '=', code)
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND', { cause: 'no such class' })
  return found
}

export const proposeOffSale = route(calls.proposeOffSale, (ctx, { offerCode: code, ...asked }) =>
  propose(ctx, asked, async (tx, from) => {
    const known = await tx
      .selectFrom('product_pricing')
      .select('id')
      .where('code', '=', code)
      .where('code', '<>', 'welcomePack')
      .executeTakeFirst()
    if (!known) throw new Problem('NOT_FOUND', { cause: 'no such offer' })
    if (!(await termsAt(tx, code, from))) throw new Problem('WRONG_STATE', { title: changeSentences.notOnSale, cause: 'not on sale' })
    return { kind: 'offSale', code }
  }),
)

export const proposeVat = route(calls.proposeVat, (ctx, { rate, ...asked }) =>
  propose(ctx, asked, async (tx, from) => {
    if ((await vatRate(tx, from)) === rate) throw new Problem('WRONG_STATE', { title: changeSentences.same, cause: 'same' })
    return { kind: 'vat', code: 'vat', vat_basis_points: rate }
  }),
)

/** A change by its public id. @throws Problem NOT_FOUND */
export async function changeOf(db: Queryable, publicId: string, { lock = false } = {}): Promise<Change> {
  const row = await db
    .selectFrom('catalogue_change')
    .selectAll()
    .where('public_id', '=', publicId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

/** What is sold until the day of a change and what from then on, each with the VAT of its time. */
export async function sidesOf(db: Queryable, change: Change) {
  const { code, kind, holds_from: from } = change
  const last = new Date(from.getTime() - 1)
  const [rateBefore, rateOfDay] = [await vatRate(db, last), await vatRate(db, from)]
  const rateAfter = change.vat_basis_points ?? rateOfDay
  const held = kind === 'vat' ? undefined : await termsAt(db, code, last)
  const isSold = kind === 'plan' || kind === 'certificate'
  return {
    before: held ? priced(held, rateBefore) : null,
    after: isSold ? priced(change as Parameters<typeof priced>[0], rateAfter) : null,
    rateBefore,
    rateAfter,
  }
}

type Named = Pick<Selectable<DB['product_pricing']>, 'plan_name_ar' | 'plan_name_en' | 'transactions' | 'validity_days' | 'price_halalas'>
export function priced({ plan_name_ar, plan_name_en, transactions, validity_days, price_halalas: price }: Named, rate: number) {
  const tax = vatOf(price, rate)
  const named = { planName: plan_name_en, planNameAr: plan_name_ar, transactionLimit: transactions, validity: validity_days }
  return { ...named, price, tax, totalPrice: price + tax }
}

const catalogueDecision = decision<Change>({
  kind: 'catalogueChange',
  async read(ctx, requestID, tx) {
    if (tx) await lockCatalogue(tx)
    const row = await changeOf(tx ?? ctx.db, requestID, { lock: tx !== undefined })
    const { before, after, rateBefore, rateAfter } = await sidesOf(tx ?? ctx.db, row)
    const content = {
      requestID,
      change: row.kind,
      offerCode: row.code,
      fromDate: riyadhDay(row.holds_from),
      before,
      after,
      vatBefore: perCent.encode(rateBefore),
      vatAfter: perCent.encode(rateAfter),
      ...(row.texts !== null && (await textSidesOf(tx ?? ctx.db, row))),
      reason: row.reason,
    }
    return { row, makerId: row.made_by, state: row.status, content }
  },
  mayBeDecided: ({ status }) => status === 'proposed',
  assertMay(_db, ctx, row, { isApproved }) {
    if (isApproved && row.holds_from <= ctx.now)
      throw new Problem('WRONG_STATE', { title: changeSentences.begun, cause: 'its day has begun' })
  },
  async carryOut(tx, ctx, row, { isApproved, remarks }) {
    const set = { decided_by: ctx.caller.personId, decided_at: ctx.now, remarks }
    await catalogueChanges.move(tx, ctx, row, isApproved ? 'approved' : 'rejected', { set, facts: { code: row.code } })
    if (isApproved) await putChange(tx, row)
  },
})

export const withdrawCatalogueChange = route(calls.withdrawCatalogueChange, (ctx, { requestID }) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockCatalogue(tx)
    const row = await changeOf(tx, requestID, { lock: true })
    const { status, holds_from: from, code } = row
    if (status === 'approved' && from <= ctx.now) throw new Problem('WRONG_STATE', { title: changeSentences.tooLate, cause: 'it holds' })
    const set = { withdrawn_by: ctx.caller.personId, withdrawn_at: ctx.now }
    await catalogueChanges.move(tx, ctx, row, 'withdrawn', { set, facts: { code, was: status } })
    if (status === 'approved' && row.kind === 'vat') await tx.deleteFrom('vat_rate').where('valid_from', '=', from).execute()
    else if (status === 'approved') await undoFrom(tx, code, from)
    return { status: '1' as const }
  }),
)

export const initiateCatalogueDecision = route(calls.initiateCatalogueDecision, (ctx, { requestID, isApproved, remarks }) =>
  catalogueDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() }),
)

export const verifyCatalogueDecision = route(calls.verifyCatalogueDecision, (ctx, { requestID, isApproved, remarks, transId, random }) =>
  catalogueDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
