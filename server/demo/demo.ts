import type { UserType } from '#contract/agreements.ts'
import type { App } from '#server/app.ts'
import { recordAcceptance } from '#server/features/agreements/agreements.ts'
import { systemActor } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { createDb, type Connection, type Tx } from '#server/platform/db/db.ts'
import { newReference } from '#server/platform/http/refusal.ts'
import { maskNationalId } from '#server/platform/secrets.ts'
import { creditStartingSeats, takeSeat } from '#server/platform/seats.ts'
import { hashPassword } from '#server/platform/sessions/password.ts'
import { cast, demoPassword, mailDomains, organisations, type DemoPerson, demoPeople } from './cast.ts'
import { addCatalogue } from './catalogue.ts'
import { addCertificates } from './certificates.ts'
import { addCrowd } from './crowd.ts'
import { addConsoleParts } from './consoleParts.ts'
import { addFinance } from './finance.ts'
import { addHistory } from './history.ts'
import { addNotices } from './notices.ts'
import { addMemberChanges, addOrganisationChanges, addUnitsAndContacts } from './organisationParts.ts'
import { addSeals } from './seals.ts'
import { addSignings } from './signings.ts'

/**
 * Fills an empty database with the people, organisations and catalogue of the demonstration; does nothing where anybody is.
 * @param isCrowded the first organisation has more people than those whom the demonstration speaks of
 */
export async function addDemoData(app: App, owner: Connection | string, { isCrowded = false } = {}): Promise<void> {
  const somebody = await app.db.selectFrom('person').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  const passwordHash = await hashPassword(demoPassword)
  const people = new Map<string, number>()
  let ofA: { organisationId: number; admin: number; signatory: number } | undefined
  const db = createDb(owner, { connections: 1 }) // the application may make nobody an operator
  const filled = db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const pricing = await addCatalogue(tx, addDays(now, -720))
    const orgIds = { A: await addOrganisation(tx, 'A', now), B: await addOrganisation(tx, 'B', now) }
    for (const person of demoPeople) people.set(person.nationalId, await addPerson(tx, app, person, orgIds, passwordHash))
    ofA = { organisationId: orgIds.A, admin: people.get(cast.sarah)!, signatory: people.get(cast.abdulaziz)! }
    await addUnitsAndContacts(tx, ofA, now)
    await addOrganisationChanges(tx, ofA, now)
    if (isCrowded) await addCrowd(tx, app, ofA, passwordHash)
    await addMemberChanges(tx, ofA, people.get(cast.reem)!, now)
    await addConsoleParts(
      tx,
      app,
      { officer: people.get(cast.bandar)!, lastAdmin: people.get(cast.majed)!, subscriber: people.get(cast.faisal)! },
      now,
    )
    await addLooks(tx, people, orgIds, now)
    await addHistory(tx, app, { pricing, subscriber: people.get(cast.noura)!, newcomer: people.get(cast.faisal)! })
    await addFinance(tx, app, { finance: people.get(cast.latifah)!, administrator: people.get(cast.amal)! })
  })
  await filled.finally(() => db.destroy())
  await addCertificates(app, people.get(cast.noura)!)
  await addSeals(app, { organisationId: ofA!.organisationId, admin: ofA!.admin })
  await addSignings(app, people.get(cast.noura)!)
  await addNotices(app)
}

async function addOrganisation(tx: Tx, which: keyof typeof organisations, now: Date): Promise<number> {
  const { unifiedNumber, crNumber, nameAr, nameEn, vatNumber, sipCode, postalCode, ...reached } = organisations[which]
  const { id } = await tx
    .insertInto('organisation')
    .values({
      unified_number: unifiedNumber,
      cr_number: crNumber,
      name_ar: nameAr,
      name_en: nameEn,
      vat_number: vatNumber,
      sip_code: sipCode,
      postal_code: postalCode,
      ...reached,
      created_at: addDays(now, -400),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await tx.selectFrom('account').select('id').where('organisation_id', '=', id).executeTakeFirstOrThrow()
  await creditStartingSeats(tx, addDays(now, -400), account.id)
  return id
}

async function addPerson(tx: Tx, app: App, person: DemoPerson, orgIds: { A: number; B: number }, passwordHash: string): Promise<number> {
  const { nationalId, ar, en } = person
  const now = app.clock.now()
  const { id } = await tx
    .insertInto('person')
    .values({
      national_id_hash: app.secrets.lookUp(nationalId),
      national_id_sealed: app.secrets.seal(nationalId, 'national ID'),
      national_id_masked: maskNationalId(nationalId),
      first_name_ar: ar[0],
      father_name_ar: ar[1],
      grandfather_name_ar: ar[2],
      family_name_ar: ar[3],
      first_name_en: en[0],
      father_name_en: en[1],
      grandfather_name_en: en[2],
      family_name_en: en[3],
      born_on: person.bornOn,
      gender: person.gender,
      nationality: 'SA',
      nationality_code: '113',
      email: `${en[0]}.${en[3]}@example.sa`.toLowerCase(),
      mobile: `9665000${nationalId.slice(-5)}`,
      password_hash: passwordHash,
      is_subscriber: person.isSubscriber ?? false,
      kyc_until: addDays(now, 300),
      created_at: addDays(now, -65),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [which, role] of Object.entries(person.members ?? {})) {
    const member = await tx
      .insertInto('membership')
      .values({
        organisation_id: orgIds[which as 'A' | 'B'],
        person_id: id,
        role,
        status: 'approved',
        designation: designations[role],
        employee_number: `${which}-${nationalId.slice(-4)}`,
        work_email: `${en[0]}.${en[3]}@${mailDomains[which as 'A' | 'B']}`.toLowerCase(),
        work_mobile: `9665000${nationalId.slice(-5)}`,
        created_at: addDays(now, -60),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await takeSeat(tx, addDays(now, -60), member.id)
  }
  await addAcceptances(tx, app, person, id, orgIds)
  for (const role of person.operator ?? []) await tx.insertInto('operator_role').values({ person_id: id, role }).execute()
  return id
}

const designations = { enrolmentAdmin: 'مديرة الموارد البشرية', authorizedSignatory: 'الرئيس التنفيذي', organizationUser: 'أخصائي عقود' }

/** What each accepted when they joined, and what was published since. Sarah has yet to accept what belongs to her second organisation. */
async function addAcceptances(tx: Tx, app: App, person: DemoPerson, personId: number, orgIds: { A: number; B: number }): Promise<void> {
  const actor = { ...systemActor(app), address: '127.0.0.1', language: 'ar' as const }
  const joined = { ...actor, now: addDays(actor.now, -65) }
  const invited = { ...actor, now: addDays(actor.now, -60) }
  const accept = async (at: typeof actor, of: { userType: UserType; organisationId: number | null }, how: 'enrolment' | 'invitation') => {
    await recordAcceptance(tx, at, { personId, ...of, how })
    await recordAcceptance(tx, actor, { personId, ...of, how: 'account' })
  }
  if (person.isSubscriber) await accept(joined, { userType: 'subscriber', organisationId: null }, 'enrolment')
  for (const [which, userType] of Object.entries(person.members ?? {}).slice(0, 1))
    await accept(invited, { userType, organisationId: orgIds[which as 'A' | 'B'] }, 'invitation')
}

/** Looks that others took at people's data, as the people find them under “my data”. */
async function addLooks(tx: Tx, people: Map<string, number>, orgIds: { A: number; B: number }, now: Date): Promise<void> {
  const looks = [
    { of: cast.noura, by: cast.bandar, org: null, what: 'profile', daysAgo: 41 },
    { of: cast.noura, by: cast.tariq, org: null, what: 'transactions', daysAgo: 12 },
    { of: cast.reem, by: cast.sarah, org: orgIds.A, what: 'profile', daysAgo: 20 },
    { of: cast.reem, by: cast.abdulaziz, org: orgIds.A, what: 'requests', daysAgo: 19 },
    { of: cast.reem, by: cast.sarah, org: orgIds.A, what: 'export', daysAgo: 3 },
  ] as const
  for (const { of, by, org, what, daysAgo } of looks)
    await recordLook(
      tx,
      { now: addDays(now, -daysAgo), reference: newReference() },
      { personId: people.get(of)!, viewerId: people.get(by)!, organisationId: org, what },
    )
}
