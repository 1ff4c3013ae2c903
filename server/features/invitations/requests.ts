/** The invitations of an organisation: its enrolment admin invites, sends again and cancels; admins and signatories follow what became of it. */
import { sql } from 'kysely'
import * as calls from '#contract/invitations.ts'
import { flagsOn } from '#contract/lists.ts'
import type { OrgRole } from '#contract/kit.ts'
import type { MembershipStatus } from '#contract/members.ts'
import { type originatorCodes, originators } from '#contract/originators.ts'
import { placeInUnit } from '#server/features/members/units.ts'
import { deciderOf, lockOrganisation, memberships, whomItWaitsFor } from '#server/features/members/states.ts'
import { addDays } from '#server/platform/clock.ts'
import { matches, within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { createLink, voidLinks } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'
import { maskNationalId, newPublicId } from '#server/platform/secrets.ts'
import { tell } from '#server/platform/tell.ts'
import { takeTurn, turnsLeft } from '#server/platform/throttle.ts'
import { sendInvitation } from './letters.ts'

type Acting = Ctx<Caller, ActingOrganisation>

const statuses = Object.entries(calls.accountRequestStatusOf) as [MembershipStatus, calls.AccountRequestStatus][]
const label = sql<calls.AccountRequestStatus>`(case m.status ${sql.join(
  statuses.map(([status, shown]) => sql`when ${sql.lit(status)} then ${sql.lit(shown)}`),
  sql` `,
)} end)`
const number = sql<number>`array_position(${sql.lit(`{${calls.accountRequestStatuses.join(',')}}`)}::text[], ${label}) - 1`

/** The invitations of an organisation, under the wire's names. */
const invitationsOf = (db: Queryable, { organisation, language }: Pick<Acting, 'organisation' | 'language'>) => {
  const name = language === 'ar' ? 'name_ar' : 'name_en'
  return db
    .selectFrom('membership as m')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('organisation_unit as u', 'u.id', 'm.unit_id')
    .where('m.organisation_id', '=', organisation.id)
    .where('m.public_id', 'is not', null)
    .select((e) => [
      'm.id',
      e.ref('m.national_id_masked').$notNull().as('nationalID'),
      sql<string>`coalesce(${sql.ref(`p.${name}`)}, m.invited_name)`.as('fullName'),
      orEmpty(e, 'm.work_email').as('email'),
      orEmpty(e, 'm.work_mobile').as('mobileNo'),
      'm.role as userType',
      deciderOf(name).as('processedBy'),
      number.as('status'),
      label.as('statusLabel'),
      e.ref('m.invited_at').$notNull().as('createdDate'),
    ])
}

type Filters = { [Name in calls.AccountRequestStatus]?: boolean } & {
  originator: (typeof originatorCodes)[number]
  fromDate?: string
  toDate?: string
  search?: string
}

const accountRequestRows = (ctx: Acting, filters: Filters) => {
  const { fromDate, toDate, search, originator } = filters
  const shown = flagsOn(calls.accountRequestStatuses, filters)
  return invitationsOf(ctx.db, ctx)
    .$if(originator !== originators.organisationPortal, (q) => q.where(sql<boolean>`false`))
    .$if(shown.length > 0, (q) => q.where(label, 'in', shown))
    .where((e) => within(e, 'm.invited_at', { fromDate, toDate }))
    .where((e) => matches(e, search, ['m.invited_name', 'p.name_ar', 'p.name_en', 'm.work_email', 'm.work_mobile', 'm.employee_number']))
    .orderBy('m.invited_at', 'desc')
    .orderBy('m.id', 'desc')
}

export const listAccountRequests = listRoute(calls.listAccountRequests, accountRequestRows)
export const exportAccountRequests = exportRoute(calls.exportAccountRequests, accountRequestRows)

/** @throws Problem NOT_FOUND */
async function shown(db: Queryable, ctx: Acting, id: number) {
  const found = await invitationsOf(db, ctx)
    .where('m.id', '=', id)
    .select((e) => [
      orEmpty(e, 'm.employee_number').as('employeeId'),
      orEmpty(e, 'u.name_en').as('organizationUnit'),
      orEmpty(e, 'u.name_ar').as('organizationUnitAr'),
      e.case().when('m.status', '=', 'initiated').then(e.ref('m.invitation_ends_at')).end().as('expiresAt'),
      'm.submitted_at as submittedDate',
      whomItWaitsFor.as('waitsFor'),
      'm.remarks',
    ])
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

export const readAccountRequest = route(calls.readAccountRequest, (ctx, { id }) => shown(ctx.db, ctx, id))

const invalid = (ctx: Ctx, field: string, sentence: { ar: string; en: string }) =>
  new Problem('INVALID', { errors: [{ field, message: sentence[ctx.language] }] })

export const createAccountRequest = route(calls.createAccountRequest, (ctx, typed) => {
  const hash = ctx.app.secrets.lookUp(typed.nationalID)
  return ctx.db.transaction().execute(async (tx) => {
    await lockOrganisation(tx, ctx.organisation.id)
    await refuseKnown(tx, ctx, hash, typed.employeeId)
    await takeTurns(tx, ctx, typed.mobileNo, typed.email)
    const unit = await placeInUnit(tx, ctx, typed.orgUnitSlNo)
    return shown(tx, ctx, await invite(tx, ctx, typed, unit))
  })
})

export type Typed = { nationalID: string; fullName: string; email: string; mobileNo: string; userType: OrgRole; employeeId: string }

/** Invites somebody who may be invited, by letter and text message. @returns the number of the membership */
export async function invite(tx: Tx, ctx: Acting, typed: Typed, unit: { unit_id: number | null; is_auto_unit: boolean }): Promise<number> {
  const row = await tx
    .insertInto('membership')
    .values({
      organisation_id: ctx.organisation.id,
      role: typed.userType,
      status: 'initiated',
      created_at: ctx.now,
      public_id: newPublicId(),
      invited_by: ctx.caller.personId,
      invited_at: ctx.now,
      invited_name: typed.fullName,
      national_id_hash: ctx.app.secrets.lookUp(typed.nationalID),
      national_id_masked: maskNationalId(typed.nationalID),
      invitation_ends_at: addDays(ctx.now, calls.invitationDays),
      work_email: typed.email,
      work_mobile: typed.mobileNo,
      employee_number: typed.employeeId || null,
      ...unit,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await memberships.begin(tx, ctx, row, { facts: { role: row.role } })
  await send(tx, ctx, row)
  return row.id
}

export const known = {
  nationalID: {
    ar: 'صاحب هذا الرقم من مستخدمي المنشأة، أو دُعي إليها ولم يُبتّ في دعوته.',
    en: 'Whoever holds this ID is a user of the organisation already, or was invited and is not decided yet.',
  },
  employeeId: { ar: 'هذا الرقم الوظيفي لمستخدم آخر في المنشأة.', en: 'Another user of the organisation has this employee number.' },
}

/** @throws Problem INVALID beside the field, for whoever belongs to the organisation or was invited to it, and a number that is taken */
async function refuseKnown(tx: Tx, ctx: Acting, hash: Buffer, employeeNumber: string): Promise<void> {
  const living = tx
    .selectFrom('membership as m')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .select('m.id')
    .where('m.organisation_id', '=', ctx.organisation.id)
    .where('m.status', 'in', ['initiated', 'pending', 'approved'])
  const person = await living
    .where((e) => e.or([e('p.national_id_hash', '=', hash), e('m.national_id_hash', '=', hash)]))
    .limit(1)
    .executeTakeFirst()
  if (person) throw invalid(ctx, 'nationalID', known.nationalID)
  if (employeeNumber === '') return
  const colleague = await living.where('m.employee_number', '=', employeeNumber).limit(1).executeTakeFirst()
  if (colleague) throw invalid(ctx, 'employeeId', known.employeeId)
}

export const limits = {
  /** A spreadsheet of the most rows, and some more. */
  organisation: [{ seconds: 3_600, most: 6_000 }],
  mobile: [{ seconds: 86_400, most: 5 }],
  /** A mailbox that several people share is usual. */
  email: [{ seconds: 86_400, most: 20 }],
}
export const tooMany = {
  ar: 'أُرسلت دعوات كثيرة إلى هذا العنوان أو من هذه المنشأة. حاول لاحقًا.',
  en: 'Many invitations went to this address, or came from this organisation. Try again later.',
}

/** Nobody’s phone or mailbox is filled by invitations. @throws Problem TOO_MANY */
async function takeTurns(tx: Tx, { now, organisation }: Acting, mobile: string, email: string): Promise<void> {
  const keys = { organisation: String(organisation.id), mobile, email }
  for (const [of, value] of Object.entries(keys) as [keyof typeof limits, string][]) {
    const key = `invitation ${of}|${value}`
    await turnsLeft(tx, { key, limits: limits[of], title: tooMany, now })
    await takeTurn(tx, key, now)
  }
}

type Row = Awaited<ReturnType<typeof hold>>

/** A new link, and the messages that carry it. */
async function send(tx: Tx, ctx: Acting, row: Row): Promise<void> {
  const [email, mobile] = [row.work_email!, row.work_mobile!]
  const link = { purpose: 'accountInvitation', subject: row.public_id!, recipient: email, seconds: calls.invitationDays * 86_400 } as const
  const token = await createLink(tx, ctx, link)
  await sendInvitation(tx, ctx, { name: row.invited_name!, email, mobile, role: row.role, days: calls.invitationDays, token })
}

/** An invitation of the organisation, locked. @throws Problem NOT_FOUND */
async function hold(tx: Tx, { organisation }: Acting, id: number) {
  await lockOrganisation(tx, organisation.id)
  const row = await tx
    .selectFrom('membership')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisation.id)
    .where('public_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

export const resendAccountRequest = route(calls.resendAccountRequest, (ctx, { id }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await hold(tx, ctx, id)
    if (row.status !== 'initiated') throw new Problem('WRONG_STATE', { cause: `resend while ${row.status}` })
    await takeTurns(tx, ctx, row.work_mobile!, row.work_email!)
    const ends = { invitation_ends_at: addDays(ctx.now, calls.invitationDays) }
    await tx.updateTable('membership').set(ends).where('id', '=', id).execute()
    await send(tx, ctx, row)
    return shown(tx, ctx, id)
  }),
)

export const cancelAccountRequest = route(calls.cancelAccountRequest, (ctx, { id, remarks }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await hold(tx, ctx, id)
    await memberships.move(tx, ctx, row, 'cancelled', { set: { remarks }, facts: { remarks, by: ctx.caller.personId } })
    await voidLinks(tx, ctx, { purpose: 'accountInvitation', subject: row.public_id! })
    const { nameAr, nameEn } = ctx.organisation
    if (row.person_id !== null) {
      const letter = { subject: { ar: 'أُلغيت دعوتك إلى منشأة', en: 'Your invitation was cancelled' } }
      await tell(tx, ctx, { to: row.person_id, kind: 'invitationCancelled', facts: { nameAr, nameEn, reason: remarks }, letter })
    }
    return shown(tx, ctx, id)
  }),
)
