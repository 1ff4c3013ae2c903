import { readFileSync } from 'node:fs'
import type { AgreementKind, TextKind, UserType } from '#contract/agreements.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/problems.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'
import { type ParsedText, parseText } from './parseText.ts'

export type PublishedText<K extends TextKind = TextKind> = ParsedText & {
  kind: K
  version: number
  /** A day in Riyadh. */
  effectiveOn: string
  language: Language
}
export type AgreementText = PublishedText<AgreementKind>
/** Every version that is, was or will be in force, of every text. */
export type Texts = readonly PublishedText[]

/**
 * The versions that come with the product. A published text is never edited, because people accepted its very bytes: the provider publishes its
 * next version from the console (`catalogue_change`). `agreements.test.ts` holds the fingerprints of these.
 */
const shipped: { kind: TextKind; version: number; effectiveOn: string }[] = [
  { kind: 'termsOfUse', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'certificationAgreement', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'privacyNotice', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'actingForOrganisation', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'certificatePolicy', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'disclosureStatement', version: 1, effectiveOn: '2026-01-01' },
  { kind: 'certificationAgreement', version: 2, effectiveOn: '2026-11-26' },
  { kind: 'privacyNotice', version: 2, effectiveOn: '2026-11-26' },
]

const asked: Record<UserType, readonly AgreementKind[]> = {
  subscriber: ['termsOfUse', 'certificationAgreement', 'privacyNotice'],
  enrolmentAdmin: ['termsOfUse', 'privacyNotice', 'actingForOrganisation'],
  authorizedSignatory: ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'],
  organizationUser: ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'],
}

const languages = ['ar', 'en'] as const

export const shippedTexts: Texts = shipped.flatMap((one) =>
  languages.map((language) => ({
    ...one,
    language,
    ...parseText(readFileSync(new URL(`agreementTexts/${one.kind}-${one.version}.${language}.md`, import.meta.url))),
  })),
)

/** What the console keeps of a version, as it was approved. */
export type KeptText = { version: number; ar: string; en: string }

/** A version never changes once it is approved: it is read once. */
const read = new Map<number, PublishedText[]>()

/** The texts that come with the product and those that were published since, each in both languages. */
export async function textsOf(db: Queryable): Promise<Texts> {
  const rows = await db
    .selectFrom('catalogue_change')
    .select(['id', 'code', 'holds_from', 'texts'])
    .where('kind', '=', 'agreement')
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
  const published = rows.flatMap(({ id, code, holds_from, texts }) => {
    const known = read.get(id)
    if (known && known[0]!.source.equals(Buffer.from((texts as KeptText)[known[0]!.language]))) return known
    const { version, ...sources } = texts as KeptText
    const of = { kind: kindOf(code), version, effectiveOn: riyadhDay(holds_from) }
    const both = languages.map((language) => ({ ...of, language, ...parseText(Buffer.from(sources[language])) }))
    read.set(id, both)
    return both
  })
  // What the provider published under a number stays what people accepted, whatever a release brings under the same one.
  const isPublished = (one: PublishedText) => published.some(({ kind, version }) => kind === one.kind && version === one.version)
  return [...shippedTexts.filter((one) => !isPublished(one)), ...published]
}

export const codeOf = (kind: TextKind) => `agreement:${kind}`
export const kindOf = (code: string) => code.slice('agreement:'.length) as TextKind

const policies: readonly TextKind[] = ['certificatePolicy', 'disclosureStatement']
/** Those that people accept. */
export const agreementsAmong = (texts: Texts) => texts.filter((text): text is AgreementText => !policies.includes(text.kind))

/** What a user of this type accepts now, in the language that they read it in. @param today a day in Riyadh */
export function currentTexts(texts: Texts, userType: UserType, language: Language, today: string): AgreementText[] {
  return asked[userType].map((kind) => currentText(texts, kind, language, today))
}

export function currentText<K extends TextKind>(texts: Texts, kind: K, language: Language, today: string): PublishedText<K> {
  const latest = versionsOf(texts, kind, language, today)[0]
  if (!latest) throw new Error(`no version of ${kind} is in force on ${today}`)
  return latest
}

/** Every version that is or was in force, the newest first. */
export const versionsOf = <K extends TextKind>(texts: Texts, kind: K, language: Language, today: string): PublishedText<K>[] =>
  texts
    .filter((text): text is PublishedText<K> => text.kind === kind && text.language === language && text.effectiveOn <= today)
    .toSorted((a, b) => b.version - a.version)
