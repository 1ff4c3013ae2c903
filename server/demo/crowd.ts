/** Whoever else belongs to the first organisation of the demonstration, was invited to it, asks to join it, or was turned away. */
import { mailDomains } from './cast.ts'
import { isNationalId } from '#contract/typedDigits.ts'
import type { MembershipStatus } from '#contract/members.ts'
import { invitationDays } from '#contract/invitations.ts'
import type { App } from '#server/app.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enter } from '#server/platform/ledger.ts'
import { maskNationalId, newPublicId } from '#server/platform/secrets.ts'
import { giveSeatBack, takeSeat } from '#server/platform/seats.ts'

/** First and family name in Arabic and in English, the unit, and how it stands. */
type Somebody = readonly [firstAr: string, familyAr: string, first: string, family: string, unit: string, status: MembershipStatus]

const crowd: readonly Somebody[] = [
  ['منى', 'الشمري', 'Mona', 'Alshammari', 'Contracts', 'approved'],
  ['بدر', 'القرني', 'Badr', 'Alqarni', 'Finance', 'approved'],
  ['لينا', 'الحازمي', 'Lina', 'Alhazmi', 'Legal Affairs', 'approved'],
  ['نايف', 'العنزي', 'Naif', 'Alanazi', 'Procurement', 'approved'],
  ['عبير', 'الثقفي', 'Abeer', 'Althaqafi', 'Human Resources', 'approved'],
  ['ياسر', 'الجهني', 'Yasser', 'Aljuhani', 'Sales', 'approved'],
  ['دلال', 'الرشيدي', 'Dalal', 'Alrashidi', 'Customer Care', 'approved'],
  ['حاتم', 'الأسمري', 'Hatem', 'Alasmari', 'Information Technology', 'approved'],
  ['شهد', 'البلوي', 'Shahad', 'Albalawi', 'Contracts', 'approved'],
  ['راكان', 'السهلي', 'Rakan', 'Alsahli', 'Finance', 'approved'],
  ['هيفاء', 'الخالدي', 'Haifa', 'Alkhaldi', 'Sales', 'approved'],
  ['زياد', 'المالكي', 'Ziad', 'Almalki', 'Procurement', 'approved'],
  ['أروى', 'العمري', 'Arwa', 'Alamri', 'Legal Affairs', 'approved'],
  ['مشعل', 'الدوسري', 'Mishal', 'Aldosari', 'Customer Care', 'approved'],
  ['غادة', 'الصاعدي', 'Ghada', 'Alsaedi', 'Human Resources', 'approved'],
  ['وليد', 'الفيفي', 'Waleed', 'Alfaifi', 'Information Technology', 'approved'],
  ['سلوى', 'النجدي', 'Salwa', 'Alnajdi', 'Contracts', 'approved'],
  ['تركي', 'الرويلي', 'Turki', 'Alruwaili', 'Sales', 'deactivated'],
  ['خلود', 'اليامي', 'Khulood', 'Alyami', 'Finance', 'deactivated'],
  ['سامي', 'الزبيدي', 'Sami', 'Alzubaidi', 'Sales', 'rejected'],
  ['ابتسام', 'المري', 'Ibtisam', 'Almarri', 'Legal Affairs', 'rejected'],
  ['فهد', 'العسيري', 'Fahd', 'Alasiri', 'Procurement', 'userRejected'],
  ['رنا', 'الحسني', 'Rana', 'Alhasani', 'Customer Care', 'pending'],
  ['ماهر', 'القثامي', 'Maher', 'Alqathami', 'Contracts', 'pending'],
  ['جواهر', 'السلمي', 'Jawaher', 'Alsulami', 'Finance', 'pending'],
  ['طلال', 'الحمدان', 'Talal', 'Alhamdan', 'Sales', 'pending'],
  ['أمجاد', 'العصيمي', 'Amjad', 'Alosaimi', 'Human Resources', 'initiated'],
  ['نواف', 'المحمادي', 'Nawaf', 'Almohammadi', 'Contracts', 'initiated'],
  ['وجدان', 'الهذلي', 'Wijdan', 'Alhudhali', 'Procurement', 'initiated'],
  ['عمر', 'باحارث', 'Omar', 'Baharith', 'Information Technology', 'initiated'],
  ['ريناد', 'الطويرقي', 'Renad', 'Altuwairqi', 'Sales', 'initiated'],
  ['أنس', 'الشهراني', 'Anas', 'Alshahrani', 'Customer Care', 'cancelled'],
  ['لطيفة', 'الودعاني', 'Latifa', 'Alwadani', 'Finance', 'cancelled'],
]
const remarks: Partial<Record<MembershipStatus, string>> = {
  deactivated: 'انتهى عقده.',
  rejected: 'ليس من منسوبي المنشأة.',
  userRejected: 'أعمل في جهة أخرى.',
  cancelled: 'شُغلت الوظيفة.',
}
const women = new Set([
  'Mona',
  'Lina',
  'Abeer',
  'Dalal',
  'Shahad',
  'Haifa',
  'Arwa',
  'Ghada',
  'Salwa',
  'Khulood',
  'Ibtisam',
  'Rana',
  'Jawaher',
])
const moreSeats = 22

type Who = { organisationId: number; admin: number }

export async function addCrowd(tx: Tx, app: App, who: Who, passwordHash: string): Promise<void> {
  const now = app.clock.now()
  await addSeats(tx, who, addDays(now, -64))
  const units = await tx
    .selectFrom('organisation_unit')
    .select(['id', 'name_en'])
    .where('organisation_id', '=', who.organisationId)
    .execute()
  for (const [i, one] of crowd.entries()) {
    const unitId = units.find(({ name_en }) => name_en === one[4])!.id
    await addOne(tx, app, who, { one, i, unitId, passwordHash })
  }
}

/** The organisation bought seats of users. */
async function addSeats(tx: Tx, { organisationId }: Who, at: Date): Promise<void> {
  const { id: accountId } = await tx
    .selectFrom('account')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  const { id: planId } = await tx
    .updateTable('plan')
    .set((e) => ({ credited: e('credited', '+', moreSeats), available: e('available', '+', moreSeats) }))
    .where('account_id', '=', accountId)
    .where('role', '=', 'organizationUser')
    .returning('id')
    .executeTakeFirstOrThrow()
  const credited = { accountId, planId, kind: 'credit', from: 'issued', to: 'available', amount: moreSeats } as const
  await enter(tx, at, { ...credited, key: `credit:demo:${planId}` })
}

type New = { one: Somebody; i: number; unitId: number; passwordHash: string }

async function addOne(tx: Tx, app: App, { organisationId, admin }: Who, { one, i, unitId, passwordHash }: New): Promise<void> {
  const [firstAr, familyAr, first, family, , status] = one
  const nationalId = nationalIdOf(i)
  const invitedAt = addDays(app.clock.now(), status === 'initiated' || status === 'pending' ? -1 - (i % 5) : -12 - i)
  const isKnown = status !== 'initiated' && status !== 'cancelled'
  const personId = isKnown ? await addPerson(tx, app, { one, i, nationalId, passwordHash }) : null
  const hasSent = status !== 'initiated' && status !== 'cancelled' && status !== 'userRejected'
  const { id } = await tx
    .insertInto('membership')
    .values({
      organisation_id: organisationId,
      person_id: personId,
      role: 'organizationUser',
      status: status === 'deactivated' ? 'approved' : status,
      public_id: newPublicId(),
      invited_by: admin,
      invited_at: invitedAt,
      invited_name: `${firstAr} ${familyAr}`,
      national_id_hash: app.secrets.lookUp(nationalId),
      national_id_masked: maskNationalId(nationalId),
      invitation_ends_at: addDays(invitedAt, invitationDays),
      submitted_at: hasSent ? addDays(invitedAt, 0.4) : null,
      work_email: `${first}.${family}@${mailDomains.A}`.toLowerCase(),
      work_mobile: `9665551${String(10_000 + i)}`,
      employee_number: `A-${2_000 + i}`,
      unit_id: unitId,
      remarks: remarks[status] ?? '',
      created_at: invitedAt,
      ...(hasSent && { country: 'SA', region: 'Riyadh', city: 'Riyadh', postal_code: '12313' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status !== 'approved' && status !== 'deactivated') return
  await takeSeat(tx, addDays(invitedAt, 1), id)
  if (status !== 'deactivated') return
  await giveSeatBack(tx, addDays(invitedAt, 9), id)
  await tx.updateTable('membership').set({ status: 'deactivated' }).where('id', '=', id).execute()
}

/** Their identity app approves by itself, as that of everybody in the demonstration. */
function nationalIdOf(i: number): string {
  const start = `120009${String(100 + i)}`
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isNationalId)!
}

async function addPerson(tx: Tx, app: App, { one, i, nationalId, passwordHash }: Omit<New, 'unitId'> & { nationalId: string }) {
  const [firstAr, familyAr, first, family] = one
  const { id } = await tx
    .insertInto('person')
    .values({
      national_id_hash: app.secrets.lookUp(nationalId),
      national_id_sealed: app.secrets.seal(nationalId, 'national ID'),
      national_id_masked: maskNationalId(nationalId),
      first_name_ar: firstAr,
      father_name_ar: 'محمد',
      grandfather_name_ar: 'علي',
      family_name_ar: familyAr,
      first_name_en: first,
      father_name_en: 'Mohammed',
      grandfather_name_en: 'Ali',
      family_name_en: family,
      born_on: `${1975 + (i % 25)}-0${1 + (i % 9)}-1${i % 10}`,
      gender: women.has(first) ? 'F' : 'M',
      nationality: 'SA',
      nationality_code: '113',
      email: `${first}.${family}@example.sa`.toLowerCase(),
      mobile: `9665552${String(10_000 + i)}`,
      password_hash: passwordHash,
      is_subscriber: true,
      kyc_until: addDays(app.clock.now(), 200 + i),
      created_at: addDays(app.clock.now(), -64),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
