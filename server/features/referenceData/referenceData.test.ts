import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
const get = (path: string) => server.browser().get(`/api/v1/common/${path}`)

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
