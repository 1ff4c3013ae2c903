/** One sentence in each language for every code that a validation may answer with: the page and the PDF report say the same. */
import type { findingCodes, forgeries, subIndications, SignatureReport } from './verification.ts'

export type Sentence = { ar: string; en: string }
export type Said<Codes extends readonly string[]> = Record<Codes[number], Sentence>

/** Why a signature is not simply valid. */
export const subIndicationWords: Said<typeof subIndications> = {
  FORMAT_FAILURE: { ar: 'بنية التوقيع في الملف غير سليمة.', en: 'The signature is not properly built into the file.' },
  HASH_FAILURE: { ar: 'تغيّر المستند بعد توقيعه.', en: 'The document was changed after it was signed.' },
  SIG_CRYPTO_FAILURE: { ar: 'قيمة التوقيع لا تطابق شهادة الموقّع.', en: 'The signature does not fit the signer’s certificate.' },
  REVOKED: { ar: 'كانت شهادة الموقّع ملغاة عند التوقيع.', en: 'The signer’s certificate was revoked at the time of signing.' },
  EXPIRED: { ar: 'كانت شهادة الموقّع منتهية عند التوقيع.', en: 'The signer’s certificate had expired at the time of signing.' },
  NOT_YET_VALID: {
    ar: 'لم تكن شهادة الموقّع قد بدأت عند التوقيع.',
    en: 'The signer’s certificate was not valid yet at the time of signing.',
  },
  SIG_CONSTRAINTS_FAILURE: { ar: 'التوقيع لا يستوفي ما تشترطه المعايير.', en: 'The signature does not meet what the standards require.' },
  CHAIN_CONSTRAINTS_FAILURE: { ar: 'شهادة الموقّع غير مخصصة لهذا الاستعمال.', en: 'The signer’s certificate is not meant for this use.' },
  CERTIFICATE_CHAIN_GENERAL_FAILURE: {
    ar: 'تعذّر التحقق من سلسلة شهادات الموقّع.',
    en: 'The chain of the signer’s certificates could not be checked.',
  },
  CRYPTO_CONSTRAINTS_FAILURE: { ar: 'استُعملت خوارزمية لم تعد آمنة.', en: 'An algorithm was used that is no longer safe.' },
  TIMESTAMP_ORDER_FAILURE: { ar: 'ترتيب الأختام الزمنية غير ممكن.', en: 'The time stamps stand in an order that is not possible.' },
  NO_SIGNING_CERTIFICATE_FOUND: { ar: 'لا توجد في الملف شهادة الموقّع.', en: 'The file does not hold the signer’s certificate.' },
  NO_CERTIFICATE_CHAIN_FOUND: {
    ar: 'لم يتغيّر ما وُقّع، لكن شهادة الموقّع صادرة عن جهة لا تعرفها هذه الخدمة.',
    en: 'What was signed is unchanged, but the signer’s certificate comes from an authority that this service does not know.',
  },
  REVOKED_NO_POE: {
    ar: 'أُلغيت شهادة الموقّع، ولا دليل على أنه وقّع قبل إلغائها.',
    en: 'The signer’s certificate was revoked, and nothing proves that the signature is older.',
  },
  REVOKED_CA_NO_POE: {
    ar: 'أُلغيت شهادة جهة الإصدار، ولا دليل على أن التوقيع أقدم.',
    en: 'The issuing authority’s certificate was revoked, and nothing proves that the signature is older.',
  },
  OUT_OF_BOUNDS_NO_POE: {
    ar: 'شهادة الموقّع خارج مدتها، ولا دليل على أنه وقّع خلالها.',
    en: 'The signer’s certificate is out of its term, and nothing proves that the signature was made within it.',
  },
  NO_POE: { ar: 'لا دليل على وقت التوقيع.', en: 'Nothing proves when the signature was made.' },
  TRY_LATER: {
    ar: 'لم يتغيّر ما وُقّع، لكن تعذّر معرفة هل كانت شهادة الموقّع ملغاة.',
    en: 'What was signed is unchanged, but whether the signer’s certificate had been revoked could not be looked up.',
  },
  SIGNED_DATA_NOT_FOUND: { ar: 'لا يوجد في الملف ما يمكن التحقق منه.', en: 'The file holds nothing that can be verified.' },
}

export const forgeryWords: Said<typeof forgeries> = {
  universalSignatureForgery: {
    ar: 'أُفسدت بيانات التوقيع ليبدو صحيحًا في برامج لا تتحقق منه.',
    en: 'The signature’s data was broken so that careless readers call it valid.',
  },
  incrementalSavingAttack: { ar: 'أُلحق بالملف محتوى جديد بعد توقيعه.', en: 'New content was appended to the file after it was signed.' },
  signatureWrappingAttack: {
    ar: 'نُقل ما وُقّع إلى موضع آخر، ووُضع غيره مكانه.',
    en: 'What was signed was moved aside, and something else stands in its place.',
  },
  shadowHide: { ar: 'كان في المستند محتوى أُخفي أو أُظهر بعد التوقيع.', en: 'Content was hidden or uncovered after signing.' },
  shadowReplace: {
    ar: 'استُبدل بعد التوقيع خط أو قيمة تغيّر ما يُقرأ.',
    en: 'A font or a value was replaced after signing, which changes what is read.',
  },
  shadowHideAndReplace: {
    ar: 'كان في الملف مستند ثانٍ مخفي، وأُظهر بعد التوقيع.',
    en: 'A second document was hidden in the file and was shown after signing.',
  },
  evilAnnotationAttack: {
    ar: 'أُضيفت ملاحظة تغطي محتوى المستند المعتمد.',
    en: 'An annotation was added that covers content of the certified document.',
  },
  sneakySignatureAttack: {
    ar: 'أُضيف حقل توقيع يغطي محتوى المستند المعتمد.',
    en: 'A signature field was added that covers content of the certified document.',
  },
  hybridCrossReference: {
    ar: 'للملف فهرسان يُظهران محتويين مختلفين.',
    en: 'The file has two tables of contents that show different things.',
  },
  recycledSignatureField: {
    ar: 'أُعيد استعمال حقل توقيع سابق بمظهر جديد.',
    en: 'An earlier signature’s field was used again with a new appearance.',
  },
}

export const findingWords: Said<typeof findingCodes> = {
  attachmentsUnread: {
    ar: 'تعذّرت قراءة قائمة الملفات المرفقة كاملةً.',
    en: 'The list of files inside could not be read to its end.',
  },
  securityStoreDamaged: {
    ar: 'في بيانات التحقق المرفقة بالملف ما ليس كما أُصدر: تغيّر أو تلف. لم يُعتمد عليه في هذه النتيجة.',
    en: 'Some of the file’s validation data is not as it was issued: it was changed or damaged. This result does not rest on it.',
  },
  noSignatures: { ar: 'لا يحمل هذا الملف أي توقيع رقمي.', en: 'This file carries no digital signature.' },
  fileNotPdf: { ar: 'هذا الملف ليس ملف PDF.', en: 'This file is not a PDF.' },
  fileNotReadable: {
    ar: 'الملف تالف: قد يُظهره كل قارئ على نحو مختلف، فلا يمكن الحكم عليه.',
    en: 'The file is damaged: readers may show it differently, so it cannot be judged.',
  },
  bytesBeforePdf: {
    ar: 'في أول الملف بيانات تسبق مستند PDF، كما يضيف بعض خوادم البريد والمواقع، وتختلف البرامج في قراءة مثله. اطلبه من جديد ممن أرسله وتحقق من نسخته.',
    en: 'Something stands before the PDF in this file, as some mail and web servers add, and programs read such a file differently. Get it anew from whoever sent it, and verify that.',
  },
  fileEncrypted: {
    ar: 'الملف محمي بكلمة مرور، ولا يمكن التحقق منه دونها.',
    en: 'The file is protected by a password and cannot be verified without it.',
  },
  filePasswordWrong: {
    ar: 'كلمة المرور هذه لا تفتح الملف، ولا يمكن التحقق منه دونها.',
    en: 'This password does not open the file, which cannot be verified without it.',
  },
  fileEncryptionUnknown: {
    ar: 'الملف مشفّر بطريقة لا تُقرأ هنا، كشهادة رقمية، فلا يمكن التحقق منه.',
    en: 'The file is encrypted in a way that is not read here, such as with a certificate, and cannot be verified.',
  },
  fileTooComplex: { ar: 'الملف أعقد من أن يُفحص بأمان.', en: 'The file is too complex to be examined safely.' },
  laterPartsUnreadable: {
    ar: 'في الملف جزء تالف، فلا يُعرف هل غيّر ما أُضيف بعد التوقيع شيئًا مما وُقّع.',
    en: 'Part of the file is damaged, so nobody can say whether what was added after this signature changes what was signed.',
  },
  readersFindOtherPages: {
    ar: 'تُظهر بعض البرامج من هذا الملف صفحات غير التي تُظهرها برامج أخرى، فلا يُعرف أيها رأى الموقّع.',
    en: 'Some programs show other pages of this file than others do, so nobody can say which the signer saw.',
  },
  signatureDictionaryMalformed: { ar: 'بيانات التوقيع في الملف غير سليمة.', en: 'The signature’s entry in the file is malformed.' },
  signatureFormatUnknown: { ar: 'صيغة التوقيع غير معروفة.', en: 'The signature’s format is not known.' },
  byteRangeMalformed: { ar: 'النطاق الذي يغطيه التوقيع غير سليم.', en: 'The range that the signature covers is malformed.' },
  byteRangeLeavesBytesOut: { ar: 'يترك التوقيع جزءًا من الملف دون تغطية.', en: 'The signature leaves part of the file uncovered.' },
  fileWrittenAnew: {
    ar: 'لا يوافق هذا التوقيع الملف بصورته هذه. يحدث ذلك عادةً حين يعيد برنامج كتابة الملف بعد توقيعه، عند حفظه أو ضغطه. اطلب الملف كما وُقّع.',
    en: 'This signature does not fit the file as it stands. Usually a program wrote the file anew after it was signed, to save or compress it. Ask for the file as it was signed.',
  },
  byteRangeEndsInsideRevision: {
    ar: 'ينتهي نطاق التوقيع في وسط نسخة من الملف.',
    en: 'The signed range ends inside a revision of the file.',
  },
  bytesAfterSignedRevision: { ar: 'توجد بيانات بعد النسخة الموقّعة.', en: 'There is data after the signed revision.' },
  contentsMalformed: { ar: 'محتوى التوقيع غير مكتوب كما يجب.', en: 'The signature’s contents are not written as they must be.' },
  contentsPadding: { ar: 'في الفراغ المحجوز للتوقيع بيانات غير متوقعة.', en: 'The space kept for the signature holds unexpected data.' },
  cmsMalformed: { ar: 'تعذّرت قراءة بيانات التوقيع.', en: 'The signature’s data could not be read.' },
  digestMismatch: { ar: 'بصمة المستند لا تطابق ما وُقّع.', en: 'The document’s digest is not the one that was signed.' },
  digestAlgorithmWeak: { ar: 'خوارزمية البصمة لم تعد آمنة.', en: 'The digest algorithm is no longer safe.' },
  keyWeak: {
    ar: 'يعتمد التوقيع، أو شهادة في سلسلته، على مفتاح ضعيف لم يعد آمنًا.',
    en: 'The signature, or a certificate of its chain, rests on a key that is too weak to be safe.',
  },
  algorithmUnknown: { ar: 'وُقّع بخوارزمية لا تعرفها هذه الخدمة.', en: 'The algorithm of the signature is not known here.' },
  severalSigners: {
    ar: 'يضم التوقيع الواحد أكثر من موقّع، وهذا غير مدعوم.',
    en: 'One signature holds several signers, which is not supported.',
  },
  signatureMismatch: { ar: 'قيمة التوقيع غير صحيحة.', en: 'The signature value is wrong.' },
  signedAttributesMissing: { ar: 'تنقص التوقيع سمات لازمة.', en: 'The signature lacks attributes that it must have.' },
  signingCertificateNotFound: { ar: 'شهادة الموقّع غير موجودة.', en: 'The signer’s certificate is missing.' },
  signingCertificateNotNamed: {
    ar: 'لا يحدد التوقيع الشهادة التي أُنشئ بها.',
    en: 'The signature does not name the certificate that it was made with.',
  },
  signingTimeForbidden: { ar: 'يحمل التوقيع وقتًا لا يسمح به المعيار.', en: 'The signature carries a time that the standard forbids.' },
  certificationNotFirst: { ar: 'توقيع الاعتماد ليس أول توقيع.', en: 'The certifying signature is not the first.' },
  changedAfterSigning: {
    ar: 'تغيّر المستند بعد هذا التوقيع تغييرًا غير مسموح به.',
    en: 'The document was changed after this signature in a way that is not allowed.',
  },
  shownAfterSigning: {
    ar: 'تغيّر بعد هذا التوقيع شيء مما يظهر على الصفحات. قارنها بالنسخة الموقّعة.',
    en: 'Something that shows on the pages was added or changed after this signature. Compare them with the signed version.',
  },
  signatureReplacedLater: {
    ar: 'في نسخة سابقة من الملف توقيع آخر في خانة من خاناته، ثم وُقّعت الخانة من جديد.',
    en: 'An earlier revision of the file holds another signature in one of its fields, which was signed anew.',
  },
  signatureRemovedLater: { ar: 'حُذف توقيع كان في نسخة سابقة.', en: 'A signature that an earlier revision holds was removed.' },
  uncoveredBytesUnexplained: { ar: 'توجد بيانات لا يغطيها أي توقيع.', en: 'There is data that no signature covers.' },
  chainNotFound: {
    ar: 'لا توجد سلسلة شهادات تصل إلى جهة موثوقة لدى هذه الخدمة.',
    en: 'No chain of certificates leads to an authority that this service trusts.',
  },
  chainInvalid: { ar: 'سلسلة الشهادات غير صحيحة.', en: 'The chain of certificates is not valid.' },
  chainWeak: {
    ar: 'تعتمد شهادة في السلسلة على خوارزمية توقيع لم تعد آمنة أو لا تعرفها هذه الخدمة.',
    en: 'A certificate of the chain rests on a signature algorithm that is no longer safe, or not known here.',
  },
  chainExpired: { ar: 'انتهت مدة شهادة في السلسلة.', en: 'A certificate of the chain has expired.' },
  chainNotYetValid: { ar: 'لم تبدأ مدة شهادة في السلسلة بعد.', en: 'A certificate of the chain is not valid yet.' },
  keyPurposeWrong: { ar: 'الشهادة غير مخصصة لتوقيع المستندات.', en: 'The certificate is not meant for signing documents.' },
  certificateRevoked: { ar: 'أُلغيت شهادة الموقّع.', en: 'The signer’s certificate was revoked.' },
  certificateAuthorityRevoked: { ar: 'أُلغيت شهادة جهة الإصدار.', en: 'The issuing authority’s certificate was revoked.' },
  revocationUnknown: { ar: 'حالة الشهادة (سارية أو ملغاة) غير معروفة.', en: 'Whether the certificate was revoked is not known.' },
  timestampMalformed: { ar: 'الختم الزمني غير سليم.', en: 'The time stamp is malformed.' },
  timestampImprintMismatch: { ar: 'الختم الزمني لا يخص هذا التوقيع.', en: 'The time stamp belongs to something else.' },
  timestampSignatureMismatch: { ar: 'توقيع الختم الزمني غير صحيح.', en: 'The time stamp’s own signature is wrong.' },
  timestampChainInvalid: {
    ar: 'الختم الزمني صادر عن جهة لا تثق بها هذه الخدمة.',
    en: 'The time stamp comes from an authority that this service does not trust.',
  },
  timestampRevocationUnknown: {
    ar: 'حالة شهادة الختم الزمني غير معروفة.',
    en: 'Whether the time stamp’s certificate was revoked is not known.',
  },
  timestampOrder: { ar: 'الأختام الزمنية ليست بالترتيب الصحيح.', en: 'The time stamps are not in the right order.' },
  noProofOfExistence: { ar: 'لا دليل على وجود التوقيع في وقت سابق.', en: 'Nothing proves that the signature existed earlier.' },
}

/** How much of the file a signature covers. */
export const coverageSentence = ({ coversWholeFile, revision }: SignatureReport): Sentence =>
  coversWholeFile
    ? { ar: 'الملف كله حتى آخره', en: 'The whole file, to its very end' }
    : revision === null
      ? { ar: 'لا يغطي نسخة كاملة من الملف', en: 'Not a whole revision of the file' }
      : { ar: `النسخة ${revision} من الملف كاملةً`, en: `All of revision ${revision} of the file` }

/** A distinguished name's attribute out of its text form. */
function attributeOf(distinguishedName: string, attribute: 'CN' | 'GN' | 'SN'): string | undefined {
  const found = new RegExp(`(?:^|, )${attribute}=((?:\\\\.|[^,\\\\])*)`).exec(distinguishedName)?.[1]
  return found?.replace(/\\(.)/g, '$1')
}

/** Who a certificate names: the common name, and in brackets the given name and family name where they say it in another script. */
export function nameOf(distinguishedName: string): string {
  const [common, given, family] = (['CN', 'GN', 'SN'] as const).map((attribute) => attributeOf(distinguishedName, attribute))
  if (common === undefined) return distinguishedName
  const isOtherScript = given && family && /\p{Script=Arabic}/u.test(given) !== /\p{Script=Arabic}/u.test(common)
  return isOtherScript ? `${common} (${given} ${family})` : common
}
