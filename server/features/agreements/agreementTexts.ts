import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { agreementKinds, UserType } from '#contract/agreements.ts'
import type { Language } from '#server/platform/problems.ts'

export type AgreementKind = (typeof agreementKinds)[number]
/** What nobody is asked to accept, and everybody may hold the authority to. */
const policyKinds = ['certificatePolicy', 'disclosureStatement'] as const
export type TextKind = AgreementKind | (typeof policyKinds)[number]
export type PublishedText<K extends TextKind = TextKind> = {
  kind: K
  version: number
  /** A day in Riyadh. */
  effectiveOn: string
  language: Language
  title: string
  introduction: string
  sections: { heading: string; paragraphs: Paragraph[] }[]
  /** The file's own bytes. */
  source: Buffer
  sha256: Buffer
  /** The text's name to the outside: it follows from the content, so that another text cannot carry it. */
  fileId: string
}
/** `isTitle`: the heading of a part of a section. */
type Paragraph = { text: string; isBullet: boolean; isTitle?: true }
export type AgreementText = PublishedText<AgreementKind>

/**
 * Every version that was ever in force. A published text is never edited, because people accepted its very bytes: a new version is a new
 * pair of files and a line here. `agreements.test.ts` holds the fingerprints.
 */
const published: { kind: TextKind; version: number; effectiveOn: string }[] = [
  { kind: 'termsOfUse', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'certificationAgreement', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'privacyNotice', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'actingForOrganisation', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'certificatePolicy', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'disclosureStatement', version: 1, effectiveOn: '2026-01-01' },
]

const asked: Record<UserType, readonly AgreementKind[]> = {
  subscriber: ['termsOfUse', 'certificationAgreement', 'privacyNotice'],
  enrolmentAdmin: ['termsOfUse', 'privacyNotice', 'actingForOrganisation'],
  authorizedSignatory: ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'],
  organizationUser: ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'],
}

export const publishedTexts: readonly PublishedText[] = published.flatMap((one) =>
  (['ar', 'en'] as const).map((language) => read({ ...one, language })),
)
const isAgreement = (text: PublishedText): text is AgreementText => !(policyKinds as readonly string[]).includes(text.kind)
/** Those that people accept. */
export const agreementTexts: readonly AgreementText[] = publishedTexts.filter(isAgreement)

function read(one: Pick<PublishedText, 'kind' | 'version' | 'effectiveOn' | 'language'>): PublishedText {
  const source = readFileSync(new URL(`agreementTexts/${one.kind}-${one.version}.${one.language}.md`, import.meta.url))
  const sha256 = createHash('sha256').update(source).digest()
  const [head = '', ...parts] = source.toString('utf8').split(/^## /m)
  const [title = '', ...introduction] = head.replace(/^# /, '').trim().split(/\n+/)
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.trim().split(/\n+/)
    return { heading, paragraphs: lines.map(paragraphOf) }
  })
  return {
    ...one,
    title,
    introduction: introduction.join(' '),
    sections,
    source,
    sha256,
    fileId: sha256.subarray(0, 16).toString('base64url'),
  }
}

function paragraphOf(line: string): Paragraph {
  const isTitle = line.startsWith('### ')
  return { text: line.replace(/^(- |### )/, ''), isBullet: line.startsWith('- '), ...(isTitle && { isTitle }) }
}

/** What a user of this type accepts now, in the language that they read it in. @param today a day in Riyadh */
export function currentTexts(userType: UserType, language: Language, today: string): AgreementText[] {
  return asked[userType].map((kind) => currentText(kind, language, today))
}

export function currentText<K extends TextKind>(kind: K, language: Language, today: string): PublishedText<K> {
  const latest = versionsOf(kind, language, today)[0]
  if (!latest) throw new Error(`no version of ${kind} is in force on ${today}`)
  return latest
}

/** Every version that is or was in force, the newest first. */
export const versionsOf = <K extends TextKind>(kind: K, language: Language, today: string): PublishedText<K>[] =>
  publishedTexts
    .filter((text): text is PublishedText<K> => text.kind === kind && text.language === language && text.effectiveOn <= today)
    .toSorted((a, b) => b.version - a.version)
