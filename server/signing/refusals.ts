import type { RefusalCode } from '#pki/signature/facts.ts'
import type { PlacementCode } from '#pki/signature/placement.ts'

type Sentence = { ar: string; en: string }

const refusals: Record<RefusalCode, Sentence> = {
  NOT_PDF: { ar: 'هذا الملف ليس مستند PDF.', en: 'This file is not a PDF document.' },
  BROKEN: {
    ar: 'بنية المستند تالفة ولا يمكن قراءتها على وجه واحد، فلا يصح توقيعه.',
    en: 'The document is damaged: it cannot be read in one way only, so it cannot be signed.',
  },
  ENCRYPTED: {
    ar: 'المستند محمي بكلمة مرور. أزل الحماية ثم ارفعه من جديد.',
    en: 'The document is protected by a password. Remove the protection and upload it again.',
  },
  CERTIFIED_NO_CHANGES: {
    ar: 'اعتمد مُعِدّ المستند نسخته النهائية ومنع أي تغيير بعدها، ومنه التوقيع.',
    en: 'The author certified this document and allows no change to it, a signature included.',
  },
  ACTIVE_CONTENT: {
    ar: 'يحتوي المستند على محتوى نشط (نصوص برمجية أو وسائط أو نماذج متغيرة) قد يُظهر غير ما تُوقّع عليه. احفظه نسخةً للطباعة ثم ارفعه.',
    en: 'The document holds active content (scripts, media or changing forms) that could show something other than what you sign. Save it as a print copy and upload that.',
  },
  NO_PAGES: { ar: 'لا يحتوي المستند على أي صفحة.', en: 'The document has no page.' },
  TOO_LARGE: { ar: 'حجم المستند أكبر من المسموح.', en: 'The document is larger than allowed.' },
  TOO_MANY_PAGES: { ar: 'عدد صفحات المستند أكبر من المسموح.', en: 'The document has more pages than allowed.' },
  TOO_MANY_OBJECTS: { ar: 'المستند معقد أكثر من المسموح.', en: 'The document is more complex than allowed.' },
  TOO_COMPLEX: { ar: 'تعذّر فحص المستند ضمن الحدود الآمنة.', en: 'The document could not be examined within safe limits.' },
}

const placements: Record<PlacementCode, Sentence> = {
  FIELD_SIGNED: { ar: 'حقل التوقيع هذا موقّع من قبل.', en: 'This signature field is signed already.' },
  FIELD_NAME_TAKEN: { ar: 'يوجد في المستند حقل بالاسم نفسه.', en: 'The document has a field of the same name.' },
  FIELD_LOCKED: { ar: 'توقيع سابق في المستند يمنع إضافة هذا التوقيع.', en: 'An earlier signature in the document forbids this one.' },
  FIELD_HAS_SEVERAL_WIDGETS: { ar: 'حقل التوقيع معروض في أكثر من موضع.', en: 'The signature field is shown in several places.' },
  FIELD_SEED_VALUE: {
    ar: 'يشترط مُعِدّ المستند في التوقيع ما لا يتوفر هنا.',
    en: 'The document’s author demands of a signature what cannot be met here.',
  },
  CERTIFIED_NO_CHANGES: refusals.CERTIFIED_NO_CHANGES,
  CERTIFIED_NO_NEW_FIELDS: {
    ar: 'لا يسمح مُعِدّ المستند بإضافة توقيع ظاهر. وقّعه دون توقيع ظاهر.',
    en: 'The document’s author allows no new visible signature. Sign it without a visible one.',
  },
  NOT_FIRST_SIGNATURE: { ar: 'لا يمكن اعتماد مستند سبق توقيعه.', en: 'A document that is signed already cannot be certified.' },
  NO_SUCH_PAGE: { ar: 'الصفحة المختارة غير موجودة في المستند.', en: 'The document has no such page.' },
  OUTSIDE_PAGE: { ar: 'موضع التوقيع خارج حدود الصفحة.', en: 'The signature would stand outside the page.' },
}

/** Why a document cannot be signed, for the person who uploaded it. */
export const refusalSentence = (code: RefusalCode): Sentence => refusals[code]
/** Why a signature cannot stand where it was put. */
export const placementSentence = (code: PlacementCode): Sentence => placements[code]
