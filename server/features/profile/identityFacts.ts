import type { Updateable } from 'kysely'
import type { IdentityChange } from '#contract/sessions.ts'
import type { IdentityAssertion } from '#server/adapters/identity/identity.ts'
import { markOldNames } from '#server/features/certificates/oldNames.ts'
import type { Acting } from '#server/features/certificates/states.ts'
import { audit } from '#server/platform/audit.ts'
import type { Person } from '#server/platform/db/schema.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { tell } from '#server/platform/tell.ts'
import { identityLetter } from './identityLetter.ts'

/** What the identity provider vouches for, as a person's row keeps it. */
export const factsOf = ({ nameAr, nameEn, bornOn, gender, nationality, nationalityCode, idExpiresOn }: IdentityAssertion) =>
  ({
    first_name_ar: nameAr.first,
    father_name_ar: nameAr.father,
    grandfather_name_ar: nameAr.grandfather,
    family_name_ar: nameAr.family,
    first_name_en: nameEn.first,
    father_name_en: nameEn.father,
    grandfather_name_en: nameEn.grandfather,
    family_name_en: nameEn.family,
    born_on: bornOn,
    gender: gender === 'male' ? 'M' : 'F',
    nationality: nationality ?? null, // an assertion that was sealed before countries were known has none
    nationality_code: nationalityCode,
    identity_expires_on: idExpiresOn,
  }) satisfies Updateable<Person>

const columns = [
  'id',
  'name_ar',
  'name_en',
  'first_name_ar',
  'father_name_ar',
  'grandfather_name_ar',
  'family_name_ar',
  'first_name_en',
  'father_name_en',
  'grandfather_name_en',
  'family_name_en',
  'born_on',
  'gender',
  'nationality',
  'nationality_code',
  'identity_expires_on',
] as const

const told = {
  nameAr: 'name_ar',
  nameEn: 'name_en',
  dateOfBirth: 'born_on',
  gender: 'gender',
  nationality: 'nationality',
  identityExpiresOn: 'identity_expires_on',
} as const satisfies Record<IdentityChange['fact'], (typeof columns)[number]>

export type BroughtUpToDate = { changes: IdentityChange[]; oldNameUntil: Date | null }

/**
 * Takes over what a fresh, verified assertion says of a person: their row, what is made of their certificates, the trail, and what they are
 * told stand or fall together. A fact that was not known before is kept without a word.
 */
export async function bringUpToDate(
  tx: Queryable,
  acting: Acting,
  personId: number,
  assertion: IdentityAssertion,
): Promise<BroughtUpToDate> {
  const before = await tx.selectFrom('person').select(columns).where('id', '=', personId).forUpdate().executeTakeFirstOrThrow()
  const vouchedFor = factsOf(assertion)
  const isKnown = Object.entries(vouchedFor).every(([column, value]) => before[column as keyof typeof vouchedFor] === value)
  if (isKnown) return { changes: [], oldNameUntil: null }
  const after = await tx.updateTable('person').set(vouchedFor).where('id', '=', personId).returning(columns).executeTakeFirstOrThrow()
  const changes = Object.entries(told).flatMap(([fact, column]) =>
    before[column] === null || before[column] === after[column]
      ? []
      : [{ fact: fact as IdentityChange['fact'], before: before[column], after: after[column] }],
  )
  const oldNameUntil = await markOldNames(tx, acting, before, after)
  if (changes.length === 0) return { changes, oldNameUntil }
  const facts = changes.map(({ fact }) => fact)
  await audit(tx, acting, 'identity.changed', { personId, facts: { changed: facts, oldNameUntil: oldNameUntil?.toISOString() ?? null } })
  await tell(tx, acting, {
    to: personId,
    kind: 'identityChanged',
    facts: { facts, oldNameUntil: oldNameUntil?.toISOString() ?? null },
    letter: identityLetter(acting.app.configuration.PUBLIC_URL, changes, oldNameUntil),
  })
  return { changes, oldNameUntil }
}
