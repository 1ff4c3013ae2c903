/** Changes to members as they are read: who they are about, what would change, and whose decision comes next. */
import { sql } from 'kysely'
import type { OrgRole } from '#contract/kit.ts'
import { type ChangeType, orgRoleWords } from '#contract/members.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/problems.ts'

/** What a change `c` would make of the member, in words of a language; joined with its units as `old_unit` and `new_unit`. */
export const valueIn = (which: 'old' | 'new', language: 'ar' | 'en') => {
  const value = sql.ref(`c.${which}_value`)
  const roles = Object.entries(orgRoleWords) as [OrgRole, { ar: string; en: string }][]
  return sql<string>`(case c.kind when 'unit' then coalesce(${sql.ref(`${which}_unit.name_${language}`)}, '')
    when 'role' then (case ${value} ${sql.join(
      roles.map(([role, words]) => sql`when ${sql.lit(role)} then ${words[language]}`),
      sql` `,
    )} end) else ${value} end)`
}

/** Whom a change `c` to the member `m` waits for; a signatory decides neither what they asked for nor what is about themselves. */
export const whomChangeWaitsFor = sql<'authorizedSignatory' | 'registrationOfficer' | null>`(case
  when c.status <> 'pending' then null
  when c.signatory_approved_at is null and exists (select from membership other where other.organisation_id = m.organisation_id
    and other.role = 'authorizedSignatory' and other.status = 'approved' and other.active
    and other.person_id <> m.person_id and other.person_id <> c.made_by) then 'authorizedSignatory'
  else 'registrationOfficer' end)`

/** Changes with their member and units, to select from. */
export const changesOf = (db: Queryable) =>
  db
    .selectFrom('membership_change as c')
    .innerJoin('membership as m', 'm.id', 'c.membership_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('organisation_unit as old_unit', 'old_unit.id', 'c.old_unit_id')
    .leftJoin('organisation_unit as new_unit', 'new_unit.id', 'c.new_unit_id')

/** What waits about a member, for those who may read them. */
export async function openChanges(db: Queryable, language: Language, memberId: number) {
  return changesOf(db)
    .where('c.membership_id', '=', memberId)
    .where('c.status', '=', 'pending')
    .select(['c.id as slNo', sql<ChangeType>`c.kind`.as('changeType'), 'c.created_at as requestDate'])
    .select([valueIn('new', language).as('newValue'), whomChangeWaitsFor.as('waitsFor')])
    .orderBy('c.id')
    .execute()
}
