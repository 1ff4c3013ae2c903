import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { addSeconds } from '../clock.ts'
import type { DB, OperatorRole } from '../db/schema.ts'
import { fixedStatement, type Queryable } from '../db/db.ts'
import type { Caller, CallerMembership, RequestFacts } from '../http/context.ts'
import type { AnyCall } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { endSession, isOver } from './lifetime.ts'
import { requireProof } from './proof.ts'
import { readAccessToken } from './tokens.ts'

/** The session that a bearer token stands for, as it is in the database now. Activity is noted, except by passive calls. */
export async function authenticate(facts: RequestFacts, call: AnyCall): Promise<Caller> {
  const { app, db, now } = facts
  // The scheme in any case (RFC 9110 §11.1); a token that is bound to a key may come under either (RFC 9449 §7.1).
  const bearer = /^(?:Bearer|DPoP) +([\w.-]{1,200})$/i.exec(facts.header('authorization') ?? '')?.[1]
  const token = bearer === undefined ? null : readAccessToken(app.secrets.tokens, bearer)
  if (!token || token.expiresAt <= now) throw new Problem('NOT_SIGNED_IN', { cause: bearer ? 'token' : 'no token' })
  const [session] = await sessionsOf(db, token.sessionId)
  if (!session || session.ended_at || session.revoked_at || session.status !== 'active')
    throw new Problem('NOT_SIGNED_IN', { cause: 'session ended' })
  if (session.public_id !== facts.deviceId) throw new Problem('NOT_SIGNED_IN', { cause: 'another device' })
  const over = isOver(app.configuration, session, now)
  if (over) {
    await db.transaction().execute((tx) => endSession(tx, { ...facts, caller: null, organisation: null }, session.id, over))
    throw new Problem('NOT_SIGNED_IN', { cause: over })
  }
  if (session.key_thumbprint)
    await requireProof(db, facts, { method: call.method, thumbprint: session.key_thumbprint, accessToken: bearer! })
  if (!call.passive && addSeconds(session.seen_at, 1) <= now)
    await db.updateTable('session').set({ seen_at: now }).where('id', '=', session.id).where(withoutTheDisk).execute()
  return { ...rightsFrom(session, session.organisation_id), ...describe(session) }
}

/** For one statement's transaction: a power cut may forget the last second's activity, and nobody waits for a disk that others keep busy. */
const withoutTheDisk = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`

type Row = {
  id: string
  personId: number
  accountId: number
  device_id: number
  name_ar: string
  name_en: string
  is_subscriber: boolean
  confirmed_at: Date
  kyc_until: Date
}
const describe = (row: Row) => ({
  sessionId: row.id,
  personId: row.personId,
  accountId: row.accountId,
  deviceRowId: row.device_id,
  nameAr: row.name_ar,
  nameEn: row.name_en,
  isSubscriber: row.is_subscriber,
  confirmedAt: row.confirmed_at,
  kycUntil: row.kyc_until,
})

/** What a person may do, beside what else is asked about them: memberships in active organisations and staff roles. */
const rights = (e: ExpressionBuilder<DB, 'person'>) =>
  [
    jsonArrayFrom(
      e
        .selectFrom('membership')
        .innerJoin('organisation', 'organisation.id', 'membership.organisation_id')
        .innerJoin('account', 'account.organisation_id', 'membership.organisation_id')
        .select([
          'membership.id',
          'membership.role',
          'organisation.id as organisationId',
          'account.id as accountId',
          'organisation.sip_number as sipNumber',
          'organisation.name_ar as nameAr',
          'organisation.name_en as nameEn',
        ])
        .whereRef('membership.person_id', '=', 'person.id')
        .where('membership.status', '=', 'approved')
        .where('membership.active', '=', true)
        .where('organisation.status', '=', 'active')
        .orderBy('membership.id'),
    ).as('memberships'),
    jsonArrayFrom(e.selectFrom('operator_role').select('role').whereRef('operator_role.person_id', '=', 'person.id')).as('operatorRoles'),
  ] as const

/** A session with its person, device and rights: every call looks for one. */
const sessionsOf = fixedStatement((db, id: string) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .innerJoin('account', 'account.person_id', 'session.person_id')
    .innerJoin('device', 'device.id', 'session.device_id')
    .select([
      'session.id',
      'session.born_at',
      'session.seen_at',
      'session.ended_at',
      'session.confirmed_at',
      'session.key_thumbprint',
      'session.organisation_id',
      'session.device_id',
    ])
    .select([
      'person.id as personId',
      'account.id as accountId',
      'person.name_ar',
      'person.name_en',
      'person.is_subscriber',
      'person.kyc_until',
      'person.status',
      'device.public_id',
      'device.revoked_at',
    ])
    .select(rights)
    .where('session.id', '=', id),
)

type Rights = Pick<Caller, 'memberships' | 'organisation' | 'operatorRoles'>
type RightsRow = { memberships: CallerMembership[]; operatorRoles: { role: OperatorRole['role'] }[] }

/** Whoever loses the organisation they act for acts for none until they choose again: never for another without knowing it. */
function rightsFrom({ memberships, operatorRoles }: RightsRow, selectedId: number | null): Rights {
  const organisation =
    (selectedId === null ? memberships[0] : memberships.find(({ organisationId }) => organisationId === selectedId)) ?? null
  return { memberships, organisation, operatorRoles: operatorRoles.map(({ role }) => role) }
}

export async function rightsOf({ db }: { db: Queryable }, personId: number, selectedId: number | null): Promise<Rights> {
  const row = await db.selectFrom('person').select(rights).where('id', '=', personId).executeTakeFirstOrThrow()
  return rightsFrom(row, selectedId)
}
