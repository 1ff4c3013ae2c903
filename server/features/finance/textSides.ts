/** What a change of texts shows: the texts until its day, and those from then on. */
import type { AgreementSides, ClassSides } from '#contract/catalogueTexts.ts'
import { kindOf, textsOf } from '#server/features/agreements/agreementTexts.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'
import type { Change } from './changeSentences.ts'

export type KeptAgreement = { version: number; titleAr: string; titleEn: string; ar: string; en: string }
export type KeptClassTexts = {
  titleAr: string
  titleEn: string
  descriptionAr: string
  descriptionEn: string
  before: ClassSides['before']
}

type Sides = { agreement: AgreementSides | null; classTexts: ClassSides | null }

export async function textSidesOf(db: Queryable, { kind, code, texts, holds_from }: Change): Promise<Sides> {
  if (kind === 'classTexts') {
    const { before, titleAr, titleEn, descriptionAr, descriptionEn } = texts as KeptClassTexts
    const after = { className: titleEn, classNameAr: titleAr, description: descriptionEn, descriptionAr }
    return { agreement: null, classTexts: { before, after } }
  }
  if (kind !== 'agreement') return { agreement: null, classTexts: null }
  const { version, ar, en } = texts as KeptAgreement
  const day = riyadhDay(holds_from)
  const earlier = (await textsOf(db))
    .filter((one) => one.kind === kindOf(code) && one.version < version && one.effectiveOn < day)
    .toSorted((a, b) => b.version - a.version)
  const before = (language: 'ar' | 'en') => earlier.find((one) => one.language === language)?.source.toString('utf8') ?? ''
  return { agreement: { version, beforeAr: before('ar'), before: before('en'), afterAr: ar, after: en }, classTexts: null }
}
