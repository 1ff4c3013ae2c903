import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { agreementKinds, UserType } from '#contract/agreements.ts'
import type { Language } from '#server/platform/problems.ts'

export type AgreementKind = (typeof agreementKinds)[number]
export type AgreementText = {
  kind: AgreementKind
  version: number
  /** A day in Riyadh. */
  effectiveOn: string
  language: Language
  title: string
  introduction: string
  sections: { heading: string; paragraphs: { text: string; isBullet: boolean }[] }[]
  sha256: Buffer
  /** The text's name to the outside: it follows from the content, so that another text cannot carry it. */
  fileId: string
}

/**
 * Every version that was ever in force. A published text is never edited, because people accepted its very bytes: a new version is a new
 * pair of files and a line here. `agreements.test.ts` holds the fingerprints.
 */
const published: { kind: AgreementKind; version: number; effectiveOn: string }[] = [
  { kind: 'termsOfUse', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'certificationAgreement', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'privacyNotice', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'actingForOrganisation', version: 1, effectiveOn: '2026-01-01' },
]

const asked: Record<UserType, readonly AgreementKind[]> = {
  subscriber: ['termsOfUse', 'certificationAgreement', 'privacyNotice'],
  enrolmentAdmin: ['termsOfUse', 'privacyNotice', 'actingForOrganisation'],
  authorizedSignatory: ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'],
  organizationUser: ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'],
}

export const agreementTexts: readonly AgreementText[] = published.flatMap((one) =>
  (['ar', 'en'] as const).map((language) => read({ ...one, language })),
)

function read(one: Pick<AgreementText, 'kind' | 'version' | 'effectiveOn' | 'language'>): AgreementText {
  const source = readFileSync(new URL(`agreementTexts/${one.kind}-${one.version}.${one.language}.md`, import.meta.url))
  const sha256 = createHash('sha256').update(source).digest()
  const [head = '', ...parts] = source.toString('utf8').split(/^## /m)
  const [title = '', ...introduction] = head.replace(/^# /, '').trim().split(/\n+/)
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.trim().split(/\n+/)
    return { heading, paragraphs: lines.map((line) => ({ text: line.replace(/^- /, ''), isBullet: line.startsWith('- ') })) }
  })
  return { ...one, title, introduction: introduction.join(' '), sections, sha256, fileId: sha256.subarray(0, 16).toString('base64url') }
}

/** What a user of this type accepts now, in the language that they read it in. @param today a day in Riyadh */
export function currentTexts(userType: UserType, language: Language, today: string): AgreementText[] {
  return asked[userType].map((kind) => currentText(kind, language, today))
}

export function currentText(kind: AgreementKind, language: Language, today: string): AgreementText {
  const inForce = agreementTexts.filter((text) => text.kind === kind && text.language === language && text.effectiveOn <= today)
  const latest = inForce.toSorted((a, b) => b.version - a.version)[0]
  if (!latest) throw new Error(`no version of ${kind} is in force on ${today}`)
  return latest
}
