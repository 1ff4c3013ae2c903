/** An account is closed: nobody signs in to it any more, and what is open in it comes to its end by its own rules. */
import { sql } from 'kysely'
import { type ClosingObstacle, closingObstacles, closingObstacleWords } from '#contract/erasure.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { tellHolder } from '#server/features/certificates/news.ts'
import { endMembership, tellAdmins } from '#server/features/members/endMembership.ts'
import { isLastOfRole } from '#server/features/members/members.ts'
import { lockOrganisation, memberships } from '#server/features/members/states.ts'
import { lockOrder } from '#server/features/payments/orders.ts'
import { endUnsigned, lockTransaction } from '#server/features/signing/states.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'
import { accountsOfPeople, endSessions } from './accountStates.ts'

/** What stands against closing somebody's account. */
export async function obstaclesOf(db: Queryable, personId: number): Promise<ClosingObstacle[]> {
  const last = (role: 'enrolmentAdmin' | 'authorizedSignatory') => sql<boolean>`exists (select from membership m where m.person_id = p.id
    and m.role = ${role} and m.status = 'approved' and m.active and ${isLastOfRole})`
  const found = await db
    .selectFrom('person as p')
    .where('p.id', '=', personId)
    .select([
      sql<boolean>`exists (select from operator_role where person_id = p.id)`.as('staff'),
      last('enrolmentAdmin').as('lastAdmin'),
      last('authorizedSignatory').as('lastSignatory'),
      sql<boolean>`exists (select from dsc where person_id = p.id and state in ('paid', 'identityVerified', 'approved'))`.as(
        'paidApplication',
      ),
      sql<boolean>`exists (select from payment join sales_order o on o.id = payment.order_id
        where o.person_id = p.id and payment.status = 'initiated')`.as('openPayment'),
    ])
    .executeTakeFirstOrThrow()
  return closingObstacles.filter((one) => found[one])
}

/** @throws Problem WRONG_STATE with the first reason */
export async function refuseToClose(db: Queryable, personId: number): Promise<void> {
  const [first] = await obstaclesOf(db, personId)
  if (first) throw new Problem('WRONG_STATE', { title: closingObstacleWords[first], cause: first })
}

/** Whoever else is in the organisations cannot leave at the same time: the last admin of one stays. */
async function lockOrganisations(tx: Tx, personId: number): Promise<void> {
  const own = await tx
    .selectFrom('membership')
    .select('organisation_id')
    .distinct()
    .where('person_id', '=', personId)
    .orderBy('organisation_id')
    .execute()
  for (const { organisation_id } of own) await lockOrganisation(tx, organisation_id)
}

type Closing = { personId: number; remarks: string }

/**
 * Closes an account in the caller's transaction: sessions, memberships, invitations, signings and certificates end with it.
 * @throws Problem WRONG_STATE where something stands against it, or it is closed already
 */
export async function closeAccount(tx: Tx, ctx: Ctx<Caller>, { personId, remarks }: Closing): Promise<void> {
  const person = await tx.selectFrom('person').selectAll().where('id', '=', personId).forUpdate().executeTakeFirstOrThrow()
  if (person.status === 'closed') return
  await lockOrganisations(tx, personId)
  await refuseToClose(tx, personId)
  const facts = { remarks, by: ctx.caller.personId }
  await accountsOfPeople.move(tx, ctx, { id: personId, status: person.status, person_id: personId }, 'closed', { facts })
  await endSessions(tx, ctx, personId)
  await leaveOrganisations(tx, ctx, person)
  await endSignings(tx, ctx, personId)
  await endCertificates(tx, ctx, personId)
}

type Person = { id: number; name_ar: string; name_en: string; national_id_hash: Buffer }
const left = 'أُغلق الحساب. The account was closed.'

async function leaveOrganisations(tx: Tx, ctx: Ctx<Caller>, person: Person): Promise<void> {
  const open = await tx
    .selectFrom('membership as m')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .select(['m.id', 'm.status', 'm.invited_by', 'm.invited_name', 'm.public_id', 'o.id as organisationId', 'o.name_ar', 'o.name_en'])
    .where((e) => e.or([e('m.person_id', '=', person.id), e('m.national_id_hash', '=', person.national_id_hash)]))
    .where('m.status', 'in', ['initiated', 'pending', 'approved'])
    .orderBy('m.id')
    .forUpdate('m')
    .execute()
  for (const { id, status, invited_by, invited_name, public_id, organisationId, name_ar: nameAr, name_en: nameEn } of open) {
    if (status === 'approved') {
      await endMembership(tx, ctx, { id, status, person_id: person.id }, left, ctx.caller.personId)
      await tellAdmins(tx, ctx, { id: organisationId, nameAr, nameEn }, person, left)
      continue
    }
    await memberships.move(tx, ctx, { id, status, public_id, person_id: person.id }, 'cancelled', { set: { remarks: left } })
    const told = { nameAr, nameEn, person: invited_name ?? '', isExpired: false, reason: left }
    const letter = { subject: { ar: 'انتهت دعوة', en: 'An invitation has ended' } }
    if (invited_by) await tell(tx, ctx, { to: invited_by, kind: 'invitationEnded', facts: told, letter })
  }
}

/** What is approved already is signed and ends by itself; nothing else begins. */
async function endSignings(tx: Tx, ctx: Ctx<Caller>, personId: number): Promise<void> {
  const open = await tx
    .selectFrom('esign_transaction')
    .select('id')
    .where('person_id', '=', personId)
    .where('state', 'in', ['reserved', 'authentication'])
    .orderBy('id')
    .execute()
  for (const { id } of open) {
    const transaction = await lockTransaction(tx, id)
    if (transaction.state === 'reserved' || transaction.state === 'authentication')
      await endUnsigned(tx, ctx, transaction, { to: 'cancelled', cause: 'the account was closed' })
  }
}

async function endCertificates(tx: Tx, ctx: Ctx<Caller>, personId: number): Promise<void> {
  const open = await tx
    .selectFrom('dsc')
    .select(['id', 'order_id', 'state'])
    .where('person_id', '=', personId)
    .where('organisation_id', 'is', null)
    .where('state', 'in', ['applied', 'issued', 'active', 'suspended'])
    .orderBy('id')
    .execute()
  for (const { id, order_id, state } of open) {
    if (state === 'applied') await lockOrder(tx, order_id)
    const locked = await certificates.lock(tx, id)
    if (locked.state === 'applied') await certificates.move(tx, ctx, locked, 'cancelled', { cause: 'account closed' })
    if (locked.state !== 'issued' && locked.state !== 'active' && locked.state !== 'suspended') continue
    const reason = 'cessationOfOperation'
    await ctx.app.authority.status.revoke(tx, locked.serial_number!, reason)
    const set = { pkcs12_sealed: null, pkcs12_until: null }
    await certificates.move(tx, ctx, locked, 'revoked', { cause: 'account closed', event: { reason }, set })
    await tellHolder(tx, ctx, id, 'revoked')
  }
}
