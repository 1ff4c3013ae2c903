import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostCounted } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { addSignings } from '#test/manySignings.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let faisal: Browser
beforeAll(async () => {
  server = await testServer()
  faisal = await server.signIn(cast.faisal, { language: 'en' })
  await addSignings(server, faisal, mostCounted + 2_000)
}, 60_000)
afterAll(() => server.close())

const list = '/api/v1/esign/my/transactions'
type Page = {
  dataList: { transactionID: string }[]
  totalCount: number
  moreThanTotal: boolean
  nextCursor: string | null
  previousCursor: string | null
}

async function read(page: number, more = {}, browser = faisal): Promise<Page> {
  const { status, body, text } = await browser.post(list, { page, limit: 10, ...more })
  expect(status, text).toBe(200)
  return body as Page
}
const idsOf = ({ dataList }: Page) => dataList.map(({ transactionID }) => transactionID)

test('rows are counted to ten thousand, and then it is said that there are more', async () => {
  expect(await read(1)).toMatchObject({ totalCount: mostCounted, moreThanTotal: true })
  const lena = await server.signIn(cast.reem)
  expect(await read(1, {}, lena)).toEqual({
    dataList: [],
    totalCount: 0,
    moreThanTotal: false,
    nextCursor: null,
    previousCursor: null,
  })
  const noura = await server.signIn(cast.noura)
  const { totalCount, moreThanTotal } = await read(1, {}, noura)
  expect([totalCount > 20, moreThanTotal]).toEqual([true, false])
})

test('pages that are reached by key are those that are reached by number, forward and back', async () => {
  const byNumber: string[][] = []
  for (let page = 1; page <= 6; page++) byNumber.push(idsOf(await read(page)))
  let page = await read(1)
  expect(page.previousCursor).toBeNull()
  for (let number = 2; number <= 6; number++) {
    page = await read(number, { cursor: page.nextCursor! })
    expect(idsOf(page)).toEqual(byNumber[number - 1])
  }
  for (let number = 5; number >= 1; number--) {
    page = await read(number, { cursor: page.previousCursor! })
    expect(idsOf(page)).toEqual(byNumber[number - 1])
  }
  expect(new Set(byNumber.flat()).size).toBe(60)
})

test('by key no row repeats where others came in between', async () => {
  const noura = await server.signIn(cast.noura)
  const before = await read(1, {}, noura)
  const second = idsOf(await read(2, {}, noura))
  await server.owner
    .updateTable('esign_transaction')
    .set({ created_at: new Date(Date.now() + 60_000) })
    .where('public_id', '=', idsOf(before)[9]!)
    .execute()
  expect(idsOf(await read(2, { cursor: before.nextCursor! }, noura))).toEqual(second)
})

test('a cursor serves its own page, list, filters and caller; anything else is as good as none', async () => {
  const { nextCursor } = await read(1)
  const [second, third, failed] = [idsOf(await read(2)), idsOf(await read(3)), idsOf(await read(3, { type: 'failed', limit: 20 }))]
  expect(idsOf(await read(3, { cursor: nextCursor! }))).toEqual(third)
  expect(idsOf(await read(3, { cursor: nextCursor!, type: 'failed', limit: 20 }))).toEqual(failed)
  for (const cursor of ['', 'x', '%', `${nextCursor!.slice(0, -2)}xx`, 'A'.repeat(1_000)])
    expect(idsOf(await read(2, { cursor })), cursor).toEqual(second)
  const noura = await server.signIn(cast.noura)
  expect(idsOf(await read(2, { cursor: nextCursor! }, noura))).toEqual(idsOf(await read(2, {}, noura)))
})

test('the last page leads nowhere, and one behind it is empty', async () => {
  const noura = await server.signIn(cast.noura)
  const { totalCount } = await read(1, {}, noura)
  const last = Math.ceil(totalCount / 10)
  expect((await read(last, {}, noura)).nextCursor).toBeNull()
  expect(await read(last + 1, {}, noura)).toMatchObject({ dataList: [], totalCount, nextCursor: null })
  expect(await read(1_000_000, {}, noura)).toMatchObject({ dataList: [], totalCount, nextCursor: null, previousCursor: null })
})

test('a page that lies too deep for its number is refused with a way to it', async () => {
  expect(await read(10_001)).toMatchObject({ dataList: [], moreThanTotal: true })
  const { status, body } = await faisal.post(list, { page: 10_002, limit: 10 })
  expect([status, body.detail, body.errors]).toEqual([
    422,
    'INVALID',
    [{ field: 'page', message: 'This page lies too deep to be opened by its number. Narrow the list, or go there page by page.' }],
  ])
})

test('a GET takes the cursor in its query, and notifications page the same way', async () => {
  const noura = await server.signIn(cast.noura)
  const payments = '/api/v1/esign/my/subscription/payment/history'
  for (const [path, pageOf] of [
    [payments, (page: number) => `${payments}/${page}/5?`],
    ['/api/v1/dashboard/my/notifications', (page: number) => `/api/v1/dashboard/my/notifications?page=${page}&size=5&`],
  ] as const) {
    const first = (await noura.get(pageOf(1))).body
    const byNumber = (await noura.get(pageOf(2))).body
    const byKey = (await noura.get(`${pageOf(2)}${new URLSearchParams({ cursor: first.nextCursor })}`)).body
    expect(byKey.dataList.length, path).toBe(5)
    expect(byKey.dataList, path).toEqual(byNumber.dataList)
  }
})

describe('in an order that was asked for', () => {
  const payments = async (browser: Browser, sort = '') =>
    (await browser.get(`/api/v1/esign/my/subscription/payment/history/1/100${sort && `?sort=${sort}`}`)).body.dataList as Row[]
  const signings = async (browser: Browser, sort?: string) => (await read(1, { limit: 100, sort }, browser)).dataList as unknown as Row[]
  type Row = Readonly<Record<string, string>>
  type Named = [rows: typeof payments, sort: string, field: Record<'ar' | 'en', string>]
  const named: Named[] = [
    [signings, 'documentName', { ar: 'documentName', en: 'documentName' }],
    [payments, 'planName', { ar: 'planNameAr', en: 'planName' }],
  ]

  test.each(['ar', 'en'] as const)('names stand as a reader of %s looks them up, and the other way round', async (language) => {
    const noura = await server.signIn(cast.noura, { language })
    const { compare } = new Intl.Collator(language)
    for (const [rows, sort, fields] of named) {
      const namesOf = (found: Row[]) => found.map((row) => row[fields[language]]!)
      const names = namesOf(await rows(noura)).toSorted(compare)
      expect(new Set(names).size).toBeGreaterThan(2)
      expect(namesOf(await rows(noura, sort))).toEqual(names)
      expect(namesOf(await rows(noura, `-${sort}`))).toEqual(names.toReversed())
    }
  })

  test('amounts stand by their worth, and times from the first', async () => {
    const noura = await server.signIn(cast.noura)
    const amounts = (await payments(noura, '-amount')).map(({ amount }) => Number(amount))
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    const dates = (await signings(noura)).map(({ transactionDate }) => transactionDate)
    expect((await signings(noura, 'transactionDate')).map(({ transactionDate }) => transactionDate)).toEqual(dates.toReversed())
  })

  test('pages follow each other by key, too, and none repeats a row', async () => {
    for (const sort of ['transactionDate', '-documentName']) {
      const byNumber = [idsOf(await read(1, { sort })), idsOf(await read(2, { sort })), idsOf(await read(3, { sort }))]
      const second = await read(2, { sort, cursor: (await read(1, { sort })).nextCursor! })
      const third = await read(3, { sort, cursor: second.nextCursor! })
      expect([idsOf(second), idsOf(third)]).toEqual(byNumber.slice(1))
      expect(idsOf(await read(2, { sort, cursor: third.previousCursor! }))).toEqual(byNumber[1])
      expect(new Set(byNumber.flat()).size).toBe(30)
    }
  })

  test.each(['state', '-', 'transactionDate desc', '--planType', 'planTypeAr'])('“%s” is no order of this list', async (sort) => {
    const { status, body } = await faisal.post(list, { sort })
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['sort']])
  })
})
