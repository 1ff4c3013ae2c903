/** What becomes of a person's data once their erasure was granted: what is kept, by which law and how long, and what stands against granting it. */
import { z } from 'zod'
import type { Words } from './columns.ts'
import { moment } from './kit.ts'

/** Why something is kept, sealed, after an erasure; the years count from the end of the year in which it was last written. */
export const erasureGrounds = ['taxRecords', 'certification', 'trail'] as const
export type ErasureGround = (typeof erasureGrounds)[number]

export const erasureGroundWords: Record<ErasureGround, { years: number; what: Words; law: Words }> = {
  taxRecords: {
    years: 6,
    what: { ar: 'الفواتير وإشعارات الدائن وقيود الدفع', en: 'Invoices, credit notes and payment records' },
    law: { ar: 'اللائحة التنفيذية لنظام ضريبة القيمة المضافة، المادة 66', en: 'Implementing Regulations of the VAT Law, Article 66' },
  },
  certification: {
    years: 10,
    what: { ar: 'سجل إثبات الهوية والشهادات الصادرة', en: 'Records of identity confirmation and of issued certificates' },
    law: {
      ar: 'نظام التعاملات الإلكترونية ومعيار \u2066ETSI EN 319 411\u20111\u2069، البند \u20666.4.6\u2069',
      en: 'Electronic Transactions Law; ETSI EN 319 411\u20111, clause 6.4.6',
    },
  },
  trail: {
    years: 10,
    what: { ar: 'سجل ما حدث في الحساب والقرارات فيه', en: 'Records of account activity and of decisions about the account' },
    law: {
      ar: 'نظام التعاملات الإلكترونية ومعيار \u2066ETSI EN 319 401\u2069، البند \u20667.10\u2069',
      en: 'Electronic Transactions Law; ETSI EN 319 401, clause 7.10',
    },
  },
}

/** What is kept for a person, and until when. */
export const Kept = z.object({ ground: z.enum(erasureGrounds), keptUntil: moment })

/** Why an account cannot be closed yet, and so nothing of it erased. */
export const closingObstacles = ['staff', 'lastAdmin', 'lastSignatory', 'paidApplication', 'openPayment'] as const
export type ClosingObstacle = (typeof closingObstacles)[number]

export const closingObstacleWords: Record<ClosingObstacle, Words> = {
  staff: {
    ar: 'هذا حساب موظف لدى مقدّم الخدمة، ويجب سحب صلاحيته أولًا.',
    en: 'This is a staff account of the provider. Its staff access has to be withdrawn first.',
  },
  lastAdmin: {
    ar: 'ستبقى إحدى المنشآت بلا مسؤول تسجيل، ويجب أن تعيّن مسؤولًا آخر أولًا.',
    en: 'An organisation would have no enrolment admin left. It has to appoint another one first.',
  },
  lastSignatory: {
    ar: 'ستبقى إحدى المنشآت بلا مفوّض بالتوقيع، ويجب أن تعيّن مفوّضًا آخر أولًا.',
    en: 'An organisation would have no authorized signatory left. It has to appoint another one first.',
  },
  paidApplication: {
    ar: 'في الحساب شهادة دُفع ثمنها ولم تصدر، ويجب إصدارها أو رد ثمنها أولًا.',
    en: 'A certificate was paid for but not issued. It has to be issued or refunded first.',
  },
  openPayment: {
    ar: 'في الحساب دفعة لم تُحسم بعد، ويجب انتظار نتيجتها أولًا.',
    en: 'A payment is still under way. Its outcome has to be known first.',
  },
}
