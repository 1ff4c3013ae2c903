/** The audit trail as the provider's auditor reads it. */
import { z } from 'zod'
import { activities } from './activities.ts'
import { outcomes } from './activity.ts'
import { column, type Words } from './columns.ts'
import { call, list, moment, numberInPath, period, slno } from './kit.ts'
import { exportOf } from './lists.ts'
import { searchText } from './texts.ts'

/** Recorded for the provider; nobody reads these about their own account. */
const providerActivities = {
  'access.refused': { ar: 'رفض طلب لا صلاحية له', en: 'Call refused: not allowed' },
  'catalogue.changed': { ar: 'تغيير المعروض للبيع', en: 'What is on sale changed' },
  'catalogueChange.proposed': { ar: 'اقتراح تغيير للمعروض للبيع', en: 'Change to the catalogue proposed' },
  'catalogueChange.approved': { ar: 'قبول تغيير للمعروض للبيع', en: 'Change to the catalogue approved' },
  'catalogueChange.rejected': { ar: 'رفض تغيير للمعروض للبيع', en: 'Change to the catalogue rejected' },
  'catalogueChange.withdrawn': { ar: 'سحب تغيير للمعروض للبيع', en: 'Change to the catalogue withdrawn' },
  'code.refused': { ar: 'رمز غير صحيح', en: 'Wrong code' },
  'code.sentAgain': { ar: 'إعادة إرسال رمز', en: 'Code sent again' },
  'contact.codeRefused': { ar: 'رمز غير صحيح لتغيير البريد أو الجوال', en: 'Wrong code for a new e-mail or mobile' },
  'contact.codeSentAgain': { ar: 'إعادة إرسال رمز لتغيير البريد أو الجوال', en: 'Code for a new e-mail or mobile sent again' },
  'closure.requested': { ar: 'طلب إغلاق حساب', en: 'Closing of an account requested' },
  'closure.withdrawn': { ar: 'سحب طلب إغلاق حساب', en: 'Request to close an account withdrawn' },
  'closure.approved': { ar: 'قبول إغلاق حساب', en: 'Closing of an account approved' },
  'closure.rejected': { ar: 'رفض إغلاق حساب', en: 'Closing of an account rejected' },
  'contact.opened': { ar: 'قراءة رسالة من نموذج التواصل', en: 'Message of the contact form read' },
  'contact.answered': { ar: 'الرد على رسالة من نموذج التواصل', en: 'Message of the contact form answered' },
  'contact.closed': { ar: 'إغلاق رسالة من نموذج التواصل', en: 'Message of the contact form closed' },
  'contact.received': { ar: 'استلام رسالة من نموذج التواصل', en: 'Message received by the contact form' },
  'enrolment.codeRefused': { ar: 'رمز غير صحيح عند فتح حساب', en: 'Wrong code while an account is opened' },
  'enrolment.codeSentAgain': { ar: 'إعادة إرسال رمز عند فتح حساب', en: 'Code sent again while an account is opened' },
  'enrolment.contactConfirmed': { ar: 'تأكيد البريد أو الجوال عند فتح حساب', en: 'E-mail or mobile confirmed while an account is opened' },
  'enrolment.detailed': { ar: 'إدخال بيانات التواصل عند فتح حساب', en: 'Contact details given while an account is opened' },
  'enrolment.refused': { ar: 'رفض فتح حساب', en: 'Opening of an account refused' },
  'enrolment.resumed': { ar: 'استئناف فتح حساب', en: 'Opening of an account resumed' },
  'enrolment.verified': { ar: 'إثبات الهوية لفتح حساب', en: 'Identity proven to open an account' },
  'erasure.keptOpened': { ar: 'فتح ما حُفظ بعد إتلاف', en: 'What is kept after an erasure opened' },
  'erasure.keptDestroyed': { ar: 'إتلاف ما انتهت مدة حفظه', en: 'Kept data destroyed on its day' },
  'givenUp.triedAgain': { ar: 'إعادة محاولة مهمة متعثرة', en: 'Failed task tried again' },
  'givenUp.letGo': { ar: 'صرف النظر عن مهمة متعثرة', en: 'Failed task dismissed' },
  'identity.cancelled': { ar: 'إلغاء طلب نفاذ', en: 'Nafath request cancelled' },
  'identity.expired': { ar: 'انتهاء مهلة طلب نفاذ', en: 'Nafath request ran out of time' },
  'identity.failed': { ar: 'فشل طلب نفاذ', en: 'Nafath request failed' },
  'identity.superseded': { ar: 'استبدال طلب نفاذ بآخر', en: 'Nafath request replaced by another' },
  'identity.unconfirmed': { ar: 'طلب نفاذ لم يُعرف مصيره', en: 'Nafath request whose end is not known' },
  'identity.waiting': { ar: 'طلب نفاذ ينتظر صاحبه', en: 'Nafath request waits for its person' },
  'password.checked': { ar: 'التحقق من كلمة مرور', en: 'Password checked' },
  'catalogueChange.applied': { ar: 'سريان نصوص فئة شهادات', en: 'Texts of a certificate class taken over' },
  'refund.proposed': { ar: 'اقتراح إعادة مبلغ', en: 'Refund proposed' },
  'refund.approved': { ar: 'قبول إعادة مبلغ', en: 'Refund approved' },
  'refund.rejected': { ar: 'رفض إعادة مبلغ', en: 'Refund rejected' },
  'refund.withdrawn': { ar: 'سحب اقتراح إعادة مبلغ', en: 'Refund withdrawn' },
  'refund.done': { ar: 'اكتمال إعادة مبلغ', en: 'Refund carried out' },
  'refund.refused': { ar: 'رفض البوابة إعادة مبلغ', en: 'Refund refused by the gateway' },
  'reconciliation.fetching': { ar: 'طلب كشف بوابة الدفع', en: 'Statement of the gateway requested' },
  'reconciliation.done': { ar: 'مطابقة كشف بوابة الدفع', en: 'Statement of the gateway reconciled' },
  'reconciliation.failed': { ar: 'تعذّر جلب كشف بوابة الدفع', en: 'Statement of the gateway not fetched' },
  // As it was called while it was fetched within the request.
  'reconciliation.made': { ar: 'مطابقة كشف بوابة الدفع', en: 'Statement of the gateway reconciled' },
  'reconciliation.closed': { ar: 'إغلاق اختلاف في كشف بوابة الدفع', en: 'Difference of a statement closed' },
  'signing.authentication': { ar: 'توقيع ينتظر تأكيد الهوية', en: 'Signing waits for the identity' },
  'signing.received': { ar: 'استلام طلب توقيع', en: 'Signing received' },
  'signing.signing': { ar: 'توقيع قيد التنفيذ', en: 'Signing is carried out' },
  'time.confirmed': { ar: 'تأكيد صحة الساعة', en: 'Clock confirmed' },
} satisfies Record<string, Words>

/** Whatever the trail records, by its name there. */
export const recorded = { ...activities, ...providerActivities }
export type RecordedActivity = keyof typeof recorded
const names = Object.keys(recorded) as [RecordedActivity, ...RecordedActivity[]]

const auditors = { operator: ['auditor'] } as const

const TrailRow = z.object({
  /** The number of the record, which only grows. */
  auditSlno: slno,
  at: moment,
  activity: z.enum(names),
  outcome: z.enum(['done', 'refused']),
  /** Public id or number of what was acted upon; empty for none. */
  subject: z.string(),
  /** The organisation that it was done for; empty for what is personal. */
  organization: z.string(),
  organizationAr: z.string(),
  /** Of the request, as its sender was told in an error. */
  reference: z.string(),
})

/** Nobody's name stands in plain: the number as it is masked. */
const Person = z.object({ fullName: z.string(), fullNameAr: z.string(), nationalID: z.string() })
export type TrailPerson = z.infer<typeof Person>

export const listAuditTrail = list({
  path: 'POST /api/v1/operations/audit',
  summary: 'What the audit trail recorded, the latest first.',
  access: auditors,
  filters: {
    activity: z.enum(names).optional(),
    outcome: z.enum(['done', 'refused']).optional(),
    ...period,
    /** A reference, the id of what was acted upon, or a person’s national ID: the whole of it. */
    search: searchText.optional(),
  },
  row: TrailRow,
  /** Whose records these are, where a national ID was searched for. */
  extra: { person: Person.nullable() },
  columns: {
    at: column('moment', 'الوقت', 'Time', { part: 'line' }),
    activity: column('text', 'النشاط', 'Activity', { names: recorded, part: 'title' }),
    outcome: column('status', 'النتيجة', 'Outcome', { names: outcomes, part: 'state' }),
    subject: column('id', 'محل النشاط', 'Subject', { shows: 'end' }),
    organization: column('text', 'المنشأة', 'Organisation', { arabic: 'organizationAr', part: 'line' }),
    reference: column('id', 'الرقم المرجعي', 'Reference', { shows: 'end' }),
  },
})

export const exportAuditTrail = exportOf(listAuditTrail, { ar: 'سجل التدقيق', en: 'Audit trail' })

export const readAuditRecord = call({
  path: 'GET /api/v1/operations/audit/:auditSlno',
  summary: 'One record: who acted, from where, and the facts of it. The person sees that it was viewed.',
  access: auditors,
  params: { auditSlno: numberInPath(1, Number.MAX_SAFE_INTEGER) },
  refuses: ['NOT_FOUND'],
  output: TrailRow.extend({
    /** Whose account it is about. */
    person: Person.nullable(),
    /** Whose device acted; null where it was nobody’s, or no device was known yet. */
    actor: Person.nullable(),
    /** Browser and system; empty where none is known. */
    deviceModel: z.string(),
    /** Network address; empty where the product itself acted. */
    address: z.string(),
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})
