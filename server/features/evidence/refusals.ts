import type { ImageFault } from './images/image.ts'

type Sentence = { ar: string; en: string }

/** Why a picture is not taken, and what to do instead. */
export const imageSentences: Record<ImageFault, Sentence> = {
  BROKEN: {
    ar: 'الصورة تالفة أو ناقصة. احفظ نسخة جديدة منها ثم ارفعها.',
    en: 'The picture is damaged or cut off. Save a new copy of it and upload that.',
  },
  TOO_MANY_PIXELS: {
    ar: 'أبعاد الصورة أكبر من المسموح. صغّرها إلى 40 مليون نقطة أو أقل ثم ارفعها.',
    en: 'The picture has too many pixels. Reduce it to 40 million or fewer and upload it again.',
  },
  ANIMATED: { ar: 'هذه صورة متحركة. ارفع صورة ثابتة.', en: 'This picture moves. Upload one that does not.' },
  UNUSUAL: {
    ar: 'بعض البرامج لا تعرض صورة من هذا النوع على نحو واحد. احفظها صورة JPEG أو PNG عادية ثم ارفعها.',
    en: 'Programs do not all show a picture of this form alike. Save it as a plain JPEG or PNG and upload that.',
  },
}

export const unknownKind: Sentence = { ar: 'يُقبل ملف PDF أو صورة PNG أو JPEG.', en: 'Upload a PDF, or a PNG or JPEG picture.' }
export const tooManyFiles: Sentence = {
  ar: 'رفعت ملفات كثيرة لم تُرسل مع طلب. احذف بعضها أو أرسلها.',
  en: 'Many of your files are not sent with a request yet. Remove some, or send them.',
}
