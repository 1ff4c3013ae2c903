/** Units, contacts and changes of the first organisation, in every state. */
import { mailDomains } from './cast.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newPublicId } from '#server/platform/secrets.ts'

type State = 'approved' | 'inactive' | 'pending' | 'rejected'

/** Nothing before its people joined, sixty days ago. */
const units: [ar: string, en: string, State, daysAgo: number][] = [
  ['الإدارة العامة', 'General Management', 'approved', 59],
  ['العقود', 'Contracts', 'approved', 59],
  ['الشؤون القانونية', 'Legal Affairs', 'approved', 58],
  ['الموارد البشرية', 'Human Resources', 'approved', 58],
  ['المالية', 'Finance', 'approved', 58],
  ['المشتريات', 'Procurement', 'approved', 57],
  ['تقنية المعلومات', 'Information Technology', 'approved', 57],
  ['المبيعات', 'Sales', 'approved', 56],
  ['خدمة العملاء', 'Customer Care', 'approved', 55],
  ['فرع جدة القديم', 'Old Jeddah Branch', 'inactive', 55],
  ['مشاريع خاصة', 'Special Projects', 'rejected', 40],
  ['فرع الدمام', 'Dammam Branch', 'pending', 3],
]
const contacts: ['sponsor' | 'technicalContact', name: string, mailbox: string, State, daysAgo: number][] = [
  ['sponsor', 'هند محمد الشهري', 'hind.alshehri', 'approved', 54],
  ['sponsor', 'فيصل الغامدي', 'faisal.alghamdi', 'inactive', 53],
  ['technicalContact', 'راكان المطيري', 'rakan.almutairi', 'approved', 52],
  ['technicalContact', 'لمى سعود العنزي', 'lama.alanazi', 'approved', 30],
  ['technicalContact', 'مكتب الربط التقني', 'integration', 'pending', 5],
]
const movedOn = 'انتقل إلى عمل آخر.'
const remarks: Record<State, string> = {
  approved: '',
  inactive: 'أُغلق ونُقل العاملون فيه.',
  pending: '',
  rejected: 'الوحدة مؤقتة، فلا حاجة إلى تسجيلها.',
}

type Who = { organisationId: number; admin: number; signatory: number }

export async function addUnitsAndContacts(tx: Tx, { organisationId, admin, signatory }: Who, now: Date): Promise<void> {
  const made = (daysAgo: number) => ({
    public_id: newPublicId(),
    organisation_id: organisationId,
    status: 'pending' as const,
    made_by: admin,
    created_at: addDays(now, -daysAgo),
  })
  const decided = (state: State, daysAgo: number, why = remarks[state]) => ({
    status: state === 'rejected' ? ('rejected' as const) : ('approved' as const),
    active: state !== 'inactive',
    remarks: why,
    decided_by: signatory,
    decided_at: addDays(now, -daysAgo + 1),
  })
  for (const [name_ar, name_en, state, daysAgo] of units) {
    const row = tx.insertInto('organisation_unit').values({ ...made(daysAgo), name_ar, name_en })
    const { id } = await row.returning('id').executeTakeFirstOrThrow()
    if (state !== 'pending') await tx.updateTable('organisation_unit').set(decided(state, daysAgo)).where('id', '=', id).execute()
  }
  const primary = new Set<string>()
  for (const [i, [kind, name, mailbox, state, daysAgo]] of contacts.entries()) {
    const reached = { email: `${mailbox}@${mailDomains.A}`, mobile: `96655000010${i}` }
    const row = tx.insertInto('organisation_contact').values({ ...made(daysAgo), kind, name, ...reached })
    const { id } = await row.returning('id').executeTakeFirstOrThrow()
    if (state === 'pending') continue
    const is_primary = state === 'approved' && !primary.has(kind)
    if (is_primary) primary.add(kind)
    await tx
      .updateTable('organisation_contact')
      .set({ ...decided(state, daysAgo, state === 'inactive' ? movedOn : undefined), is_primary })
      .where('id', '=', id)
      .execute()
  }
}

type Asked = {
  of: number
  by: number
  kind: 'email' | 'mobile' | 'unit'
  value: string
  status: 'pending' | 'approved' | 'rejected'
  daysAgo: number
}

/** What was asked to change about the organisation’s people; who belongs to which unit besides. */
export async function addMemberChanges(tx: Tx, { organisationId, admin, signatory }: Who, user: number, now: Date): Promise<void> {
  const members = await tx
    .selectFrom('membership')
    .select(['id', 'person_id', 'work_email', 'work_mobile'])
    .where('organisation_id', '=', organisationId)
    .execute()
  const units = await tx.selectFrom('organisation_unit').select(['id', 'name_en']).where('organisation_id', '=', organisationId).execute()
  const unitOf = (name: string) => units.find(({ name_en }) => name_en === name)!.id
  const belongs: [number, string][] = [
    [admin, 'Human Resources'],
    [signatory, 'General Management'],
    [user, 'Contracts'],
  ]
  for (const [personId, unit] of belongs) {
    const { id } = members.find(({ person_id }) => person_id === personId)!
    await tx
      .updateTable('membership')
      .set({ unit_id: unitOf(unit) })
      .where('id', '=', id)
      .execute()
  }
  const asked: Asked[] = [
    { of: user, by: admin, kind: 'unit', value: 'Contracts', status: 'approved', daysAgo: 52 },
    { of: signatory, by: admin, kind: 'unit', value: 'Sales', status: 'rejected', daysAgo: 30 },
    { of: user, by: user, kind: 'email', value: `contracts@${mailDomains.A}`, status: 'rejected', daysAgo: 21 },
    { of: user, by: user, kind: 'mobile', value: '966555000155', status: 'pending', daysAgo: 2 },
  ]
  for (const { of, by, kind, value, status, daysAgo } of asked) {
    const member = members.find(({ person_id }) => person_id === of)!
    const values =
      kind === 'unit'
        ? { new_unit_id: unitOf(value) }
        : { old_value: (kind === 'email' ? member.work_email : member.work_mobile)!, new_value: value }
    const made = { public_id: newPublicId(), membership_id: member.id, kind, made_by: by, created_at: addDays(now, -daysAgo) }
    const row = tx.insertInto('membership_change').values({ ...made, ...values, reason: by === of ? '' : movedOn })
    const { id } = await row.returning('id').executeTakeFirstOrThrow()
    if (status === 'pending') continue
    const remarks = status === 'rejected' ? 'يبقى كما هو الآن.' : ''
    await tx
      .updateTable('membership_change')
      .set({ status, remarks, decided_at: addDays(now, -daysAgo + 1) })
      .where('id', '=', id)
      .execute()
  }
}

const registered = {
  name: [
    ['organizationNameAr', 'organizationName'],
    ['شركة الأفق', 'Horizon Company'],
    ['شركة الأفق للتقنية', 'Horizon Technology Company'],
  ],
  contact: [
    ['email', 'telephoneNumber'],
    [`mail@${mailDomains.A}`, '0114567800'],
    [`info@${mailDomains.A}`, '0114567890'],
  ],
  tradingName: [
    ['DBANameAr', 'DBAName'],
    ['', ''],
    ['الأفق', 'Horizon'],
  ],
} as const

/** What was asked to change about what is registered of the organisation: done, refused, and waiting for a signatory. */
export async function addOrganisationChanges(tx: Tx, { organisationId, admin, signatory }: Who, now: Date): Promise<void> {
  const asked = [
    { kind: 'contact', status: 'approved', daysAgo: 45, reason: 'انتقلنا إلى مقر جديد.' },
    { kind: 'name', status: 'rejected', daysAgo: 25, reason: 'اسم أقصر.' },
    { kind: 'tradingName', status: 'pending', daysAgo: 2, reason: 'كما يعرفنا عملاؤنا.' },
  ] as const
  for (const { kind, status, daysAgo, reason } of asked) {
    const [fields, before, after] = registered[kind]
    const values = (of: readonly string[]) => JSON.stringify(Object.fromEntries(fields.map((field, at) => [field, of[at]])))
    const [old_values, new_values] = kind === 'name' ? [values(after), values(before)] : [values(before), values(after)]
    const made = { public_id: newPublicId(), organisation_id: organisationId, made_by: admin, created_at: addDays(now, -daysAgo) }
    const row = tx.insertInto('organisation_change').values({ ...made, kind, reason, old_values, new_values })
    const { id } = await row.returning('id').executeTakeFirstOrThrow()
    if (status === 'pending') continue
    const remarks = status === 'rejected' ? 'الاسم في السجل التجاري لم يتغيّر.' : ''
    const decided = { status, remarks, decided_by: signatory, decided_at: addDays(now, -daysAgo + 1) }
    await tx.updateTable('organisation_change').set(decided).where('id', '=', id).execute()
  }
}
