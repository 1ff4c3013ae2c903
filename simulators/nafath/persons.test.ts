import { expect, test } from 'vitest'
import { claimsOf, isNationalId, personOf } from './persons.ts'

const cast = ['1200000014', '1200000022', '1200000030', '1200000048', '1200000055', '1200000063', '1200000071', '1200000089', '1200000097', '1200000105', '1200000113', '1100000015'] // prettier-ignore

test('the cast are twelve different people with valid IDs', () => {
  expect(cast.every(isNationalId)).toBe(true)
  expect(new Set(cast.map((id) => personOf(id).ar.join(' '))).size).toBe(12)
})

test.each(['1200000015', '3200000012', '120000001', '12000000140', '١٢٠٠٠٠٠٠١٤', '', undefined, 1200000014])(
  '%j is no national ID',
  (id) => {
    expect(isNationalId(id)).toBe(false)
  },
)

test('an invented person is the same each time, whole, and of age', () => {
  const names = new Set<string>()
  for (let number = 0; number < 1000; number++) {
    const id = `2${String(number).padStart(9, '0')}`
    const person = personOf(id)
    expect(personOf(id)).toEqual(person)
    expect([...person.ar, ...person.en].every((name) => name.length > 1)).toBe(true)
    expect(person.bornOn >= '1960-01-01' && person.bornOn < '2006-01-01' && !Number.isNaN(Date.parse(person.bornOn))).toBe(true)
    names.add(person.ar.join(' '))
  }
  expect(names.size).toBeGreaterThan(900)
})

test('the claims carry the right number and both calendars', () => {
  expect(claimsOf('1200000014')).toMatchObject({ nin: '1200000014', dateOfBirthG: '1991-03-14', dateOfBirthH: '1411-08-27' })
  expect(claimsOf('2200000004')).toMatchObject({ iqamaNumber: '2200000004' })
  expect(claimsOf('2200000004')).not.toHaveProperty('nin')
})
