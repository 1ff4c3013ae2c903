/** One sentence in each language for what came into a file after it was signed. */
import type { changeCodes } from './verification.ts'
import type { Said } from './verificationWords.ts'

export const changeWords: Said<typeof changeCodes> = {
  signatureAdded: { ar: 'أُضيف توقيع آخر.', en: 'Another signature was added.' },
  timestampAdded: { ar: 'أُضيف ختم زمني.', en: 'A time stamp was added.' },
  validationDataAdded: { ar: 'أُضيفت بيانات للتحقق على المدى البعيد.', en: 'Data for long-term validation was added.' },
  validationDataRemoved: {
    ar: 'حُذف بعض ما كان محفوظًا في الملف من بيانات التحقق.',
    en: 'Some of the validation data kept in the file was left out.',
  },
  extensionsDeclared: { ar: 'صُرّح بامتدادات الصيغة المستعملة.', en: 'The format extensions in use were declared.' },
  coloursDeclared: { ar: 'صُرّح بنظام الألوان الذي أُعدّ له المستند.', en: 'The colours that the document is meant for were declared.' },
  fieldFilled: { ar: 'عُبّئ حقل مسموح بتعبئته.', en: 'A field that may be filled in was filled in.' },
  fieldClosed: { ar: 'أُغلق حقل، فلم تعد تعبئته ممكنة.', en: 'A field was closed, so that nobody can fill it in any more.' },
  fieldPrepared: { ar: 'أُضيفت خانة فارغة ليوقّع فيها غيره لاحقًا.', en: 'An empty field was added for somebody else to sign.' },
  appearanceAdded: {
    ar: 'أُضيف إلى حقل مظهر يُظهر القيمة التي كانت فيه.',
    en: 'A field was given an appearance, which shows the value that it had.',
  },
  annotationPermitted: { ar: 'أُضيفت ملاحظة مسموح بها.', en: 'An annotation that is permitted was added.' },
  metadataUpdated: { ar: 'حُدّث وقت الحفظ واسم البرنامج.', en: 'The time of saving and the program’s name were updated.' },
  structureExtended: {
    ar: 'أُضيف حقل التوقيع إلى بنية المستند لقارئات الشاشة.',
    en: 'The signature field was added to the structure that screen readers use.',
  },
  annotationUnjudged: {
    ar: 'أُضيفت ملاحظة قد تغطي شيئًا مما وُقّع.',
    en: 'An annotation was added that may cover something that was signed.',
  },
  annotationEditUnjudged: {
    ar: 'غُيّرت ملاحظة كانت في المستند عند توقيعه.',
    en: 'An annotation was changed that was there when the document was signed.',
  },
  annotationRemovalUnjudged: {
    ar: 'حُذفت ملاحظة كانت في المستند عند توقيعه.',
    en: 'An annotation was removed that was there when the document was signed.',
  },
  signatureUnjudged: {
    ar: 'أُضيف توقيع آخر قد تغطي صورته شيئًا مما وُقّع.',
    en: 'Another signature was added, and its picture may cover something that was signed.',
  },
  fieldUnjudged: {
    ar: 'عُبّئ حقل قد يُظهر غير القيمة المكتوبة فيه.',
    en: 'A field was filled in that may show something other than its value.',
  },
  formUnjudged: {
    ar: 'أُضيف إلى الملف نموذج ثانٍ، ويأخذ كل قارئ بأحدهما، فقد لا يُظهر بعضها حقولًا أو توقيعات سابقة.',
    en: 'A second form was added to the file. Readers take one or the other, so that some may not show earlier fields or signatures.',
  },
  xfaUnjudged: {
    ar: 'تغيّرت بيانات نموذج بصيغة XFA، ولا يُظهره إلا بعض القارئات.',
    en: 'The data of an XFA form was changed, which only some readers show.',
  },
  annotationAdded: { ar: 'أُضيفت ملاحظة على صفحة.', en: 'An annotation was added to a page.' },
  annotationChanged: { ar: 'عُدّلت ملاحظة.', en: 'An annotation was changed.' },
  annotationRemoved: { ar: 'حُذفت ملاحظة.', en: 'An annotation was removed.' },
  actionChanged: { ar: 'عُدّل إجراء ينفّذه الملف.', en: 'An action that the file carries out was changed.' },
  appearanceChanged: { ar: 'تغيّر مظهر حقل أو ملاحظة.', en: 'The appearance of a field or an annotation was changed.' },
  bytesOutsideObjects: { ar: 'أُضيفت بيانات خارج عناصر الملف.', en: 'Data was added outside the file’s objects.' },
  catalogueChanged: { ar: 'تغيّر فهرس المستند.', en: 'The document’s catalogue was changed.' },
  contentChanged: { ar: 'تغيّر محتوى صفحة.', en: 'A page’s content was changed.' },
  crossReferenceHybrid: { ar: 'أُضيف فهرس ثانٍ مختلف.', en: 'A second, different cross-reference was added.' },
  fieldAdded: { ar: 'أُضيف حقل.', en: 'A field was added.' },
  fieldChanged: { ar: 'عُدّل حقل.', en: 'A field was changed.' },
  fieldFilledAgainstLock: { ar: 'عُبّئ حقل مقفل.', en: 'A locked field was filled in.' },
  fontChanged: { ar: 'تغيّر خط.', en: 'A font was changed.' },
  formChanged: { ar: 'تغيّر النموذج.', en: 'The form was changed.' },
  lostObjectDefined: {
    ar: 'عُرّف عنصر كان المستند يشير إليه ولا يجده.',
    en: 'An object was defined that the document had pointed to in vain.',
  },
  metadataChanged: { ar: 'تغيّرت البيانات الوصفية.', en: 'The metadata was changed.' },
  objectChanged: { ar: 'تغيّر عنصر في الملف.', en: 'An object of the file was changed.' },
  objectRemoved: { ar: 'حُذف عنصر من الملف.', en: 'An object of the file was removed.' },
  objectReused: { ar: 'أُعيد استعمال رقم عنصر لغيره.', en: 'An object’s number was used for another.' },
  optionalContentChanged: { ar: 'تغيّر ما يظهر وما يُخفى من الطبقات.', en: 'The layers shown and hidden were changed.' },
  pageChanged: { ar: 'تغيّرت صفحة.', en: 'A page was changed.' },
  pageTreeChanged: { ar: 'أُضيفت صفحات أو حُذفت أو أُعيد ترتيبها.', en: 'Pages were added, removed or moved.' },
  permissionsChanged: { ar: 'تغيّرت الأذونات.', en: 'The permissions were changed.' },
  signatureChanged: { ar: 'عُدّل توقيع سابق.', en: 'An earlier signature was changed.' },
  signatureRemoved: { ar: 'حُذف توقيع سابق.', en: 'An earlier signature was removed.' },
  signatureUnfinished: { ar: 'أُضيف توقيع غير مكتمل.', en: 'An unfinished signature was added.' },
  trailerChanged: { ar: 'تغيّرت خاتمة الملف.', en: 'The file’s trailer was changed.' },
}
