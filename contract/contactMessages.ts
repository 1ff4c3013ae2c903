/** What people write through the contact page, as the provider's staff read and answer it. */
import { z } from 'zod'
import { column, type Statuses, type Words } from './columns.ts'
import { call, list, moment, opaqueId } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'
import { languages } from './sessions.ts'
import { contactSubjects } from './site.ts'
import { remarksText } from './texts.ts'

export const contactStates = ['received', 'answered', 'closed'] as const
export type ContactState = (typeof contactStates)[number]
/** Where a message may go; the database enforces the same table. */
export const contactEdges: Record<ContactState, readonly ContactState[]> = {
  received: ['answered', 'closed'],
  answered: [],
  closed: [],
}
export const contactStateWords: Statuses<ContactState> = {
  received: { tone: 'warning', ar: 'تنتظر الرد', en: 'Waiting' },
  answered: { tone: 'success', ar: 'رُدّ عليها', en: 'Answered' },
  closed: { tone: 'neutral', ar: 'أُغلقت', en: 'Closed' },
}

export const contactSubjectWords: Record<(typeof contactSubjects)[number], Words> = {
  signing: { ar: 'التوقيع', en: 'Signing' },
  plans: { ar: 'الباقات والمدفوعات', en: 'Plans and payments' },
  organisation: { ar: 'خدمات المنشآت', en: 'Services for organisations' },
  certificate: { ar: 'الشهادات الرقمية', en: 'Digital certificates' },
  compromise: { ar: 'بلاغ عاجل عن شهادة', en: 'Urgent report about a certificate' },
  integration: { ar: 'الربط التقني', en: 'Integration' },
  privacy: { ar: 'البيانات الشخصية', en: 'Personal data' },
  complaint: { ar: 'شكوى', en: 'Complaint' },
  other: { ar: 'موضوع آخر', en: 'Something else' },
}

const requestID = { requestID: opaqueId }

export const listContactMessages = list({
  path: 'GET /api/v1/operations/contact',
  summary: 'Messages of the contact page, the latest first. Who wrote stands in none of these rows: reading one tells it, and is recorded.',
  access: mayRead,
  filters: { state: z.enum(contactStates).optional(), contactSubject: z.enum(contactSubjects).optional() },
  row: z.object({
    requestID: opaqueId,
    contactReference: z.string(),
    contactSubject: z.enum(contactSubjects),
    state: z.enum(contactStates),
    receivedDate: moment,
    endedDate: moment.nullable(),
  }),
  columns: {
    contactReference: column('id', 'الرقم المرجعي', 'Reference', { part: 'line' }),
    contactSubject: column('text', 'الموضوع', 'About', { names: contactSubjectWords, part: 'title' }),
    state: column('status', 'الحالة', 'Status', { names: contactStateWords, part: 'state' }),
    receivedDate: column('moment', 'وصلت في', 'Received', { part: 'line' }),
    endedDate: column('moment', 'انتهت في', 'Ended'),
  },
})

const Message = z.object({
  requestID: opaqueId,
  contactReference: z.string(),
  contactSubject: z.enum(contactSubjects),
  state: z.enum(contactStates),
  receivedDate: moment,
  endedDate: moment.nullable(),
  /** In which it was written, and is answered. */
  language: z.enum(languages),
  name: z.string(),
  email: z.string(),
  mobileNo: z.string(),
  organizationName: z.string(),
  message: z.string(),
  /** What the sender was answered. */
  answer: z.string(),
  /** Why it was closed without an answer. */
  remarks: z.string(),
  /** Whoever answered or closed it. */
  processedBy: z.string(),
  processedByAr: z.string(),
})

export const readContactMessage = call({
  path: 'GET /api/v1/operations/contact/:requestID',
  summary: 'One message of the contact page, with who wrote it; the audit trail records that it was read.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: Message,
})

export const answerContactMessage = call({
  path: 'POST /api/v1/operations/contact/answer',
  summary: 'Answers a message by e-mail, in the language in which it was written.',
  access: mayDecide,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...requestID, answer: remarksText(4_000) },
  output: Message,
})

export const closeContactMessage = call({
  path: 'POST /api/v1/operations/contact/close',
  summary: 'Closes a message that needs no answer; its sender is not told.',
  access: mayDecide,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...requestID, remarks: remarksText(1_000) },
  output: Message,
})
