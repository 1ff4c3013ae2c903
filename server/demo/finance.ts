/** What the provider's finance has under way: changes of the catalogue, refunds and statements, in several states. */
import type { ChangeStatus } from '#contract/catalogueChanges.ts'
import type { App } from '#server/app.ts'
import { certificateTerms, putCertificateOnSale, termsAt } from '#server/features/catalogue/offers.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { newPublicId } from '#server/platform/secrets.ts'

type Staff = { finance: number; administrator: number }

export async function addFinance(tx: Tx, app: App, staff: Staff): Promise<void> {
  const now = app.clock.now()
  await addChanges(tx, staff, now)
  await addRefunds(tx, staff, now)
  await addReconciliations(tx, app, staff, now)
}

type Changed = {
  code: string
  halalas: number
  status: ChangeStatus
  by: keyof Staff
  daysAgo: number
  /** Days from now until it holds. */
  inDays: number
  reason: string
  remarks?: string
}

const changes: readonly Changed[] = [
  {
    code: 'plan:professional',
    halalas: 72_000,
    status: 'rejected',
    by: 'finance',
    daysAgo: 40,
    inDays: -30,
    reason: 'عرض اليوم الوطني.',
    remarks: 'فات موعد العرض.',
  },
  { code: 'plan:personal', halalas: 22_000, status: 'withdrawn', by: 'finance', daysAgo: 21, inDays: -7, reason: 'ارتفاع تكلفة الرسائل.' },
  {
    code: 'certificate:personalSigningHigh:3',
    halalas: 34_500,
    status: 'approved',
    by: 'finance',
    daysAgo: 6,
    inDays: 25,
    reason: 'تشجيع المدد الطويلة.',
  },
  {
    code: 'certificate:personalAuthentication:3',
    halalas: 13_500,
    status: 'proposed',
    by: 'administrator',
    daysAgo: 2,
    inDays: 30,
    reason: '',
  },
  {
    code: 'certificate:personalAuthentication:1',
    halalas: 6_500,
    status: 'proposed',
    by: 'finance',
    daysAgo: 1,
    inDays: 14,
    reason: 'تغيّر سعر الصرف.',
  },
]

async function addChanges(tx: Tx, staff: Staff, now: Date): Promise<void> {
  for (const { code, halalas, status, by, daysAgo, inDays, reason, remarks = '' } of changes) {
    const from = dayStarts(riyadhDay(addDays(now, inDays)))
    const held = (await termsAt(tx, code, now))!
    const price = await tx.selectFrom('certificate_price').selectAll().where('pricing_id', '=', held.id).executeTakeFirst()
    const decider = by === 'finance' ? staff.administrator : staff.finance
    const decidedAt = addDays(now, -daysAgo + 1)
    const { id } = await tx
      .insertInto('catalogue_change')
      .values({
        public_id: newPublicId(),
        kind: price ? 'certificate' : 'plan',
        code,
        class_id: price?.class_id ?? null,
        years: price?.years ?? null,
        plan_name_ar: held.plan_name_ar,
        plan_name_en: held.plan_name_en,
        transactions: held.transactions,
        validity_days: held.validity_days,
        price_halalas: halalas,
        holds_from: from,
        reason,
        made_by: staff[by],
        created_at: addDays(now, -daysAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (status === 'proposed') continue
    const set =
      status === 'withdrawn' ? { withdrawn_by: staff[by], withdrawn_at: decidedAt } : { decided_by: decider, decided_at: decidedAt }
    await tx
      .updateTable('catalogue_change')
      .set({ status, remarks, ...set })
      .where('id', '=', id)
      .execute()
    if (status !== 'approved' || !price) continue
    const one = await tx
      .selectFrom('certificate_class as c')
      .innerJoin('product', 'product.id', 'c.product_id')
      .select(['c.code', 'product.name_ar as nameAr', 'product.name_en as nameEn', 'product.id as productId'])
      .where('c.id', '=', price.class_id)
      .executeTakeFirstOrThrow()
    const terms = { ...certificateTerms(one, price.years), price_halalas: halalas }
    await putCertificateOnSale(tx, terms, { classId: price.class_id, years: price.years }, from)
  }
}

/** A payment of each kind that a refund can be of: the one that went back, and the latest that did not. */
async function addRefunds(tx: Tx, { finance, administrator }: Staff, now: Date): Promise<void> {
  const payments = await tx.selectFrom('payment').selectAll().where('status', 'in', ['paid', 'refunded']).orderBy('id', 'desc').execute()
  const returned = payments.find(({ status }) => status === 'refunded')!
  const [first, second, third] = payments.filter(({ status }) => status === 'paid')
  const refunds = [
    { of: returned, end: 'done', reason: 'اشتريت الباقة مرتين.', told: '' },
    { of: third!, end: 'rejected', reason: 'لم تعجبني الباقة.', told: '' },
    { of: second!, end: 'refused', reason: 'دفعت بالخطأ.', told: 'Payment cannot be refunded' },
    { of: first!, end: 'withdrawn', reason: 'طلب العميل، ثم عدل عنه.', told: '' },
  ] as const
  for (const { of, end, reason, told } of refunds) {
    const at = end === 'done' ? addDays(of.settled_at!, -1) : addDays(of.settled_at ?? now, 1)
    const asked = at < now ? at : addDays(now, -1)
    const { id } = await tx
      .insertInto('refund')
      .values({
        public_id: newPublicId(),
        payment_id: of.id,
        amount_halalas: of.amount_halalas,
        reason,
        made_by: finance,
        created_at: asked,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ended_at = end === 'done' ? of.settled_at! : new Date(asked.getTime() + 7_200_000)
    const decided = { decided_by: administrator, decided_at: new Date(asked.getTime() + 3_600_000) }
    if (end === 'withdrawn') {
      await tx.updateTable('refund').set({ status: 'withdrawn', ended_at }).where('id', '=', id).execute()
      continue
    }
    if (end === 'rejected') {
      const set = { ...decided, status: 'rejected' as const, remarks: 'مضت مدة الإرجاع.', ended_at }
      await tx.updateTable('refund').set(set).where('id', '=', id).execute()
      continue
    }
    await tx
      .updateTable('refund')
      .set({ ...decided, status: 'approved', next_try_at: decided.decided_at })
      .where('id', '=', id)
      .execute()
    const asks = { try_count: 1, tried_at: decided.decided_at, next_try_at: null, told, ended_at }
    await tx
      .updateTable('refund')
      .set({ status: end, ...asks })
      .where('id', '=', id)
      .execute()
  }
}

/** Statements of some of the days on which something was paid: all but the latest agree. */
async function addReconciliations(tx: Tx, app: App, { finance }: Staff, now: Date): Promise<void> {
  const payments = await tx.selectFrom('payment').selectAll().where('status', '=', 'paid').orderBy('id', 'desc').execute()
  const days = [...new Set(payments.map(({ settled_at }) => riyadhDay(settled_at!)))].filter((day) => day < riyadhDay(addDays(now, -2)))
  for (const [i, day] of days.slice(0, 12).entries()) {
    const from = dayStarts(day)
    const madeAt = new Date(addDays(from, 1).getTime() + 3_700_000)
    const { id } = await tx
      .insertInto('reconciliation')
      .values({
        public_id: newPublicId(),
        gateway: app.configuration.PAYMENT,
        period_from: from,
        period_to: addDays(from, 1),
        made_at: madeAt,
        next_page: 1,
        next_try_at: madeAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lines = payments.filter(({ settled_at }) => riyadhDay(settled_at!) === day)
    for (const payment of lines)
      await tx
        .insertInto('reconciliation_line')
        .values({
          run_id: id,
          outcome: 'agreed',
          payment_id: payment.id,
          gateway_payment_id: `demo-${payment.id}`,
          reference: payment.reference,
          our_halalas: payment.amount_halalas,
          their_halalas: payment.amount_halalas,
          our_status: 'paid',
          their_status: 'paid',
          at: payment.settled_at!,
        })
        .execute()
    await tx
      .updateTable('reconciliation')
      .set({ state: 'done', next_page: null, next_try_at: null, page_count: 1, ended_at: madeAt })
      .where('id', '=', id)
      .execute()
    if (i < 2) await addStranger(tx, id, new Date(from.getTime() + 40_000_000), i === 1 ? { by: finance, at: now } : null)
  }
}

/** A payment that the gateway has and we do not: open, or looked into and closed. */
const addStranger = (tx: Tx, runId: number, at: Date, closed: { by: number; at: Date } | null) =>
  tx
    .insertInto('reconciliation_line')
    .values({
      run_id: runId,
      outcome: 'onlyTheirs',
      gateway_payment_id: `demo-elsewhere-${runId}`,
      their_halalas: 11_500,
      their_status: 'paid',
      at,
      ...(closed && { closed_at: closed.at, closed_by: closed.by, remarks: 'دفعة لفعالية أقيمت خارج المنصة.' }),
    })
    .execute()
