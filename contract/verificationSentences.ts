/**
 * What a verification found, said to somebody who is no engineer: who signed, and whether the document is as it was signed; apart from that,
 * whether the signer is known here, and whether their certificate had been revoked.
 */
import { changeCodes, type findingCodes, type SignatureReport, type ValidationReport } from './verification.ts'
import { findingWords, nameOf, type Sentence, subIndicationWords } from './verificationWords.ts'

/**
 * What became of the document since a signature, or a time stamp: `whole` nothing; `extended` only what is allowed; `shown` something that has to be
 * looked at; `twofold` a second form, which some readers take; `dynamic` the data of a form that few readers show; `beside` data that nothing
 * explains; `changed` what is not allowed; `other` is another document than the one signed; `false` is no signature that holds; `unchecked` nobody
 * can say.
 */
type State = 'whole' | 'extended' | 'shown' | 'twofold' | 'dynamic' | 'beside' | 'changed' | 'other' | 'false' | 'unchecked'

/** Changes after which somebody has to compare the pages. */
export const unjudgedChanges: ReadonlySet<string> = new Set(changeCodes.filter((code) => code.endsWith('Unjudged')))
/** Those of them that no comparison of pages settles, because readers differ about the form that they show. */
export const formChanges: ReadonlySet<string> = new Set(['formUnjudged', 'xfaUnjudged'] satisfies (typeof changeCodes)[number][])

type Code = (typeof findingCodes)[number]
const aboutTrust: readonly Code[] = [
  'chainNotFound',
  'chainInvalid',
  'chainWeak',
  'chainExpired',
  'chainNotYetValid',
  'keyPurposeWrong',
  'keyWeak',
]
const aboutRevocation: readonly Code[] = ['revocationUnknown', 'certificateRevoked', 'certificateAuthorityRevoked']

const has = ({ findings }: SignatureReport, codes: readonly Code[]) => findings.find(({ code }) => codes.includes(code))?.code

/** What became of the document since this signature. */
export function stateOf(signature: SignatureReport): State {
  const { subIndication, indication, changesAfter, anchor } = signature
  if (subIndication === 'HASH_FAILURE') return 'other'
  if (changesAfter.some(({ allowed }) => !allowed) || has(signature, ['bytesAfterSignedRevision'])) return 'changed'
  if (indication === 'TOTAL-FAILED' && (subIndication === 'FORMAT_FAILURE' || subIndication === 'SIG_CRYPTO_FAILURE')) return 'false'
  const isChecked = indication === 'TOTAL-PASSED' || anchor !== null || has(signature, [...aboutTrust, ...aboutRevocation])
  if (!isChecked || has(signature, ['fileTooComplex', 'laterPartsUnreadable', 'readersFindOtherPages'])) return 'unchecked'
  const unjudged = changesAfter.filter(({ code }) => unjudgedChanges.has(code))
  if (unjudged.some(({ code }) => !formChanges.has(code))) return 'shown'
  if (unjudged.length > 0) return unjudged.some(({ code }) => code === 'xfaUnjudged') ? 'dynamic' : 'twofold'
  if (has(signature, ['uncoveredBytesUnexplained']) && indication !== 'TOTAL-PASSED') return 'beside'
  return changesAfter.every(({ code }) => formalities.has(code)) ? 'whole' : 'extended'
}

/** What long-term validation and saving add, and nobody sees. */
const formalities: ReadonlySet<string> = new Set([
  'timestampAdded',
  'validationDataAdded',
  'extensionsDeclared',
  'metadataUpdated',
  'structureExtended',
])

const twofold: Sentence = {
  ar: 'وأُضيف إلى الملف بعد ذلك نموذج ثانٍ، فقد لا يُظهر كل قارئ ما فيه من حقول وتوقيعات.',
  en: 'A second form was added to the file later, so that some readers may not show all of its fields and signatures.',
}

const dynamic: Sentence = {
  ar: 'وتغيّرت بعد ذلك بيانات نموذج فيه بصيغة XFA، ولا يُظهر هذا النموذج إلا بعض القارئات، فلا يمكن أن يُقارن هنا.',
  en: 'The data of its XFA form was changed later. Only some readers show such a form, and it cannot be compared here.',
}

const states: Record<State, Sentence> = {
  whole: { ar: 'والمستند كما وُقّع: لم يتغيّر.', en: 'The document is as it was signed: nothing has changed.' },
  extended: {
    ar: 'وما وُقّع لم يتغيّر، وما أُضيف بعده مسموح به.',
    en: 'What was signed is unchanged, and what was added later is allowed.',
  },
  shown: {
    ar: 'وتغيّر بعد ذلك شيء مما يظهر على الصفحات: قارن الصفحات قبل التغيير وبعده.',
    en: 'Something that shows on the pages was added or changed later: compare the pages before and after.',
  },
  twofold,
  dynamic,
  beside: {
    ar: 'وما وُقّع لم يتغيّر، لكن في الملف بيانات لا يغطيها أي توقيع.',
    en: 'What was signed is unchanged, but the file holds data that no signature covers.',
  },
  changed: {
    ar: 'لكن المستند ليس كما وُقّع: تغيّر بعد ذلك تغييرًا غير مسموح به.',
    en: 'But the document is not as it was signed: it was changed later in a way that is not allowed.',
  },
  other: {
    ar: 'لكن المستند ليس الذي وُقّع: تغيّر محتواه.',
    en: 'But this is not the document that was signed: its content was changed.',
  },
  false: {
    ar: 'لكن هذا التوقيع غير سليم، ولا يثبت أن أحدًا وقّع هذا المستند.',
    en: 'But that signature does not hold, and does not show that anybody signed this document.',
  },
  unchecked: {
    ar: 'لكن تعذّر التحقق من أن المستند كما وُقّع.',
    en: 'But whether the document is as it was signed could not be checked.',
  },
}

const stampStates: Record<State, Sentence> = {
  whole: { ar: 'والملف كما خُتم: لم يتغيّر.', en: 'The file is as it was stamped: nothing has changed.' },
  extended: {
    ar: 'وما خُتم لم يتغيّر، وما أُضيف بعده مسموح به.',
    en: 'What was stamped is unchanged, and what was added later is allowed.',
  },
  shown: {
    ar: 'وتغيّر بعد ذلك شيء مما يظهر على الصفحات: قارن الصفحات قبل التغيير وبعده.',
    en: 'Something that shows on the pages was added or changed later: compare the pages before and after.',
  },
  twofold,
  dynamic,
  beside: {
    ar: 'وما خُتم لم يتغيّر، لكن في الملف بيانات لا يغطيها الختم.',
    en: 'What was stamped is unchanged, but the file holds data that the time stamp does not cover.',
  },
  changed: {
    ar: 'لكن الملف ليس كما خُتم: تغيّر بعد ذلك تغييرًا غير مسموح به.',
    en: 'But the file is not as it was stamped: it was changed later in a way that is not allowed.',
  },
  other: { ar: 'لكن هذا ليس الملف الذي خُتم: تغيّر محتواه.', en: 'But this is not the file that was stamped: its content was changed.' },
  false: { ar: 'لكن هذا الختم غير سليم، ولا يثبت شيئًا.', en: 'But that time stamp does not hold, and shows nothing.' },
  unchecked: { ar: 'لكن تعذّر التحقق من الختم.', en: 'But it could not be checked.' },
}

export const isolated = (text: string) => `\u2068${text}\u2069`
const joined = (...all: Sentence[]): Sentence => ({ ar: all.map(({ ar }) => ar).join(' '), en: all.map(({ en }) => en).join(' ') })

/** Who a signature names: by the certificate, or as it says itself; undefined where it names nobody. */
export const signerOf = ({ chain, claimed }: SignatureReport): string | undefined => (chain[0] ? nameOf(chain[0].subject) : claimed.name)

function opening(signature: SignatureReport, state: State): Sentence {
  const name = signerOf(signature)
  const who = name === undefined ? undefined : isolated(name)
  if (signature.kind === 'documentTimestamp')
    return who
      ? { ar: `هذا ختم زمني من ${who}، وليس توقيعًا لأحد.`, en: `This is a time stamp by ${who}, and nobody’s signature.` }
      : { ar: 'هذا ختم زمني، وليس توقيعًا لأحد.', en: 'This is a time stamp, and nobody’s signature.' }
  if (who === undefined) return { ar: 'في الملف توقيع لا يذكر صاحبه.', en: 'The file carries a signature that names nobody.' }
  const isSure = signature.anchor !== null && state !== 'other' && state !== 'false' && state !== 'unchecked'
  return isSure
    ? { ar: `وقّع ${who} هذا المستند.`, en: `${who} signed this document.` }
    : { ar: `في الملف توقيع باسم ${who}.`, en: `The file carries a signature in the name of ${who}.` }
}

/** The first sentence on a signature: whose it is, and whether the document is as it was signed. */
export function signatureSentence(signature: SignatureReport): Sentence {
  const state = stateOf(signature)
  return joined(opening(signature, state), (signature.kind === 'signature' ? states : stampStates)[state])
}

/** Whether we know and trust who vouches for the signer; undefined where that was not looked at, because the signature itself fails. */
export function trustSentence(signature: SignatureReport): Sentence | undefined {
  const code = has(signature, aboutTrust)
  const name = signerOf(signature)
  if (code === 'chainNotFound')
    return name === undefined || signature.kind === 'documentTimestamp'
      ? findingWords.chainNotFound
      : {
          ar: `لا تعرف هذه الخدمة الجهة التي أصدرت الشهادة، فلا تؤكد أن الموقّع هو ${isolated(name)} فعلًا.`,
          en: `This service does not know the authority that issued the certificate, and so cannot confirm that the signer is ${isolated(name)}.`,
        }
  if (code) return findingWords[code]
  if (signature.anchor === null) return undefined
  const anchor = isolated(nameOf(signature.anchor))
  return {
    ar: `تثق هذه الخدمة بالجهة التي تضمن الشهادة: ${anchor}.`,
    en: `This service trusts the authority behind the certificate: ${anchor}.`,
  }
}

/** Whether the certificate had been revoked, as far as the file lets anybody know; undefined where nobody looked. */
export function revocationSentence(signature: SignatureReport): Sentence | undefined {
  const code = has(signature, aboutRevocation)
  if (code === 'revocationUnknown')
    return {
      ar: 'تعذّر معرفة هل كانت الشهادة ملغاة: لا يذكر الملف ذلك، ولا تسأل هذه الخدمة غيره.',
      en: 'Whether the certificate had been revoked could not be looked up: the file does not say, and this service asks nobody else.',
    }
  if (code) {
    const { subIndication } = signature
    const isReason = subIndication === 'REVOKED' || subIndication === 'REVOKED_NO_POE' || subIndication === 'REVOKED_CA_NO_POE'
    return isReason ? subIndicationWords[subIndication] : findingWords[code]
  }
  if (signature.anchor === null || has(signature, aboutTrust)) return undefined
  return { ar: 'لم تكن الشهادة ملغاة.', en: 'The certificate had not been revoked.' }
}

/** Findings that the sentences above already say. */
const said: ReadonlySet<Code> = new Set([...aboutTrust, ...aboutRevocation, 'changedAfterSigning', 'shownAfterSigning', 'digestMismatch'])

/** What else was found, each once. */
export const otherSentences = ({ findings, timestamp }: SignatureReport): Sentence[] => [
  ...new Set([...findings.filter(({ code }) => !said.has(code)), ...(timestamp?.findings ?? [])].map(({ code }) => findingWords[code])),
]

const verdicts = {
  forged: {
    ar: 'لا تثق بمحتوى هذا الملف: فيه علامات تزوير معروفة.',
    en: 'Do not trust what this file says: it shows signs of a known forgery.',
  },
  changed: {
    ar: 'لا تثق بمحتوى هذا الملف: تغيّر بعد توقيعه.',
    en: 'Do not trust what this file says: it was changed after it was signed.',
  },
  asSigned: {
    ar: 'التوقيع صحيح، ولم يتغيّر المستند منذ توقيعه.',
    en: 'Validly signed, and the document has not changed since.',
  },
  extended: {
    ar: 'التوقيع صحيح، وما أُضيف بعده مسموح به ولا يمس المحتوى الموقّع.',
    en: 'Validly signed. What was added later is allowed and leaves the signed content as it was.',
  },
  shown: {
    ar: 'تغيّر شيء على الصفحات بعد توقيعها: قارنها قبل أن تعتمد عليها.',
    en: 'Something on the pages was added or changed after they were signed: compare them before you rely on them.',
  },
  twofold: {
    ar: 'أُضيف إلى الملف بعد توقيعه نموذج ثانٍ، فقد يختلف القارئون في حقوله وتوقيعاته. اطلب نسخة سليمة ممن أرسله.',
    en: 'A second form was added to this file after it was signed, and readers may differ about its fields and signatures. Ask whoever sent it for a sound copy.',
  },
  dynamic: {
    ar: 'تغيّرت بعد التوقيع بيانات نموذج بصيغة XFA لا تُظهره هذه الخدمة. افتح الملف في برنامج يُظهره قبل أن تعتمد عليه.',
    en: 'The data of an XFA form, which this service does not show, was changed after signing. Open the file in a program that shows it before you rely on it.',
  },
  stampOnly: { ar: 'لا يحمل هذا الملف توقيعًا، بل ختمًا زمنيًا فقط.', en: 'This file carries no signature, only a time stamp.' },
} satisfies Record<string, Sentence>

/** The finding on the whole file, where there is one, that says more than any verdict but that of a forgery. */
const mainFinding = ({ findings, forgeries, signatures, document }: ValidationReport) => {
  if (forgeries.length > 0) return undefined
  if (signatures.length === 0) return findings[0]
  return document === 'changed' ? undefined : findings.find(({ code }) => code === 'bytesBeforePdf')
}

/** The findings on the whole file that its verdict does not say already. */
export const furtherFindings = (report: ValidationReport) => report.findings.filter((one) => one !== mainFinding(report))

/** The whole report in one plain sentence. */
export function verdictSentence(report: ValidationReport): Sentence {
  const { forgeries, signatures, document, indication, subIndication } = report
  if (forgeries.length > 0) return verdicts.forged
  const main = mainFinding(report)
  if (main) return findingWords[main.code]
  if (document === 'changed') return verdicts.changed
  if (signatures.some((one) => stateOf(one) === 'shown')) return verdicts.shown
  if (signatures.some((one) => stateOf(one) === 'twofold')) return verdicts.twofold
  if (signatures.some((one) => stateOf(one) === 'dynamic')) return verdicts.dynamic
  if (signatures.some((one) => has(one, ['fileWrittenAnew']))) return findingWords.fileWrittenAnew
  if (signatures.every(({ kind }) => kind === 'documentTimestamp')) return verdicts.stampOnly
  if (indication === 'TOTAL-PASSED') return verdicts[document === 'asSigned' ? 'asSigned' : 'extended']
  return subIndicationWords[subIndication ?? 'SIG_CONSTRAINTS_FAILURE']
}
