/** Sponsors and technical contacts of an organisation: submitted by its enrolment admin, decided by a signatory, one primary of each kind. */
import { sql } from 'kysely'
import * as calls from '#contract/contacts.ts'
import type { ContactKind } from '#contract/contacts.ts'
import { deciderIn } from '#server/features/members/decider.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import { audit } from '#server/platform/audit.ts'
import { matches } from '#server/platform/search.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { decision } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { type Acting, byWhom, contacts, recordUse, refuseSameUse, tellSignatories } from './submissions.ts'

/** The contacts of an organisation under the wire's names. */
const contactsOf = (db: Queryable, organisationId: number) =>
  db
    .selectFrom('organisation_contact as s')
    .where('s.organisation_id', '=', organisationId)
    .select(['s.id as slNo', 's.name', 's.email', 's.mobile', 's.is_primary as isPrimary', 's.status', 's.active as isActive'])

const listOf =
  (kind: ContactKind) =>
  ({ db, organisation }: Acting, { search }: { search?: string }) =>
    contactsOf(db, organisation.id)
      .where('s.kind', '=', kind)
      .where((e) => matches(e, search, ['s.name', 's.email', 's.mobile']))
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id', 'desc')

export const listSponsors = listRoute(calls.listSponsors, listOf('sponsor'))
export const listTechnicalContacts = listRoute(calls.listTechnicalContacts, listOf('technicalContact'))

export const readPrimaryContacts = route(calls.readPrimaryContacts, async ({ db, organisation }) => {
  const primary = await contactsOf(db, organisation.id).where('s.is_primary', '=', true).select('s.kind').execute()
  const of = (wanted: ContactKind) => primary.find(({ kind }) => kind === wanted) ?? null
  return { sponsor: of('sponsor'), tpoc: of('technicalContact') }
})

/** @throws Problem NOT_FOUND */
async function shown(db: Queryable, { organisation }: Acting, slNo: number) {
  const found = await contactsOf(db, organisation.id)
    .where('s.id', '=', slNo)
    .select([...byWhom, 's.kind', 's.created_at as createdDate', 's.decided_at as decidedDate'])
    .select(sql<string | null>`nullif(s.remarks, '')`.as('remarks'))
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

export const readContact = route(calls.readContact, (ctx, { slNo }) => shown(ctx.db, ctx, slNo))

export const createContact = route(calls.createContact, (ctx, { kind, name, email, mobile }) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockOrganisation(tx, ctx.organisation.id)
    await refuseKnown(tx, ctx, kind, email)
    const row = await tx
      .insertInto('organisation_contact')
      .values({
        public_id: newPublicId(),
        organisation_id: ctx.organisation.id,
        kind,
        name,
        email,
        mobile,
        status: 'pending',
        made_by: ctx.caller.personId,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await contacts.begin(tx, ctx, row, { facts: { kind } })
    await tellSignatories(tx, ctx, { request: kind, slNo: row.id, aboutAr: name, aboutEn: name })
    return shown(tx, ctx, row.id)
  }),
)

const known = {
  ar: 'سبق إرسال جهة اتصال بهذا البريد الإلكتروني.',
  en: 'A contact with this e-mail address was submitted already.',
}
const tooMany = {
  ar: `لا تزيد جهات الاتصال من هذا النوع على ${calls.mostContacts}.`,
  en: `An organisation has at most ${calls.mostContacts} contacts of this kind.`,
}

/** @throws Problem INVALID beside an address that is known, WRONG_STATE where there are as many as there may be */
async function refuseKnown(tx: Tx, ctx: Acting, kind: ContactKind, email: string): Promise<void> {
  const living = await tx
    .selectFrom('organisation_contact')
    .select((e) => [e.fn.countAll<number>().as('count'), sql<boolean>`coalesce(bool_or(email = ${email}), false)`.as('isKnown')])
    .where('organisation_id', '=', ctx.organisation.id)
    .where('kind', '=', kind)
    .where('status', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  if (living.isKnown) throw new Problem('INVALID', { errors: [{ field: 'email', message: known[ctx.language] }] })
  if (living.count >= calls.mostContacts) throw new Problem('WRONG_STATE', { title: tooMany, cause: `${living.count} contacts` })
}

/** The contact of the acting organisation; in a transaction it is locked, and the organisation with it, of which one of a kind is primary. */
async function own(db: Queryable, { organisation }: Pick<Acting, 'organisation'>, slNo: number) {
  if (db.isTransaction) await lockOrganisation(db as Tx, organisation.id)
  const found = await db
    .selectFrom('organisation_contact')
    .selectAll()
    .where('id', '=', slNo)
    .where('organisation_id', '=', organisation.id)
    .$if(db.isTransaction, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

type Row = Awaited<ReturnType<typeof own>>

/** Others of the same kind that are in use, as a query. */
const othersInUse = (tx: Queryable, { organisation_id, kind, id }: Row) =>
  tx
    .selectFrom('organisation_contact')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where('status', '=', 'approved')
    .where('active', '=', true)

const setPrimary = async (tx: Tx, { organisation_id, kind, id }: Row) => {
  const ofKind = tx.updateTable('organisation_contact').where('organisation_id', '=', organisation_id).where('kind', '=', kind)
  await ofKind.set({ is_primary: false }).where('is_primary', '=', true).execute()
  await ofKind.set({ is_primary: true }).where('id', '=', id).execute()
}

/** Whoever comes into use while nobody is primary becomes so. */
async function setPrimaryWhereNone(tx: Tx, row: Row): Promise<void> {
  const primary = await othersInUse(tx, row).where('is_primary', '=', true).executeTakeFirst()
  if (!primary) await setPrimary(tx, row)
}

const sentences = {
  notInUse: { ar: 'الأساسي واحد من المعتمدين النشطين.', en: 'The primary contact is one that is approved and active.' },
  primaryAlready: { ar: 'هو الأساسي بالفعل.', en: 'This contact is the primary one already.' },
  isPrimary: {
    ar: 'هذا هو الأساسي. اجعل غيره الأساسي أولًا.',
    en: 'This is the primary contact. Make another one primary first.',
  },
}

export const makePrimaryContact = route(calls.makePrimaryContact, (ctx, { slNo }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await own(tx, ctx, slNo)
    if (row.status !== 'approved' || !row.active)
      throw new Problem('WRONG_STATE', { title: sentences.notInUse, cause: `${row.status}, ${row.active ? 'active' : 'inactive'}` })
    if (row.is_primary) throw new Problem('WRONG_STATE', { title: sentences.primaryAlready, cause: 'primary already' })
    await setPrimary(tx, row)
    await audit(tx, ctx, 'contact.madePrimary', { subject: row.public_id })
    return shown(tx, ctx, slNo)
  }),
)

const setActive = (ctx: Acting, { slNo, remarks }: { slNo: number; remarks: string }, active: boolean) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await own(tx, ctx, slNo)
    refuseSameUse(row, active)
    if (row.is_primary && (await othersInUse(tx, row).executeTakeFirst()))
      throw new Problem('WRONG_STATE', { title: sentences.isPrimary, cause: 'the primary one, with others in use' })
    await tx.updateTable('organisation_contact').set({ active, remarks, is_primary: false }).where('id', '=', slNo).execute()
    if (active) await setPrimaryWhereNone(tx, row)
    await recordUse(tx, ctx, 'contact', row, { active, remarks })
    return shown(tx, ctx, slNo)
  })

export const inactivateContact = route(calls.inactivateContact, (ctx, change) => setActive(ctx, change, false))
export const activateContact = route(calls.activateContact, (ctx, change) => setActive(ctx, change, true))

/** A contact of the organisation for which the caller decides. @throws Problem NOT_FOUND */
async function submitted(db: Queryable, ctx: Ctx<Caller>, kind: ContactKind, number: string): Promise<Row> {
  const organisation = deciderIn(ctx)
  const found = await db
    .selectFrom('organisation_contact')
    .select('id')
    .where('public_id', '=', number)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!organisation || !found) throw new Problem('NOT_FOUND')
  return own(db, { organisation }, found.id)
}

const decisionOn = (kind: ContactKind) =>
  decision<Row>({
    kind,
    async read(ctx, number, tx) {
      const row = await submitted(tx ?? ctx.db, ctx, kind, number)
      const { name, email, mobile, status, made_by, created_at } = row
      const organizationName = ctx.organisation!.nameEn
      const content = { requestID: number, kind, organizationName, name, email, mobile, submittedDate: created_at.toISOString() }
      return { row, makerId: made_by, state: status, content }
    },
    mayBeDecided: ({ status }) => status === 'pending',
    async carryOut(tx, ctx, row, { isApproved, remarks }) {
      const set = { remarks, decided_by: ctx.caller.personId, decided_at: ctx.now }
      await contacts.move(tx, ctx, row, isApproved ? 'approved' : 'rejected', { set })
      if (isApproved) await setPrimaryWhereNone(tx, row)
    },
  })
const decisions = { sponsor: decisionOn('sponsor'), technicalContact: decisionOn('technicalContact') }

export const initiateContactDecision = route(calls.initiateContactDecision, async (ctx, { slNo, isApproved, remarks }) => {
  const { kind, public_id: number } = await own(ctx.db, ctx, slNo)
  return decisions[kind].propose(ctx, number, { isApproved, remarks: remarks.trim() })
})

export const verifyContactDecision = route(calls.verifyContactDecision, async (ctx, { slNo, isApproved, remarks, transId, random }) => {
  const { kind, public_id: number } = await own(ctx.db, ctx, slNo)
  return decisions[kind].decide(ctx, number, { isApproved, remarks: remarks.trim() }, { transId, random })
})
