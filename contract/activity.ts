import { z } from 'zod'
import { activities, activityNames } from './activities.ts'
import { column } from './columns.ts'
import { list, moment, period } from './kit.ts'
import { exportOf } from './lists.ts'

export const outcomes = {
  done: { tone: 'success', ar: 'تم', en: 'Done' },
  refused: { tone: 'error', ar: 'مرفوض', en: 'Refused' },
} as const

export const listMyActivity = list({
  path: 'POST /api/v1/profile/my/activity',
  summary: 'What was done on the caller’s account, newest first.',
  access: 'signedIn',
  filters: { outcome: z.enum(['done', 'refused']).optional(), ...period },
  row: z.object({
    at: moment,
    activity: z.enum(activityNames),
    outcome: z.enum(['done', 'refused']),
    /** Browser and system; empty where it was no device of the person's. */
    deviceModel: z.string(),
    address: z.string(),
    isThisDevice: z.boolean(),
    /** Of the first document that it was about, and of the organisation that it was done for; empty where there is none. */
    documentName: z.string(),
    organization: z.string(),
    organizationAr: z.string(),
    reference: z.string(),
  }),
  columns: {
    at: column('moment', 'الوقت', 'Time', { part: 'line' }),
    activity: column('text', 'النشاط', 'Activity', { names: activities, part: 'title' }),
    documentName: column('text', 'المستند', 'Document', { under: 'activity' }),
    outcome: column('status', 'النتيجة', 'Outcome', { names: outcomes, part: 'state' }),
    deviceModel: column('text', 'الجهاز', 'Device', { part: 'line' }),
    address: column('text', 'عنوان الشبكة', 'IP address', { under: 'deviceModel' }),
    organization: column('text', 'المنشأة', 'Organisation', { arabic: 'organizationAr', under: 'activity' }),
    reference: column('id', 'الرقم المرجعي', 'Reference', { sheetOnly: true }),
  },
})

export const exportMyActivity = exportOf(listMyActivity, { ar: 'نشاط الحساب', en: 'Account activity' })
