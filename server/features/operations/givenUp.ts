import { type Expression, sql } from 'kysely'
import type { GivenUpKind } from '#contract/givenUp.ts'
import * as calls from '#contract/givenUp.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { openUndelivered } from '#server/platform/outbox.ts'
import { Problem } from '#server/platform/problems.ts'

type Row = {
  id: number
  subject: string
  recipient: string
  cause: string
  tries: number
  began: Date
  gaveUp: Date
  mayTryAgain: boolean
}

/** The gateway holds something else than was asked for: it does not count until people settle it. */
const mismatches = ['otherReference', 'otherAmount', 'otherCurrency', 'otherAmountPaid', 'partlyRefunded'] as const
/** After so many tries, or at once where what was made did not stand up. */
const signingFaults = ['trouble', 'notRechecked', 'notIssued', 'noTime'] as const

/** `no•••@example.sa` and `•••0014`, as people are shown addresses of others. */
const masked = sql<string>`case channel when 'sms' then '•••' || right(recipient, 4) else regexp_replace(recipient, '^(.{1,2})[^@]*', '\\1•••') end`

/** What the sweeps give up, by kind. A further kind is one more here, with what trying it again means. */
const givenUp: Record<GivenUpKind, (db: Queryable, since: Date) => Expression<Row>> = {
  message: (db, since) =>
    db
      .selectFrom('message')
      .select(['id', 'subject', masked.as('recipient'), sql<string>`channel`.as('cause'), 'tries', 'created_at as began'])
      .select([sql<Date>`gave_up_at`.as('gaveUp'), sql<boolean>`sealed is not null`.as('mayTryAgain')])
      .where('gave_up_at', '>', since)
      .where('recipient', '<>', ''), // to nobody, so that nobody learns it
  signing: (db, since) =>
    db
      .selectFrom('esign_transaction')
      .select(['id', 'public_id as subject', sql<string>`''`.as('recipient'), sql<string>`failure`.as('cause'), 'attempts as tries'])
      .select(['created_at as began', sql<Date>`ended_at`.as('gaveUp'), sql<boolean>`false`.as('mayTryAgain')])
      .where('state', '=', 'failed')
      .where('ended_at', '>', since)
      .where('failure', 'in', signingFaults),
  payment: (db, since) =>
    db
      .selectFrom('payment')
      .select(['id', 'reference as subject', sql<string>`''`.as('recipient'), sql<string>`failure`.as('cause'), 'check_count as tries'])
      .select(['created_at as began', sql<Date>`coalesce(settled_at, checked_at, created_at)`.as('gaveUp')])
      .select(sql<boolean>`true`.as('mayTryAgain'))
      .where('failure', 'in', mismatches)
      .where(sql<Date>`coalesce(settled_at, checked_at, created_at)`, '>', since),
}

const listed = (db: Queryable, now: Date, kinds: readonly GivenUpKind[]) => {
  const since = addDays(now, -calls.givenUpDays)
  const parts = kinds.map((kind) => sql`select ${sql.lit(kind)} as kind, one.* from (${givenUp[kind](db, since)}) as one`)
  return db
    .selectFrom(sql<Row & { kind: GivenUpKind }>`(${sql.join(parts, sql` union all `)})`.as('g'))
    .where(sql<boolean>`not exists (select from let_go where let_go.kind = g.kind and let_go.row_id = g.id)`)
}

export const listGivenUp = listRoute(calls.listGivenUp, ({ db, now }, { kind }) =>
  listed(db, now, kind === undefined ? calls.givenUpKinds : [kind])
    .select(['g.id as givenUpSlno', 'g.kind', 'g.subject', 'g.recipient', 'g.cause', 'g.tries', 'g.began as beganDate'])
    .select(['g.gaveUp as gaveUpDate', 'g.mayTryAgain'])
    .orderBy('g.gaveUp', 'desc')
    .orderBy('g.kind')
    .orderBy('g.id', 'desc'),
)

/** @throws Problem NOT_FOUND where nothing of the kind was given up under the number */
async function held(tx: Tx, { now }: Ctx, kind: GivenUpKind, id: number) {
  const row = await listed(tx, now, [kind]).selectAll('g').where('g.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

const final = {
  ar: 'لا يُعاد هذا من هنا: أُعيد ما حُجز له، وأُخبر صاحبه فيبدأ من جديد.',
  en: 'This cannot be tried again here: what was set aside for it went back, and its person was told and begins anew.',
}

/** What trying again means, in the machine's own terms: the next sweep finds the row due. */
const again: Record<GivenUpKind, (tx: Tx, ctx: Ctx<Caller>, id: number) => Promise<void>> = {
  async message(tx, ctx, id) {
    const { sealed } = await tx.selectFrom('message').select('sealed').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    if (!sealed) throw new Problem('WRONG_STATE', { title: code, cause: 'what it said is gone' })
    const said = openUndelivered(ctx.app.secrets, id, sealed)
    await tx
      .updateTable('message')
      .set({ ...said, sealed: null, gave_up_at: null, tries: 0, due_at: ctx.now })
      .where('id', '=', id)
      .execute()
  },
  async signing() {
    throw new Problem('WRONG_STATE', { title: final, cause: 'a failed signing is over' })
  },
  async payment(tx, ctx, id) {
    await tx.updateTable('payment').set({ next_check_at: ctx.now }).where('id', '=', id).execute()
  },
}

const code = {
  ar: 'كانت هذه رسالة تحمل رمزًا، ولا يُحفظ نصها. يطلب صاحبها رمزًا جديدًا.',
  en: 'This message carried a code, and what it said is not kept. Its person asks for a new one.',
}

export const tryGivenUpAgain = route(calls.tryGivenUpAgain, async (ctx, { kind, givenUpSlno }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const { subject } = await held(tx, ctx, kind, givenUpSlno)
    await again[kind](tx, ctx, givenUpSlno)
    await audit(tx, ctx, 'givenUp.triedAgain', { subject: kind === 'message' ? String(givenUpSlno) : subject, facts: { kind } })
  })
  return { status: '1' as const }
})

export const letGivenUpGo = route(calls.letGivenUpGo, async (ctx, { kind, givenUpSlno, remarks }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const { subject } = await held(tx, ctx, kind, givenUpSlno)
    const added = await tx
      .insertInto('let_go')
      .values({ kind, row_id: givenUpSlno, by: ctx.caller.personId, reason: remarks, at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('row_id')
      .executeTakeFirst()
    if (!added) throw new Problem('WRONG_STATE', { cause: 'let go already' })
    await audit(tx, ctx, 'givenUp.letGo', { subject: kind === 'message' ? String(givenUpSlno) : subject, facts: { kind, remarks } })
  })
  return { status: '1' as const }
})
