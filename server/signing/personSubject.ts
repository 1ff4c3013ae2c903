import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { nameAttributes, textFault, type Name, type NameAttribute } from '#pki/x509/names.ts'
import type { Person } from '#server/platform/db/schema.ts'

/** What of a person goes into the subject of their certificates. */
export const subjectColumns = [
  'id',
  'first_name_ar',
  'family_name_ar',
  'first_name_en',
  'father_name_en',
  'grandfather_name_en',
  'family_name_en',
] as const satisfies (keyof Person)[]
export type SubjectPerson = Pick<Selectable<Person>, (typeof subjectColumns)[number]>

/**
 * The subject of a person's certificates (EN 319 412-1 §5.1.3). The identifier is the provider's own scheme: stable for the person, and it
 * does not tell the national ID to everybody who opens the document. One script in each attribute. A register's names may be longer than
 * an attribute, or mix scripts: then the next best form stands for them, for who has paid and proved who they are gets a certificate.
 */
export function subjectOf(person: SubjectPerson, lookUpKey: Buffer): Name {
  const { first_name_en: first, father_name_en: father, grandfather_name_en: grandfather, family_name_en: family } = person
  return [
    ['C', 'SA'],
    ['GN', fitting('GN', [person.first_name_ar, first])],
    ['SN', fitting('SN', [person.family_name_ar, family])],
    [
      'CN',
      fitting(
        'CN',
        [
          [first, father, grandfather, family],
          [first, father, family],
          [first, family],
        ].map((parts) => parts.join(' ')),
      ),
    ],
    ['serialNumber', `TQ:SA-${createHmac('sha256', lookUpKey).update(`subject ${person.id}`).digest('hex').slice(0, 20).toUpperCase()}`],
  ]
}

/** The first form that an attribute can hold; where it holds none, as much of the last as it has room for. */
function fitting(attribute: NameAttribute, forms: readonly string[]): string {
  const tidy = forms.map((form) => form.normalize('NFC').replace(/\s+/g, ' ').trim())
  return tidy.find((form) => textFault(attribute, form) === undefined) ?? cut(tidy.at(-1)!, nameAttributes[attribute].most)
}

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('').trim()
