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
