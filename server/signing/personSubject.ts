import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { nameAttributes, textFault, type Name, type NameAttribute } from '#pki/x509/names.ts'
import type { Person } from '#server/platform/db/schema.ts'

/** What of a person goes into the subject of their certificates. */
export const subjectColumns = [
  'id',
  'first_name_ar',
  'father_name_ar',
  'grandfather_name_ar',
  'family_name_ar',
  'first_name_en',
  'father_name_en',
  'grandfather_name_en',
  'family_name_en',
] as const satisfies (keyof Person)[]
export type SubjectPerson = Pick<Selectable<Person>, (typeof subjectColumns)[number]>

/** Nothing of a person's name can stand in a certificate. */
export class Nameless extends Error {
  override name = 'Nameless'
}

/**
 * The subject of a person's certificates (EN 319 412-1 §5.1.3). The identifier is the provider's own scheme: stable for the person, and it
 * does not tell the national ID to everybody who opens the document. The common name is the English one; where there is none that an
 * attribute can hold, the Arabic one: nothing is transliterated here. Whoever has a single name has no SN (EN 319 412-2 §4.2.4).
 * @throws Nameless where neither name has letters of Arabic or Latin
 */
export function subjectOf(person: SubjectPerson, lookUpKey: Buffer): Name {
  const ar = [person.first_name_ar, person.father_name_ar, person.grandfather_name_ar, person.family_name_ar]
  const en = [person.first_name_en, person.father_name_en, person.grandfather_name_en, person.family_name_en]
  const commonName = chosen('CN', ['Latin', 'Arabic'], [wholeNames(en), wholeNames(ar)])
  if (!commonName) throw new Nameless()
  const given = chosen('GN', ['Arabic', 'Latin'], [[ar[0]!], [en[0]!]])
  const family = chosen('SN', ['Arabic', 'Latin'], [[ar[3]!], [en[3]!]])
  return [
    ['C', 'SA'],
    ...attribute('GN', given ?? (family ? undefined : commonName)),
    ...attribute('SN', family),
    ['CN', commonName],
    ['serialNumber', `TQ:SA-${createHmac('sha256', lookUpKey).update(`subject ${person.id}`).digest('hex').slice(0, 20).toUpperCase()}`],
  ]
}

/** Whether a certificate can name this person: to be asked before they pay for one. */
export function canBeNamed(person: SubjectPerson): boolean {
  try {
    return subjectOf(person, Buffer.alloc(32)).length > 0
  } catch (error) {
    if (error instanceof Nameless) return false
    throw error
  }
}

const attribute = (name: NameAttribute, text: string | undefined): Name => (text === undefined ? [] : [[name, text]])

/** A whole name, and what it may be shortened to. */
const wholeNames = ([first, father, grandfather, family]: readonly string[]) =>
  [
    [first, father, grandfather, family],
    [first, father, family],
    [first, family],
  ].map((parts) => parts.map((part) => tidy(part!)).join(' '))

const words = {
  Arabic: /^[\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]+$/u,
  Latin: /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u,
}
type Script = keyof typeof words

/**
 * The text of an attribute: the first of a name's forms that it can hold; the last one cut where that is only too long; what its words in one
 * script come to where the register mixed two. `names` are different names of the same person, the better first.
 */
export function chosen(attribute: NameAttribute, scripts: readonly Script[], names: readonly (readonly string[])[]): string | undefined {
  const isFit = (text: string) => hasLetters(text) && textFault(attribute, text) === undefined
  for (const forms of names) {
    const tidied = forms.map(tidy)
    const shortest = tidied.at(-1)!
    const fit = tidied.find(isFit) ?? (textFault(attribute, shortest) === 'too-long' ? cut(shortest, attribute) : '')
    if (isFit(fit)) return fit
  }
  return names
    .flatMap((forms) =>
      scripts.flatMap((script) => [...forms.map((form) => wordsIn(script, form)), cut(wordsIn(script, forms.at(-1)!), attribute)]),
    )
    .find(isFit)
}

const wordsIn = (script: Script, text: string) =>
  ended(
    tidy(text)
      .split(' ')
      .filter((word) => words[script].test(word))
      .join(' '),
  )

/** Without what no text may end with, which for an Arabic one is digits, too. */
const ended = (text: string) => (words.Latin.test(text) ? text.trim() : text.replace(/[\s\p{N}]+$/u, ''))

const hasLetters = (text: string) => /[\p{Script=Arabic}\p{Script=Latin}]/u.test(text) && /\p{L}/u.test(text)

/** What nobody sees is left out: joiners and marks of direction, the tatweel that only stretches a word, a mark on nothing, a dash for a name that there is not. */
function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/[\p{C}\u0640]/gu, '')
    .split(' ')
    .map((word) => word.replace(/^\p{M}+/u, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ')
    .normalize('NFKC')
}

const cut = (text: string, attribute: NameAttribute) => ended(Array.from(text).slice(0, nameAttributes[attribute].most).join(''))
