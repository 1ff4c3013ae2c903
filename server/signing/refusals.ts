import { isolate, strangersText } from '#server/platform/isolate.ts'
import type { ActiveContent } from '#pki/signature/activeContent.ts'
import type { RefusalCode } from '#pki/signature/facts.ts'
import type { PlacementCode, PlacementError } from '#pki/signature/placement.ts'

type Sentence = { ar: string; en: string }

const refusals: Record<RefusalCode, Sentence> = {
  NOT_PDF: { ar: 'هذا الملف ليس مستند PDF.', en: 'This file is not a PDF document.' },
  BROKEN: {
    ar: 'الملف تالف، وقد يُظهره كل قارئ على نحو مختلف. افتحه واحفظه نسخةً ثم ارفعها.',
    en: 'The file is damaged, and readers may show it differently. Open it, save a copy, and upload that.',
  },
  ENCRYPTED: {
    ar: 'المستند محمي بكلمة مرور. اكتبها ليُفتح.',
    en: 'The document is protected by a password. Type it to open the document.',
  },
  NOT_PERMITTED: {
    ar: 'يمنع مالك المستند، في أذوناته، إضافة حقل توقيع: يلزم السماح بتعديل المستند وبالتعليق عليه. اكتب كلمة مرور المالك، أو ارفع نسخة تسمح بهما.',
    en: 'The document’s owner allows no signature field to be added: its permissions must allow changing the document and commenting. Type the owner’s password, or upload a copy that allows both.',
  },
  CERTIFIED_NO_CHANGES: {
    ar: 'اعتمد مُعِدّ المستند نسخته النهائية ومنع أي تغيير بعدها، ومنه التوقيع.',
    en: 'The author certified this document and allows no change to it, a signature included.',
  },
  SIGNATURE_WOULD_BREAK: {
    ar: 'في المستند توقيع سابق # يشمل ما بعد نهاية الملف، فيبطل إذا أُضيف إليه شيء. اطلب نسخة سليمة ممن أعدّه.',
    en: 'An earlier signature # in the document reaches past the end of the file: it would break if anything was added. Ask whoever made it for a sound copy.',
  },
  ACTIVE_CONTENT: {
    ar: 'يحتوي المستند على ما قد يُظهر غير ما تُوقّع عليه. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'The document holds something that could show other than what you sign. Print it to a new PDF and upload that.',
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
  NEW_FIELDS_NOT_PERMITTED: {
    ar: 'أذونات المستند تمنع إضافة حقل توقيع جديد («تعديل المستند» و«التعليق»). وقّع في حقل معدّ فيه، أو افتحه بكلمة مرور المالك.',
    en: 'The document’s permissions (“changing the document” and “commenting”) allow no new signature field. Sign in a field that it has, or open it with its owner’s password.',
  },
  NO_SUCH_FIELD: { ar: 'لا يوجد في المستند حقل توقيع بهذا الاسم.', en: 'The document has no signature field of this name.' },
  NO_SUCH_PAGE: { ar: 'الصفحة المختارة غير موجودة في المستند.', en: 'The document has no such page.' },
  COVERS_SIGNATURE: {
    ar: 'يغطي هذا الموضع توقيعًا سابقًا. اختر موضعًا خاليًا من الصفحة.',
    en: 'This place covers an earlier signature. Choose a free place on the page.',
  },
  OUTSIDE_PAGE: { ar: 'موضع التوقيع خارج حدود الصفحة.', en: 'The signature would stand outside the page.' },
}

/** What the person sees of it, and can do. */
const contents: Record<ActiveContent, Sentence> = {
  JAVASCRIPT: {
    ar: 'في المستند نصوص برمجية (JavaScript) يمكنها تغيير ما يظهر. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'The document carries scripts (JavaScript) that can change what it shows. Print it to a new PDF and upload that.',
  },
  OPEN_ACTION: {
    ar: 'ينفّذ المستند إجراءً عند فتحه. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'The document does something by itself when it is opened. Print it to a new PDF and upload that.',
  },
  ADDITIONAL_ACTIONS: {
    ar: 'ينفّذ المستند إجراءات من تلقاء نفسه في صفحة أو حقل. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'A page or a field of the document does something by itself. Print it to a new PDF and upload that.',
  },
  LAUNCH: {
    ar: 'في المستند رابط يشغّل برنامجًا أو يفتح ملفًا آخر. أزل الرابط ثم ارفعه.',
    en: 'A link in the document starts a program or opens another file. Remove the link and upload it again.',
  },
  SUBMIT_FORM: {
    ar: 'في المستند زر يرسل بيانات النموذج إلى موقع. أزل الزر ثم ارفعه.',
    en: 'A button in the document sends the form to a website. Remove the button and upload it again.',
  },
  IMPORT_DATA: {
    ar: 'في المستند زر يجلب بيانات من ملف آخر إلى النموذج. أزل الزر ثم ارفعه.',
    en: 'A button in the document fills the form from another file. Remove the button and upload it again.',
  },
  CHANGES_VIEW: {
    ar: 'في المستند زر أو رابط يُخفي أجزاءً منه أو يُظهرها. أزله ثم ارفع المستند.',
    en: 'A button or a link in the document hides or shows parts of it. Remove it and upload the document again.',
  },
  MULTIMEDIA: {
    ar: 'في المستند صوت أو فيديو أو مجسّم. احفظه دونها ثم ارفعه.',
    en: 'The document carries sound, video or 3D. Save it without them and upload that.',
  },
  XFA: {
    ar: 'المستند نموذج متغيّر (XFA) يرسم صفحاته عند الفتح. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'The document is a dynamic form (XFA) that draws its pages when it is opened. Print it to a new PDF and upload that.',
  },
  PORTFOLIO: {
    ar: 'هذا الملف حافظة مستندات، وتُعرض قائمتها بدل صفحاتها. استخرج المستند المطلوب منها ثم ارفعه.',
    en: 'This file is a portfolio: readers show its list of files instead of its pages. Take out the document that you want and upload that.',
  },
  HIDDEN_LAYERS: {
    ar: 'في المستند طبقات قد تكون مخفية عنك عند التوقيع. أظهرها كلها أو ادمجها ثم ارفعه.',
    en: 'The document has layers that may be hidden from you when you sign. Show or merge all of them and upload it again.',
  },
  HIDDEN_ANNOTATION: {
    ar: 'في المستند ملاحظة تظهر عند الطباعة ولا تظهر على الشاشة. أزلها ثم ارفعه.',
    en: 'An annotation of the document is printed but not shown. Remove it and upload the document again.',
  },
  EXTERNAL_STREAM: {
    ar: 'يجلب المستند بعض محتواه من ملف آخر. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'Some of the document’s content is kept in another file. Print it to a new PDF and upload that.',
  },
  ALTERNATE_IMAGE: {
    ar: 'في المستند صورة لها بديل يُطبع مكانها. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'An image of the document has another one that is printed in its place. Print it to a new PDF and upload that.',
  },
  DYNAMIC_RENDERING: {
    ar: 'يعيد القارئ رسم صفحات هذا المستند عند فتحه. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'Readers draw this document’s pages anew when it is opened. Print it to a new PDF and upload that.',
  },
  LEFT_TO_READERS: {
    ar: 'في المستند ختم أو تعليق أو رسم لا يحمل صورته معه، فيرسمه كل قارئ على طريقته أو لا يرسمه. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'A stamp, comment or drawing in the document does not carry its own picture: each reader draws it in its own way, or not at all. Print it to a new PDF and upload that.',
  },
}

const damages: Record<string, Sentence> = {
  LEADING_BYTES: {
    ar: 'في أول الملف بيانات تسبق مستند PDF، وكثيرًا ما يضيفها خادم البريد أو الموقع. نزّله من جديد أو احفظه نسخةً ثم ارفعه.',
    en: 'Something stands before the PDF in this file, as mail and web servers sometimes add. Download it again, or save a copy, and upload that.',
  },
  TRAILING_BYTES: {
    ar: 'بعد نهاية المستند بيانات أخرى. احفظه نسخةً ثم ارفعه.',
    en: 'Other data follows the end of the document. Save a copy and upload that.',
  },
  CONTENT: {
    ar: 'بعض ما يظهر في المستند مكتوب على نحو يعرضه كل قارئ بطريقة مختلفة، فقد يرى غيرك غير ما تراه. اطبعه إلى ملف PDF جديد ثم ارفعه.',
    en: 'Something in the document is written in a way that readers show differently: others might see something else than you. Print it to a new PDF and upload that.',
  },
  FILTER_UNKNOWN: {
    ar: 'بعض محتوى المستند مضغوط بطريقة لا تعرفها كل برامج قراءة PDF، فيظهر في بعضها دون بعض. اطبعه من برنامج يُظهره كاملًا إلى ملف PDF جديد ثم ارفعه.',
    en: 'Some of the document’s content is compressed in a way that only some readers know, so others do not show it. From a program that shows all of it, print it to a new PDF and upload that.',
  },
}

/** What a person reads who typed a password. */
export const wrongPassword: Sentence = {
  ar: 'كلمة المرور هذه لا تفتح المستند. تحقّق منها واكتبها من جديد.',
  en: 'This password does not open the document. Check it and type it again.',
}

const encryptions: Record<string, Sentence> = {
  ENCRYPTION_UNKNOWN: {
    ar: 'المستند مشفّر بطريقة لا تُقرأ هنا، كشهادة رقمية. احفظه دون تشفير ثم ارفعه.',
    en: 'The document is encrypted in a way that is not read here, such as with a certificate. Save it without encryption and upload that.',
  },
  ENCRYPTION: {
    ar: 'في تشفير المستند خلل يمنع قراءته بأمان. احفظه دون تشفير ثم ارفعه.',
    en: 'The document’s encryption does not hold together. Save it without encryption and upload that.',
  },
  DECRYPTED_DIFFERENTLY: {
    ar: 'المستند مشفّر على نحو تفكّه كل برامج القراءة بطريقة مختلفة، فقد يُظهر كل منها غير ما يُظهره الآخر. احفظه دون تشفير ثم ارفعه.',
    en: 'The document is encrypted in a way that readers undo differently, so that each may show something else. Save it without encryption and upload that.',
  },
}

const causes: Partial<Record<RefusalCode, Record<string, Sentence>>> = { ACTIVE_CONTENT: contents, BROKEN: damages, ENCRYPTED: encryptions }

/** The same of one page. */
const contentOfPage = (page: string): Sentence => ({
  ar: `الصفحة ${page} مكتوبة على نحو يعرضه كل قارئ بطريقة مختلفة، فقد يرى غيرك غير ما تراه. اطبع المستند إلى ملف PDF جديد ثم ارفعه.`,
  en: `Page ${page} is written in a way that readers show differently: others might see something else than you. Print the document to a new PDF and upload that.`,
})

const naming = ({ ar, en }: Sentence, field: string): Sentence => {
  const name = `(${isolate(strangersText(field).slice(0, 60))})`
  return { ar: ar.replace('#', name), en: en.replace('#', name) }
}

/** Why a document cannot be signed, for the person who uploaded it. @param what of a `Refusal` */
export const refusalSentence = (code: RefusalCode, what: readonly string[] = []): Sentence => {
  if (code === 'SIGNATURE_WOULD_BREAK') return naming(refusals[code], what[0] ?? '')
  if (code === 'BROKEN' && what[0] === 'CONTENT' && what[1] !== undefined) return contentOfPage(what[1])
  const known = causes[code] ?? {}
  const named = what.find((one) => Object.hasOwn(known, one))
  return named === undefined ? refusals[code] : known[named]!
}

const format: Sentence = {
  ar: 'يشترط هذا الحقل صيغة توقيع غير المستعملة هنا. ضع توقيعك في موضع آخر، أو اطلب من مُعِدّ المستند تعديله.',
  en: 'This field demands another form of signature than is made here. Sign elsewhere on the page, or ask its author to change it.',
}

/** What a form's author demands of a signature in a field, by its key. */
const demands: Record<string, Sentence> = {
  Filter: format,
  SubFilter: format,
  V: format,
  AddRevInfo: format,
  AppearanceFilter: format,
  DigestMethod: {
    ar: 'يشترط هذا الحقل بصمة غير SHA-256. ضع توقيعك في موضع آخر، أو اطلب من مُعِدّ المستند تعديله.',
    en: 'This field demands another digest than SHA-256. Sign elsewhere on the page, or ask its author to change it.',
  },
  Reasons: {
    ar: 'يشترط هذا الحقل ذكر سبب للتوقيع من قائمة. ضع توقيعك في موضع آخر، أو اطلب من مُعِدّ المستند تعديله.',
    en: 'This field demands a reason from a list. Sign elsewhere on the page, or ask its author to change it.',
  },
  Cert: {
    ar: 'يشترط هذا الحقل شهادة رقمية بعينها. ضع توقيعك في موضع آخر، أو اطلب من مُعِدّ المستند تعديله.',
    en: 'This field demands a particular digital certificate. Sign elsewhere on the page, or ask its author to change it.',
  },
  LockDocument: {
    ar: 'يشترط هذا الحقل قفل المستند كله عند توقيعه. ضع توقيعك في موضع آخر، أو اطلب من مُعِدّ المستند تعديله.',
    en: 'This field demands that signing locks the whole document. Sign elsewhere on the page, or ask its author to change it.',
  },
}

/** Why a signature cannot stand where it was put. */
export const placementSentence = ({ code, demand }: PlacementError): Sentence =>
  code === 'FIELD_SEED_VALUE' && demand !== undefined && Object.hasOwn(demands, demand) ? demands[demand]! : placements[code]
