/** What the provider's finance is told: what became of refunds, and where a statement differs. */
import { to } from '#contract/screens.ts'
import { countedAr, paymentsAr } from './arabicCounts.ts'
import { isolate } from './isolate.ts'
import type { NotificationFacts, Sentence } from './notificationFacts.ts'

type Kind = 'refundEnded' | 'reconciliationDiffers'

export const financeSentences: { [K in Kind]: Sentence<NotificationFacts[K]> } = {
  refundEnded: {
    ar: ({ reference, isDone }) =>
      isDone
        ? `أُعيد مبلغ العملية ${isolate(reference)} إلى صاحبه، وصدر إشعارها الدائن.`
        : `رفضت بوابة الدفع إعادة مبلغ العملية ${isolate(reference)}. بقي ما اشتُري لصاحبه.`,
    en: ({ reference, isDone }) =>
      isDone
        ? `The money of payment ${reference} was returned, and its credit note issued.`
        : `The gateway refused to return the money of payment ${reference}. What was bought stays with its buyer.`,
    link: ({ requestID }) => to('refund', { requestID }),
  },
  reconciliationDiffers: {
    ar: ({ fromDate, count }, day) => `في كشف بوابة الدفع ليوم ${day(fromDate)} اختلاف عن دفاترنا في ${countedAr(count, paymentsAr)}.`,
    en: ({ fromDate, count }, day) =>
      `The gateway’s statement of ${day(fromDate)} differs from our books in ${count} ${count === 1 ? 'payment' : 'payments'}.`,
    link: ({ runID }) => to('reconciliation', { runID }),
  },
}
