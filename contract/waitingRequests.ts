/** The one queue of what the provider's staff are to decide. */
import { z } from 'zod'
import { column } from './columns.ts'
import { list, moment, opaqueId } from './kit.ts'
import { mayRead } from './operatorAccess.ts'

/** What waits for a decision of the staff, by kind; `operations/queue.ts` says how each is found. */
export const waitingKinds = ['erasure', 'organisation', 'membership', 'change', 'unit', 'seal'] as const

export const listWaitingRequests = list({
  path: 'GET /api/v1/operations/requests',
  summary: 'What waits for a decision of the staff, the longest waiting first.',
  access: mayRead,
  filters: { kind: z.enum(waitingKinds).optional() },
  row: z.object({
    requestID: opaqueId,
    kind: z.enum(waitingKinds),
    /** The organisation that it is for; null where the request names a person alone. */
    organizationName: z.string().nullable(),
    organizationNameAr: z.string().nullable(),
    waitingSince: moment,
    waitingDays: z.int(),
    answerDueDate: moment.nullable(),
  }),
  columns: {
    kind: column('status', 'الطلب', 'Request', {
      names: {
        erasure: { ar: 'إتلاف بيانات', en: 'Erasure of data', tone: 'neutral' },
        organisation: { ar: 'تسجيل منشأة', en: 'Organisation', tone: 'info' },
        membership: { ar: 'مسؤول أو مفوض جديد', en: 'New admin or signatory', tone: 'info' },
        change: { ar: 'تغيير بيانات مستخدم', en: 'Change to a user', tone: 'neutral' },
        unit: { ar: 'وحدة تنظيمية', en: 'Unit', tone: 'neutral' },
        seal: { ar: 'ختم منشأة', en: 'Seal', tone: 'info' },
      },
      part: 'state',
    }),
    organizationName: column('text', 'المنشأة', 'Organisation', { arabic: 'organizationNameAr', part: 'title' }),
    waitingSince: column('moment', 'ينتظر منذ', 'Waiting since', { part: 'line' }),
    waitingDays: column('number', 'أيام الانتظار', 'Days', { part: 'line' }),
    answerDueDate: column('moment', 'الجواب قبل', 'Answer due'),
  },
})
