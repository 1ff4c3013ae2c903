import type { NameAttribute } from '#pki/x509/names.ts'
import type { Lint, Linted } from '../lint.ts'

const lacks = ({ subject }: Linted, ...wanted: NameAttribute[]) => wanted.some((name) => !subject.has(name))
const is = (linted: Linted, kind: Linted['profile']['subject']) => linted.profile.subject === kind

/** Type, country, hyphen, identifier (EN 319 412-1 §5.1.3); a national scheme has two letters and a colon for its type. */
const natural = /^(?:PAS|IDC|PNO|TAX|TIN|[A-Z]{2}:)[A-Z]{2}-[A-Za-z0-9.\-/]+$/
const legal = /^(?:VAT|NTR|PSD|LEI|[A-Z]{2}:)[A-Z]{2}-[A-Za-z0-9.\-/]+$/ // §5.1.4

/** Two letters and a colon. */
const isOfLocalScheme = (stated: string | undefined) => stated?.charAt(2) === ':'
const isOther = (form: RegExp, stated: string | undefined) => stated !== undefined && !form.test(stated)

export const subjectLints: Lint[] = [
  {
    name: 'natural-person-attributes',
    source: 'EN 319 412-2 §4.2.4',
    fails: (linted) => is(linted, 'natural') && lacks(linted, 'C', 'CN', 'serialNumber'),
  },
  {
    name: 'natural-person-named',
    source: 'EN 319 412-2 §4.2.4',
    fails: (linted) => is(linted, 'natural') && lacks(linted, 'GN') && lacks(linted, 'SN') && lacks(linted, 'pseudonym'),
  },
  {
    name: 'pseudonym-instead-of-name',
    source: 'EN 319 412-2 §4.2.4',
    fails: (linted) => !lacks(linted, 'pseudonym') && !(lacks(linted, 'GN') && lacks(linted, 'SN')),
  },
  {
    name: 'natural-person-identifier',
    source: 'EN 319 412-1 §5.1.3',
    fails: (linted) => is(linted, 'natural') && isOther(natural, linted.subject.get('serialNumber')),
  },
  {
    name: 'legal-person-attributes',
    source: 'EN 319 412-3 §4.2.1',
    fails: (linted) => is(linted, 'legal') && lacks(linted, 'C', 'O', 'organizationIdentifier', 'CN'),
  },
  {
    name: 'legal-person-identifier',
    source: 'EN 319 412-1 §5.1.4',
    fails: (linted) => isOther(legal, linted.subject.get('organizationIdentifier')),
  },
  {
    name: 'registrar-of-local-scheme-named',
    source: 'EN 319 412-1 §5.1.3, §5.1.4',
    fails: (linted) =>
      isOfLocalScheme(linted.subject.get(is(linted, 'legal') ? 'organizationIdentifier' : 'serialNumber')) &&
      !is(linted, 'service') &&
      !linted.profile.qcStatements?.nameRegistrationAuthorities?.length,
  },
  {
    name: 'service-attributes',
    source: 'EN 319 412-2 §4.2.3.1, EN 319 422 §6.2',
    fails: (linted) => is(linted, 'service') && lacks(linted, 'C', 'O', 'CN'),
  },
]
