import { sql } from 'kysely'
import * as calls from '#contract/closures.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { decision } from '#server/platform/decision.ts'
import { route } from '#server/platform/http/route.ts'
import { isolate } from '#server/platform/isolate.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { tell, type Letter } from '#server/platform/tell.ts'
import { closeAccount, obstaclesOf, refuseToClose } from './closeAccount.ts'

export const closures = machine({
  table: 'account_closure',
  edges: calls.closureEdges,
  event: null,
  action: (_, to) => `closure.${to}`,
})

const closedAlready = { ar: 'الحساب مغلق.', en: 'The account is closed.' }
const own = { ar: 'لا تغلق حسابك من هنا.', en: 'You do not close your own account here.' }

export const requestClosure = route(calls.requestClosure, async (ctx, { personSlno, remarks }) =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await tx.selectFrom('person').select(['id', 'status']).where('id', '=', personSlno).forUpdate().executeTakeFirst()
    if (!person) throw new Problem('NOT_FOUND')
    if (person.id === ctx.caller.personId) throw new Problem('NOT_ALLOWED', { title: own, cause: 'their own account' })
    if (person.status === 'closed') throw new Problem('WRONG_STATE', { title: closedAlready, cause: 'closed' })
    await refuseToClose(tx, person.id)
    const row = await tx
      .insertInto('account_closure')
      .values({ public_id: newPublicId(), person_id: person.id, made_by: ctx.caller.personId, reason: remarks, created_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'state', 'public_id', 'person_id'])
      .executeTakeFirst()
    if (!row) throw new Problem('WRONG_STATE', { title: asked, cause: 'a request is open' })
    await closures.begin(tx, ctx, row, { facts: { by: ctx.caller.personId } })
    return { requestID: row.public_id }
  }),
)

const asked = {
  ar: 'طُلب إغلاق هذا الحساب من قبل، وينتظر القرار.',
  en: 'Closing this account was asked for already and waits to be decided.',
}

/** @throws Problem NOT_FOUND */
async function readRequest(db: Queryable, publicId: string, { lock = false } = {}) {
  const row = await db
    .selectFrom('account_closure as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .innerJoin('person as maker', 'maker.id', 'c.made_by')
    .select(['c.id', 'c.public_id', 'c.person_id', 'c.made_by', 'c.state', 'c.reason', 'c.remarks', 'c.created_at as createdDate'])
    .select(['c.ended_at as endedDate', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'p.national_id_masked as nationalID'])
    .select(['p.status as personState', 'maker.name_en as makerName', 'maker.name_ar as makerNameAr'])
    .select([
      sql<number>`(select count(*)::int from dsc where person_id = p.id and state in ('active', 'suspended'))`.as('certificatesInForce'),
      sql<number>`(select count(*)::int from membership where person_id = p.id and status = 'approved')`.as('memberships'),
      sql<number>`(select coalesce(sum(plan.available), 0)::int from plan join account a on a.id = plan.account_id
        where a.person_id = p.id and plan.unit = 'transaction')`.as('transactionsLeft'),
    ])
    .where('c.public_id', '=', publicId)
    .$if(lock, (query) => query.forUpdate('c'))
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

export const readClosure = route(calls.readClosure, async (ctx, { requestID }) => {
  const { id: _id, public_id: _publicId, person_id: personId, made_by: madeBy, ...shown } = await readRequest(ctx.db, requestID)
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'profile' })
  const obstacles = shown.state === 'requested' ? await obstaclesOf(ctx.db, personId) : []
  return { requestID, ...shown, isOwn: madeBy === ctx.caller.personId, obstacles }
})

export const withdrawClosure = route(calls.withdrawClosure, async (ctx, { requestID }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await readRequest(tx, requestID, { lock: true })
    if (row.made_by !== ctx.caller.personId) throw new Problem('NOT_FOUND', { cause: 'somebody else’s request' })
    await closures.move(tx, ctx, row, 'withdrawn', { set: { ended_at: ctx.now } })
  })
  return { status: '1' as const }
})

const closureDecision = decision({
  kind: 'closure',
  async read(ctx, requestID, tx) {
    const row = await readRequest(tx ?? ctx.db, requestID, { lock: tx !== undefined })
    if (row.person_id === ctx.caller.personId) throw new Problem('NOT_ALLOWED', { title: own, cause: 'their own account' })
    const { made_by: makerId, state, fullName, fullNameAr, nationalID, reason, createdDate } = row
    const { certificatesInForce, memberships } = row
    const content = {
      requestID,
      fullName,
      fullNameAr,
      nationalID,
      reason,
      createdDate: createdDate.toISOString(),
      certificatesInForce,
      memberships,
    }
    return { row, makerId, state, content }
  },
  mayBeDecided: ({ state }) => closures.edges[state].includes('approved'),
  assertMay: async (db, _ctx, { person_id }, { isApproved }) => {
    if (isApproved) await refuseToClose(db, person_id)
  },
  async carryOut(tx, ctx, row, { isApproved, remarks }) {
    const set = { remarks, ended_at: ctx.now }
    await closures.move(tx, ctx, row, isApproved ? 'approved' : 'rejected', { set, facts: { by: ctx.caller.personId } })
    if (!isApproved) return
    await closeAccount(tx, ctx, { personId: row.person_id, remarks: row.reason })
    await tell(tx, ctx, { to: row.person_id, kind: 'accountClosed', letter: closedLetter(row.reason) })
  },
})

export const initiateClosureDecision = route(calls.initiateClosureDecision, (ctx, { requestID, isApproved, remarks }) =>
  closureDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() }),
)
export const verifyClosureDecision = route(calls.verifyClosureDecision, (ctx, { requestID, isApproved, remarks, transId, random }) =>
  closureDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)

const closedLetter = (reason: string): Letter => ({
  subject: { ar: 'أُغلق حسابك', en: 'Your account was closed' },
  text: {
    ar: `أغلقنا حسابك في توقيع: ${isolate(reason)}\n\nأُنهيت جلساتك، وأُلغيت شهاداتك، وانتهت عضوياتك في المنشآت. وتبقى النسخ الموقعة التي عندك صحيحة، وبياناتك محفوظة كما يلزمنا النظام.\n\nتستطيع فتح الحساب من جديد بإثبات هويتك عبر نفاذ. وإن رأيت في الأمر خطأ فراسلنا من صفحة «تواصل معنا».`,
    en: `We closed your account in Tawqi: ${isolate(reason)}\n\nYour sessions and your places in organisations have ended, and your certificates are revoked. The signed copies that you hold stay valid, and your data is kept as the law obliges us to.\n\nYou can open the account again by proving who you are through Nafath. If you think that this is a mistake, write to us from the contact page.`,
  },
})
