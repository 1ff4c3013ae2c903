/** How an invited person joins, once they proved who they are and are signed in: they send their details, or decline. */
import { sql } from 'kysely'
import * as calls from '#contract/invitations.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import { recordAcceptance } from '#server/features/agreements/agreements.ts'
import { refusePlace } from '#server/features/referenceData/places.ts'
import { evidenceWith, sendEvidence } from '#server/features/evidence/files.ts'
import { membersInRole } from '#server/features/members/membersInRole.ts'
import { lockOrganisation, memberships, whomItWaitsFor } from '#server/features/members/states.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import { route } from '#server/platform/http/route.ts'
import { voidLinks } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'

/** The invitations to the caller, whichever address they went to: the national ID alone says whose they are. */
const invitedAs = (db: Queryable, personId: number) =>
  db
    .selectFrom('membership as m')
    .innerJoin('person as me', 'me.national_id_hash', 'm.national_id_hash')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .where('me.id', '=', personId)

const waiting = ({ db, caller, now }: Ctx<Caller>) =>
  invitedAs(db, caller.personId)
    .where('o.status', '=', 'active')
    .where((e) => e.or([e('m.status', '=', 'pending'), e.and([e('m.status', '=', 'initiated'), e('m.invitation_ends_at', '>', now)])]))

/** How many organisations wait for the caller's answer. */
export async function countInvitations(ctx: Ctx<Caller>): Promise<number> {
  const { count } = await waiting(ctx)
    .where('m.status', '=', 'initiated')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const listMyInvitations = route(calls.listMyInvitations, async (ctx) => {
  const dataList = await waiting(ctx)
    .select((e) => [
      e.ref('m.public_id').$notNull().as('requestID'),
      'o.name_en as organizationName',
      'o.name_ar as organizationNameAr',
      'o.unified_number as unifiedOrgNo',
      'm.role as userType',
      sql<'initiated' | 'pending'>`m.status`.as('status'),
      e.ref('m.work_email').$notNull().as('email'),
      e.ref('m.work_mobile').$notNull().as('mobileNo'),
      orEmpty(e, 'm.employee_number').as('employeeId'),
      e.ref('m.invited_at').$notNull().as('invitedDate'),
      e.ref('m.invitation_ends_at').$notNull().as('expiresAt'),
      'm.submitted_at as submittedDate',
    ])
    .orderBy('m.invited_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute()
  return { dataList, totalCount: dataList.length }
})

/** The caller's own invitation, locked with its organisation. @throws Problem NOT_FOUND */
async function hold(tx: Tx, { caller }: Ctx<Caller>, requestID: string) {
  const found = await invitedAs(tx, caller.personId)
    .select(['m.id', 'o.id as organisationId', 'o.name_ar as nameAr', 'o.name_en as nameEn'])
    .where('m.public_id', '=', requestID)
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  await lockOrganisation(tx, found.organisationId)
  const row = await memberships.lock(tx, found.id)
  const { status } = await tx.selectFrom('organisation').select('status').where('id', '=', found.organisationId).executeTakeFirstOrThrow()
  return { row, organisation: found, isSuspended: status !== 'active' }
}

export const submitUserDetails = route(calls.submitUserDetails, (ctx, { requestID, evidence, ...typed }) => {
  const { country, state, city, postalCode, designation } = typed
  refusePlace(ctx, { country, region: state, city }, { region: 'state' })
  return ctx.db.transaction().execute(async (tx) => {
    const { row, organisation, isSuspended } = await hold(tx, ctx, requestID)
    const { personId } = ctx.caller
    if (isSuspended) throw new Problem('WRONG_STATE', { title: suspended, cause: 'the organisation is suspended' })
    if (row.status !== 'initiated' || row.invitation_ends_at! <= ctx.now)
      throw new Problem('WRONG_STATE', { title: over, cause: row.status })
    await refuseMember(tx, organisation.organisationId, personId)
    await sendEvidence(tx, ctx, evidence, { purpose: 'membership', number: requestID })
    if (calls.needsEvidence(row.role) && (await evidenceWith(tx, 'membership', requestID)).length === 0)
      throw new Problem('INVALID', { errors: [{ field: 'evidence', message: fieldSentence({ rule: 'required' }, ctx.language) }] })
    const details = { country, region: state, city, postal_code: postalCode, designation }
    const sent = { ...row, person_id: personId }
    await memberships.move(tx, ctx, sent, 'pending', { set: { person_id: personId, submitted_at: ctx.now, ...details } })
    await recordAcceptance(tx, ctx, { personId, userType: row.role, organisationId: organisation.organisationId, how: 'invitation' })
    await voidLinks(tx, ctx, { purpose: 'accountInvitation', subject: requestID })
    await tellDeciders(tx, ctx, row.id, organisation)
    return { status: '1' as const, requestNo: row.id }
  })
})

/** Of an organisation that takes nobody now. */
export const suspended = {
  ar: 'المنشأة التي دعتك معلّقة الآن، فلا تستقبل أحدًا. أكمل انضمامك حين تعود نشطة، أو اسأل من دعاك.',
  en: 'The organisation that invited you is suspended and takes nobody now. Complete joining once it is active again, or ask whoever invited you.',
}

const over = {
  ar: 'لم تعد هذه الدعوة تنتظر بياناتك.',
  en: 'This invitation no longer waits for your details.',
}

/** @throws Problem WRONG_STATE for whoever became a user of the organisation by another way meanwhile */
async function refuseMember(tx: Tx, organisationId: number, personId: number): Promise<void> {
  const living = await tx
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirst()
  if (living) throw new Problem('WRONG_STATE', { title: over, cause: 'is a user already' })
}

type Organisation = { organisationId: number; nameAr: string; nameEn: string }

/** The organisation's signatories hear that somebody waits for them; what waits for the provider stands in its queue. */
async function tellDeciders(tx: Tx, ctx: Ctx<Caller>, id: number, { organisationId, nameAr, nameEn }: Organisation): Promise<void> {
  const request = await tx.selectFrom('membership as m').select(whomItWaitsFor.as('for')).where('m.id', '=', id).executeTakeFirstOrThrow()
  if (request.for !== 'authorizedSignatory') return
  const signatories = await membersInRole(tx, organisationId, 'authorizedSignatory')
  const { nameAr: personAr, nameEn: personEn } = ctx.caller
  const letter = { subject: { ar: 'شخص ينتظر موافقتك على انضمامه', en: 'Somebody waits for your approval to join' } }
  for (const to of signatories) await tell(tx, ctx, { to, kind: 'memberWaits', facts: { nameAr, nameEn, personAr, personEn }, letter })
}

export const declineInvitation = route(calls.declineInvitation, (ctx, { requestID, remarks }) =>
  ctx.db.transaction().execute(async (tx) => {
    const { row, organisation } = await hold(tx, ctx, requestID)
    const { nameAr, nameEn } = organisation
    const reason = remarks.trim()
    const sent = { ...row, person_id: ctx.caller.personId }
    await memberships.move(tx, ctx, sent, 'userRejected', {
      set: { person_id: ctx.caller.personId, remarks: reason },
      facts: { remarks: reason },
    })
    await voidLinks(tx, ctx, { purpose: 'accountInvitation', subject: requestID })
    const facts = { nameAr, nameEn, person: row.invited_name!, isExpired: false, reason }
    const letter = { subject: { ar: 'اعتُذر عن دعوة', en: 'An invitation was declined' } }
    await tell(tx, ctx, { to: row.invited_by!, kind: 'invitationEnded', facts, letter })
    return { status: '1' as const }
  }),
)
