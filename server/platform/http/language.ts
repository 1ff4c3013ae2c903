import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../problems.ts'

type Wish = { range: string; quality: number }
/** A language range with its weight (RFC 9110 §12.4.2, §12.5.4; RFC 4647 §2.1). */
const wishForm = /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** The one of our languages that the caller wants most, the first named where two are wanted alike; Arabic where neither is. */
export function languageOf({ headers }: { headers: IncomingHttpHeaders }): Language {
  const wishes = (headers['accept-language'] ?? '').split(',').flatMap((text): Wish[] => {
    const [, range, quality] = wishForm.exec(text) ?? []
    return range === undefined ? [] : [{ range: range.toLowerCase(), quality: Number(quality ?? 1) }]
  })
  const [arabic, english] = [wishFor('ar', wishes), wishFor('en', wishes)]
  if (arabic.quality === english.quality) return english.place < arabic.place && english.quality > 0 ? 'en' : 'ar'
  return english.quality > arabic.quality ? 'en' : 'ar'
}

/** How much a language is wanted, and where in the list it stands: by its own name or one of its regions, else by `*`. */
function wishFor(language: Language, wishes: readonly Wish[]): { quality: number; place: number } {
  const named = wishes.filter(({ range }) => range === language || range.startsWith(`${language}-`))
  const meant = named.length > 0 ? named : wishes.filter(({ range }) => range === '*')
  const quality = Math.max(0, ...meant.map((wish) => wish.quality))
  const place = wishes.findIndex((wish) => meant.includes(wish) && wish.quality === quality)
  return { quality, place: named.length > 0 ? place : Infinity }
}
