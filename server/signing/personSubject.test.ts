import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeName, textFault } from '#pki/x509/names.ts'
import { volume } from '#test/volume.ts'
import { canBeNamed, Nameless, subjectOf } from './personSubject.ts'

const faisal = {
  id: 7,
  first_name_ar: 'فيصل',
  father_name_ar: 'محمد',
  grandfather_name_ar: 'إبراهيم',
  family_name_ar: 'الزهراني',
  first_name_en: 'Faisal',
  father_name_en: 'Mohammed',
  grandfather_name_en: 'Ibrahim',
  family_name_en: 'Alzahrani',
}
const key = Buffer.alloc(32, 1)
const named = (changed: Partial<typeof faisal>) => Object.fromEntries(subjectOf({ ...faisal, ...changed }, key))

const english = (first: string, father: string, grandfather: string, family: string) => ({
  first_name_en: first,
  father_name_en: father,
  grandfather_name_en: grandfather,
  family_name_en: family,
})
const ar = (first: string, father: string, grandfather: string, family: string) => ({
  first_name_ar: first,
  father_name_ar: father,
  grandfather_name_ar: grandfather,
  family_name_ar: family,
})

test.each([
  ['as it is registered', {}, { GN: 'فيصل', SN: 'الزهراني', CN: 'Faisal Mohammed Ibrahim Alzahrani' }],
  [
    'spaces that nobody sees',
    { first_name_ar: ' فيصل ', father_name_en: 'Mohammed  Ali' },
    { GN: 'فيصل', CN: 'Faisal Mohammed Ali Ibrahim Alzahrani' },
  ],
  ['letters that are not composed', { first_name_ar: 'ا\u0653دم' }, { GN: 'آدم' }],
  ['two scripts in one name', { first_name_ar: 'فيصل Faisal' }, { GN: 'Faisal' }],
  ['a number after an Arabic name', { family_name_ar: 'الزهراني 2' }, { SN: 'Alzahrani' }],
  [
    'a full name of more than 64 characters',
    { father_name_en: 'Abdulrahman Abdulmohsen', grandfather_name_en: 'Abdulaziz ibn Alabdulqader' },
    { CN: 'Faisal Abdulrahman Abdulmohsen Alzahrani' },
  ],
  ['one whose middle names alone are as long', { father_name_en: 'A'.repeat(60) }, { CN: 'Faisal Alzahrani' }],
  ['a family name of 100 characters', { family_name_en: 'A'.repeat(100) }, { CN: `Faisal ${'A'.repeat(57)}` }],
  ['no English name', english('', '', '', ''), { GN: 'فيصل', SN: 'الزهراني', CN: 'فيصل محمد إبراهيم الزهراني' }],
  ['dashes for an English name', english('-', '-', '-', '.'), { CN: 'فيصل محمد إبراهيم الزهراني' }],
  ['the Arabic name in its place', english('فيصل', 'محمد', 'إبراهيم', 'الزهراني'), { CN: 'فيصل محمد إبراهيم الزهراني' }],
  ['an English name with an Arabic family name', { family_name_en: 'الزهراني' }, { CN: 'فيصل محمد إبراهيم الزهراني' }],
  ['an English name in Cyrillic', english('Фейсал', '', '', 'Захрани'), { CN: 'فيصل محمد إبراهيم الزهراني' }],
  ['one Cyrillic letter among Latin ones', { first_name_en: 'F\u0430isal' }, { CN: 'فيصل محمد إبراهيم الزهراني' }],
  [
    'mathematical letters and wide ones',
    { first_name_en: '\u{1d405}aisal', family_name_en: '\uff21lzahrani' },
    { CN: 'Faisal Mohammed Ibrahim Alzahrani' },
  ],
  [
    'hyphens and the article',
    { first_name_en: 'Abdul-Rahman', family_name_en: 'Al-Zahrani' },
    { CN: 'Abdul-Rahman Mohammed Ibrahim Al-Zahrani' },
  ],
  [
    'apostrophes, straight, curved and of a transliteration',
    english("Sa'ad", 'D\u2019Souza', '\u02bfAbd', 'O\u2019Neill'),
    { CN: "Sa'ad D\u2019Souza \u02bfAbd O\u2019Neill" },
  ],
  ['letters with marks', english('Zoé', 'Nuñez', 'Đặng', 'Şahin'), { CN: 'Zoé Nuñez Đặng Şahin' }],
  ['the same, taken apart', english('Zoe\u0301', 'Nun\u0303ez', '', 'S\u0327ahin'), { CN: 'Zoé Nuñez Şahin' }],
  ['titles', { first_name_ar: 'د. فيصل', first_name_en: 'Dr. Faisal' }, { GN: 'د. فيصل', CN: 'Dr. Faisal Mohammed Ibrahim Alzahrani' }],
  ['a number after a Latin name', { family_name_en: 'Alzahrani 2' }, { CN: 'Faisal Mohammed Ibrahim Alzahrani 2' }],
  [
    'a number after an Arabic name that has no English one',
    { ...english('', '', '', ''), family_name_ar: 'الزهراني ٢' },
    { SN: 'الزهراني', CN: 'فيصل محمد إبراهيم الزهراني' },
  ],
  ['a joiner inside a word', { family_name_ar: 'می\u200cخواهم' }, { SN: 'میخواهم' }],
  ['a tatweel', { first_name_ar: 'فيـــصل' }, { GN: 'فيصل' }],
  ['vowel marks', { first_name_ar: 'فَيْصَل' }, { GN: 'فَيْصَل' }],
  ['a mark on nothing', { first_name_ar: '\u064eفيصل' }, { GN: 'فيصل' }],
  ['ligatures of presentation', { first_name_ar: 'عبد \ufdf2', family_name_ar: '\ufefb\ufee1' }, { GN: 'عبد الله', SN: 'لام' }],
  ['letters of Persian and Urdu', { first_name_ar: 'پرویز', family_name_ar: 'گلزار' }, { GN: 'پرویز', SN: 'گلزار' }],
  ['an Arabic name of 100 letters alone', { ...english('', '', '', ''), family_name_ar: 'ق'.repeat(100) }, { SN: 'ق'.repeat(64) }],
  [
    'a single name',
    { father_name_ar: '', grandfather_name_ar: '', family_name_ar: '-', ...english('Budi', '', '', '-') },
    { GN: 'فيصل', CN: 'Budi' },
  ],
  ['words in two scripts, without any other name', { ...ar('', '', '', ''), ...english('Faisal', '', '', 'الزهراني') }, { CN: 'Faisal' }],
])('%s', (_, changed, expected) => {
  const name = subjectOf({ ...faisal, ...changed }, key)
  expect(Object.fromEntries(name)).toMatchObject(expected)
  expect(name.map(([attribute, text]) => textFault(attribute, text))).toEqual(name.map(() => undefined))
  expect(() => encodeName(name)).not.toThrow()
})

test('the number is the person’s whatever their name, and tells nobody the national ID', () => {
  expect(named({ first_name_ar: 'سعد' }).serialNumber).toBe(named({}).serialNumber)
  expect(named({ id: 8 }).serialNumber).not.toBe(named({}).serialNumber)
  expect(named({}).serialNumber).toMatch(/^TQ:SA-[0-9A-F]{20}$/)
})

test('whoever has a single name has no family name', () => {
  expect(named({ ...ar('بودي', '', '', ''), ...english('Budi', '', '', '') })).not.toHaveProperty('SN')
  expect(named({ ...ar('', '', '', 'بودي'), ...english('', '', '', 'Budi') })).toMatchObject({ SN: 'بودي', CN: 'Budi' })
})

test.each([
  ['no letters at all', ar('-', '.', '', '٢'), english('', '', '', '7')],
  ['other scripts alone', ar('孫', '', '', '悟空'), english('Σωκράτης', '', '', 'Пушкин')],
])('%s cannot be named, and is known before anybody pays', (_, arabic, latin) => {
  const person = { ...faisal, ...arabic, ...latin }
  expect(canBeNamed(person)).toBe(false)
  expect(() => subjectOf(person, key)).toThrow(Nameless)
})

const timeout = volume({ push: 30_000, release: 600_000 })
test('whatever a register holds, it is a subject that encodes, or known to be none', { timeout }, () => {
  const alphabet = fc.constantFrom(...'ليلىLaé9٢ -.’\u200c\u200f\u0640\u064e\u0301\u202eаΣ孫𝐀\u00a0ﷲ\t\0\ud800')
  const part = fc.string({ unit: alphabet, maxLength: 70 })
  fc.assert(
    fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), ([a, b, c, d, e, f, g, h]) => {
      const person = { ...faisal, ...ar(a!, b!, c!, d!), ...english(e!, f!, g!, h!) }
      if (canBeNamed(person)) encodeName(subjectOf(person, key))
      else expect(() => subjectOf(person, key)).toThrow(Nameless)
    }),
    { numRuns: volume({ push: 1_000, release: 50_000 }) },
  )
})
