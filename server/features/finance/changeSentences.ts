/** What stands against a change of the catalogue, in words. */
import type { Selectable } from 'kysely'
import type { DB } from '#server/platform/db/schema.ts'

export type Change = Selectable<DB['catalogue_change']>

export const changeSentences = {
  ahead: {
    ar: 'يوجد تغيير لهذا العرض لم يُبتّ فيه أو لم يحن يومه. اسحبه أو انتظر، ثم اقترح غيره.',
    en: 'A change of this waits to be decided, or for its day. Withdraw it or wait, then propose another.',
  },
  comingDay: { ar: 'اختر يومًا بعد اليوم، خلال سنتين.', en: 'Choose a day after today, within two years.' },
  notOnSale: { ar: 'هذا العرض موقوف بيعه في ذلك اليوم.', en: 'This is not on sale on that day.' },
  begun: {
    ar: 'حلّ اليوم الذي كان التغيير سيسري منه. ارفضه واقترح يومًا آخر.',
    en: 'The day from which it was to hold has begun. Reject it, and propose another day.',
  },
  tooLate: { ar: 'حلّ يوم هذا التغيير وسرى، فلا يُسحب. اقترح تغييرًا آخر.', en: 'Its day has begun, so it holds. Propose another change.' },
  same: { ar: 'هذه هي الشروط السارية نفسها في ذلك اليوم.', en: 'These are the terms that hold on that day already.' },
}
