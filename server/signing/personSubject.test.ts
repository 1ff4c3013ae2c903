import { expect, test } from 'vitest'
import { encodeName, textFault } from '#pki/x509/names.ts'
import { subjectOf } from './personSubject.ts'

const faisal = {
  id: 7,
  first_name_ar: 'فيصل',
  family_name_ar: 'الزهراني',
  first_name_en: 'Faisal',
  father_name_en: 'Mohammed',
  grandfather_name_en: 'Ibrahim',
  family_name_en: 'Alzahrani',
}
const key = Buffer.alloc(32, 1)
const named = (changed: Partial<typeof faisal>) => Object.fromEntries(subjectOf({ ...faisal, ...changed }, key))

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
  ['a single name of 100 characters', { family_name_en: 'A'.repeat(100) }, { CN: `Faisal ${'A'.repeat(57)}` }],
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
