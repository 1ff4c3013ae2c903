/** The texts of the catalogue: what people agree to, and how classes of certificates are described. */
import { z } from 'zod'
import { nameText, text } from './texts.ts'

/** A text in Markdown: a title, an introduction, sections of paragraphs and bullets. */
export const wholeText = text(60_000, 1)
export const classDescription = nameText(2_000)

/** A version beside the one before it, each in both languages. */
export const AgreementSides = z.object({
  version: z.int(),
  beforeAr: z.string(),
  before: z.string(),
  afterAr: z.string(),
  after: z.string(),
})
export type AgreementSides = z.output<typeof AgreementSides>

const ClassTexts = z.object({ className: z.string(), classNameAr: z.string(), description: z.string(), descriptionAr: z.string() })
export const ClassSides = z.object({ before: ClassTexts, after: ClassTexts })
export type ClassSides = z.output<typeof ClassSides>
