import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#test/server.ts'
import { vatOf } from './vat.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
const get = (path: string, language: 'ar' | 'en' = 'en') => server.browser({ language }).get(`/api/v1/common/${path}`)

test('VAT is whole halalas, half up, never further from the exact amount than half a halala', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_007_199_254 }), fc.integer({ min: 0, max: 10_000 }), (price, basisPoints) => {
      const vat = vatOf(price, basisPoints)
      const exact = BigInt(price) * BigInt(basisPoints)
      const off = BigInt(vat) * 10_000n - exact
      expect(Number.isSafeInteger(vat)).toBe(true)
      expect(off > -5_000n && off <= 5_000n).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

test.each([
  [0, 1_500, 0],
  [1, 1_500, 0],
  [3, 1_500, 0],
  [4, 1_500, 1],
  [10, 1_500, 2],
  [10, 500, 1],
  [9, 500, 0],
  [5_000, 1_500, 750],
  [9_999, 1_500, 1_500],
  [333, 0, 0],
])('VAT on %i halalas at %i basis points is %i', (price, basisPoints, vat) => expect(vatOf(price, basisPoints)).toBe(vat))

test('the plans on sale carry the server’s prices with the VAT of the day', async () => {
  const { body } = await get('esign/plans')
  expect(body).toMatchObject({ state: '1', vat: '15' })
  expect(
    body.planDetailsDTOList.map((plan: { planName: string; price: string; tax: string; totalPrice: string }) => [
      plan.planName,
      plan.price,
      plan.tax,
      plan.totalPrice,
    ]),
  ).toEqual([
    ['Starter', '50.00', '7.50', '57.50'],
    ['Personal', '200.00', '30.00', '230.00'],
    ['Freelance', '360.00', '54.00', '414.00'],
    ['Professional', '800.00', '120.00', '920.00'],
  ])
  expect((await get('get/vat')).body).toEqual({ vat: '15' })
  expect((await get('esign/plans', 'ar')).body.responseMessage).toBe('الباقات المتاحة للشراء')
})

test('another rate holds from its day on, and what is not on sale is not offered', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  await server.owner.insertInto('vat_rate').values({ valid_from: tomorrow, basis_points: 525 }).execute()
  await server.owner
    .updateTable('product_pricing')
    .set({ sold_until: server.clock.now() })
    .where('plan_name_en', '=', 'Freelance')
    .execute()
  expect((await get('get/vat')).body).toEqual({ vat: '15' })
  server.clock.advance(90_000)
  const { body } = await get('esign/plans')
  expect(body.vat).toBe('5.25')
  expect(body.planDetailsDTOList.map((plan: { tax: string; totalPrice: string }) => [plan.tax, plan.totalPrice])).toEqual([
    ['2.63', '52.63'],
    ['10.50', '210.50'],
    ['42.00', '842.00'],
  ])
  server.clock.advance(-90_000)
})

test('the human check names itself and hands out a new challenge each time', async () => {
  expect((await get('getRecaptchaClientKey')).body).toEqual({ data: 'altcha' })
  const [one, other] = [await get('humanCheck/challenge'), await get('humanCheck/challenge')]
  expect(one.body).toEqual({
    kind: 'altcha',
    algorithm: 'SHA-256',
    challenge: expect.any(String),
    maxnumber: expect.any(Number),
    salt: expect.any(String),
    signature: expect.any(String),
  })
  expect(one.body.challenge).not.toBe(other.body.challenge)
})

test('countries, regions and cities come in both languages', async () => {
  const { dataList: countries } = (await get('countries')).body
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(({ id }: { id: number }) => id)).size).toBe(249)
  const saudi = countries.find(({ code }: { code: string }) => code === 'SA')
  expect(saudi).toMatchObject({ name: 'Saudi Arabia', nameAr: 'المملكة العربية السعودية' })
  const post = (path: string) => server.browser().post(`/api/v1/common/${path}`)
  const { dataList: regions } = (await post(`states/${saudi.id}`)).body
  expect(regions).toHaveLength(13)
  const cities = await Promise.all(regions.map(async ({ id }: { id: number }) => (await post(`cities/${id}`)).body.dataList))
  expect(cities.every((list) => list.length >= 3)).toBe(true)
  expect(cities.flat().find(({ name }: { name: string }) => name === 'Jeddah')).toMatchObject({ nameAr: 'جدة' })
  expect(new Set(cities.flat().map(({ id }: { id: number }) => id)).size).toBe(cities.flat().length)
  const kuwait = countries.find(({ code }: { code: string }) => code === 'KW')
  expect((await post(`states/${kuwait.id}`)).body).toEqual({ dataList: [] })
  for (const path of ['states/999999', 'cities/13', 'cities/0', 'cities/-1', 'states/1e3']) expect((await post(path)).status).toBe(404)
})

test('both calendars have their twelve months in order', async () => {
  const { gregorian, hijri } = (await get('calendar/months')).body
  for (const months of [gregorian, hijri])
    expect(months.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect([gregorian[0], gregorian[11]]).toEqual([
    { number: 1, name: 'January', nameAr: 'يناير' },
    { number: 12, name: 'December', nameAr: 'ديسمبر' },
  ])
  expect([hijri[0].nameAr, hijri[8].nameAr, hijri[8].name]).toEqual(['محرم', 'رمضان', 'Ramadan'])
})
