import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { mobileNumber } from '#contract/addresses.ts'
import * as calls from '#contract/people.ts'
import { isNationalId, westernDigits } from '#contract/typedDigits.ts'
import { maskEmail, maskMobile } from '#server/features/profile/contactLetters.ts'
import { audit } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'
import { accountsOfPeople, endSessions } from './accountStates.ts'

/** Several people may give one mobile number; whoever looks one up is not shown a crowd. */
const atMost = 5

const people = (db: Queryable) =>
  db
    .selectFrom('person as p')
    .select(['p.id as personSlno', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'p.national_id_masked as nationalID'])
    .select(['p.email', 'p.mobile', 'p.status as state', 'p.created_at as createdDate', 'p.kyc_until as kycExpiryDate'])
    .select((e) => [
      sql<Date | null>`(select max(born_at) from session where person_id = p.id)`.as('lastSignIn'),
      sql<number>`(select count(*)::int from dsc where person_id = p.id and organisation_id is null and state = 'active')`.as(
        'certificatesInForce',
      ),
      sql<number>`(select count(*)::int from esign_transaction where person_id = p.id and state = 'success')`.as('signings'),
      jsonArrayFrom(
        e
          .selectFrom('membership as m')
          .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
          .select([
            'o.name_en as organizationName',
            'o.name_ar as organizationNameAr',
            'm.role',
            sql<boolean>`m.active and m.status = 'approved'`.as('isActive'),
          ])
          .whereRef('m.person_id', '=', 'p.id')
          .orderBy('m.id'),
      ).as('organizationList'),
      jsonArrayFrom(e.selectFrom('operator_role').select('role').whereRef('person_id', '=', 'p.id').orderBy('role')).as('roles'),
    ])

async function shown(db: Queryable, ids: number[]) {
  const rows = await people(db).where('p.id', 'in', ids).orderBy('p.id').execute()
  return rows.map(({ email, mobile, roles, ...row }) => ({
    ...row,
    email: email === null ? '' : maskEmail(email),
    mobileNo: mobile === null ? '' : maskMobile(mobile),
    operatorRoles: roles.map(({ role }) => role),
  }))
}

/** Who has exactly this national ID, e-mail address or mobile number, in whatever digits it was typed. */
async function found({ app, db }: Ctx, search: string): Promise<number[]> {
  const typed = westernDigits(search).trim()
  const mobile = mobileNumber.safeDecode(typed)
  const person = db.selectFrom('person').select('id').orderBy('id').limit(atMost)
  const rows = isNationalId(typed)
    ? await person.where('national_id_hash', '=', app.secrets.lookUp(typed)).execute()
    : mobile.success
      ? await person.where('mobile', '=', mobile.data).execute()
      : await person.where(sql`lower(email)`, '=', typed.toLowerCase()).execute()
  return rows.map(({ id }) => id)
}

export const findPeople = route(calls.findPeople, async (ctx, { search, reason }) => {
  const ids = await found(ctx, search)
  if (ids.length === 0) return { dataList: [] }
  return ctx.db.transaction().execute(async (tx) => {
    for (const personId of ids) {
      await recordLook(tx, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'profile' })
      await audit(tx, ctx, 'person.viewed', { personId, facts: { reason, by: ctx.caller.personId } })
    }
    return { dataList: await shown(tx, ids) }
  })
})

export const suspendPerson = route(calls.suspendPerson, (ctx, input) => move(ctx, input, 'suspended'))
export const reactivatePerson = route(calls.reactivatePerson, (ctx, input) => move(ctx, input, 'active'))

/** @throws Problem NOT_FOUND, NOT_ALLOWED for staff, WRONG_STATE */
async function move(ctx: Ctx<Caller>, { personSlno, remarks }: { personSlno: number; remarks: string }, to: 'active' | 'suspended') {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('person').select(['id', 'status']).where('id', '=', personSlno).forUpdate().executeTakeFirst()
    if (!row) throw new Problem('NOT_FOUND')
    const role = await tx.selectFrom('operator_role').select('role').where('person_id', '=', row.id).executeTakeFirst()
    if (role) throw new Problem('NOT_ALLOWED', { title: staff, cause: 'an account of the staff' })
    if (row.status === 'closed') throw new Problem('WRONG_STATE', { title: closed, cause: 'closed' })
    await accountsOfPeople.move(tx, ctx, { ...row, person_id: row.id }, to, { facts: { remarks, by: ctx.caller.personId } })
    if (to === 'suspended') await endSessions(tx, ctx, row.id)
    await tell(tx, ctx, { to: row.id, kind: news[to].kind, facts: { reason: remarks }, letter: { subject: news[to].subject } })
    return (await shown(tx, [row.id]))[0]!
  })
}

const staff = {
  ar: 'هذا حساب موظف لدى مقدّم الخدمة. اسحب صلاحيته أولًا.',
  en: 'This is an account of the provider’s own staff. Dismiss them first.',
}

const closed = { ar: 'أغلق صاحب الحساب حسابه.', en: 'The account is closed.' }

const news = {
  suspended: { kind: 'accountSuspended', subject: { ar: 'عُلّق حسابك', en: 'Your account was suspended' } },
  active: { kind: 'accountReactivated', subject: { ar: 'حسابك نشط من جديد', en: 'Your account is active again' } },
} as const
