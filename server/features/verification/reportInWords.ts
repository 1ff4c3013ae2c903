import {
  furtherFindings,
  otherSentences,
  revocationSentence,
  signatureSentence,
  signerOf,
  trustSentence,
} from '#contract/verificationSentences.ts'
import { glanceSentence } from '#contract/verificationGlance.ts'
import { changeWords } from '#contract/changeWords.ts'
import { coverageSentence, findingWords, forgeryWords, nameOf } from '#contract/verificationWords.ts'
import type { SignatureReport, ValidationReport } from '#contract/verification.ts'
import { riyadhFormat } from '#server/platform/riyadh.ts'
import type { ChangedPages, ReportedSignature, VerificationReport } from './report/verificationReport.ts'

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
const dayOf = (iso: string) => ({ ar: riyadhFormat('ar', day).format(new Date(iso)), en: riyadhFormat('en', day).format(new Date(iso)) })

type Options = {
  language: 'ar' | 'en'
  fileName: string
  verifyUrl: string
  /** One for each signature. */ changedPages: readonly ChangedPages[]
}

/** A validation as its PDF report says it, in one language. */
export function reportInWords(report: ValidationReport, { language, fileName, verifyUrl, changedPages }: Options): VerificationReport {
  const forged = report.forgeries.map((code) => forgeryWords[code][language])
  const found = furtherFindings(report).map(({ code }) => findingWords[code][language])
  return {
    language,
    fileName,
    verifyUrl,
    sha256: report.sha256,
    verdict: verdictOf(report),
    sentence: [glanceSentence(report, dayOf)[language], ...forged, ...found].join(' '),
    checkedAt: new Date(report.validatedAt),
    signatures: report.signatures.map((signature, i) => ({ ...signatureInWords(signature, language), changedPages: changedPages[i]! })),
  }
}

const verdictOf = ({ indication, subIndication }: ValidationReport | SignatureReport) => ({
  indication,
  ...(subIndication && { subIndication }),
})

function signatureInWords(signature: SignatureReport, language: 'ar' | 'en'): ReportedSignature {
  const { chain, timestamp, level, proof } = signature
  const told = [signatureSentence(signature), trustSentence(signature), revocationSentence(signature), ...otherSentences(signature)]
  return {
    verdict: verdictOf(signature),
    sentence: told.flatMap((one) => (one ? [one[language]] : [])).join(' '),
    signer: signerOf(signature) ?? signature.field,
    ...(proof !== 'now' && { signedAt: new Date(signature.provenAt) }),
    ...(timestamp?.authority && { timestampAuthority: nameOf(timestamp.authority) }),
    ...(level && { level: `PAdES ${level}` }),
    coverage: coverageSentence(signature)[language],
    changesSince: signature.changesAfter
      .map(({ code }) => changeWords[code][language])
      .filter((sentence, i, all) => all.indexOf(sentence) === i),
    chain: chain.map(({ subject, issuer, serialNumber, notBefore, notAfter }) => ({
      subject,
      issuer,
      serialNumber,
      notBefore: new Date(notBefore),
      notAfter: new Date(notAfter),
    })),
  }
}
