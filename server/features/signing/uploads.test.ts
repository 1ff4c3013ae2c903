import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newPublicId } from '#server/platform/secrets.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 500 } } }) // time enough to cancel
})
afterAll(() => server.close())

const pdf = simplePdf()
/** Takes long to read. */
const manyObjects = simplePdf({ objects: Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [100 + i, `<</Number ${i}>>`])) })
/** Comes to its end when told to. */
const heldUntil = (told: Promise<void>) =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(pdf.subarray(0, 100))
      await told
      controller.enqueue(pdf.subarray(100))
      controller.close()
    },
  })
const upload = (browser: Browser, body: Buffer | ReadableStream = pdf) =>
  browser.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body, headers: { 'content-type': 'application/pdf' } })
const uploads = (browser: Browser, count: number, body?: Buffer) => Array.from({ length: count }, () => upload(browser, body))
const underWay = async () => (await readdir(join(server.app.configuration.DATA_DIR, 'incoming'))).length
const person = async (n: number) => {
  const { nationalId, personId } = await addPerson(server, 2, n)
  return { browser: await server.signIn(nationalId), personId }
}
const statusesOf = async (answers: ReturnType<typeof uploads>) => (await Promise.all(answers)).map(({ status }) => status).toSorted()

describe('one person with many files', () => {
  test('keeps nobody else waiting', async () => {
    const [{ browser: many }, { browser: other }] = [await person(1), await person(2)]
    let answered = 0
    const flood = uploads(many, 10, manyObjects).map((answer) => answer.finally(() => void answered++))
    await vi.waitFor(async () => expect((await underWay()) + answered).toBe(10), 5_000)
    expect((await upload(other)).status).toBe(200)
    expect(answered).toBeLessThan(6) // those that were being read, and what was read beside the other's
    expect(await statusesOf(flood)).toEqual(Array(10).fill(200))
  })

  test('has ten taken on at a time, and is told to come again with the others', async () => {
    const { browser } = await person(3)
    const { promise: told, resolve: tell } = Promise.withResolvers<void>()
    const ten = Array.from({ length: 10 }, () => upload(browser, heldUntil(told)))
    await vi.waitFor(async () => expect(await underWay()).toBe(10), 5_000)
    expect(await statusesOf(uploads(browser, 30))).toEqual(Array(30).fill(429))
    tell()
    expect(await statusesOf(ten)).toEqual(Array(10).fill(200))
    expect((await upload(browser)).status).toBe(200)
  })

  test('has a hundred waiting at most, however fast they come', async () => {
    const { browser, personId } = await person(4)
    const { body } = await upload(browser)
    const { id: _id, ...row } = await server.owner
      .selectFrom('document')
      .selectAll()
      .where('public_id', '=', body.uniqueFileID)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 95 }, () => ({
      ...row,
      facts: JSON.stringify(row.facts),
      placement: null,
      appearance: null,
      public_id: newPublicId(),
    }))
    await server.owner.insertInto('document').values(others).execute()
    expect(await statusesOf(uploads(browser, 10))).toEqual([...Array(4).fill(200), ...Array(6).fill(429)])
    const { count } = await server.owner
      .selectFrom('document')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow()
    expect(count).toBe(100)
  })

  test('has no more bytes kept than thirty of the largest files, those of cancelled signings among them', async () => {
    const { browser, personId } = await person(5)
    const { uniqueFileID } = (await upload(browser)).body
    const { transactionID } = (
      await browser.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement: null }], acceptTerms: true })
    ).body
    expect((await browser.post('/api/v1/esign/my/sign/cancel', { transactionID })).body.state).toBe('cancelled')
    const sized = (size: number) => server.owner.updateTable('document').set({ size }).where('person_id', '=', personId).execute()
    await sized(30 * 150_000_000)
    expect((await upload(browser)).body).toMatchObject({ detail: 'TOO_MANY', title: expect.stringContaining('wait unsigned') as string })
    await sized(30 * 150_000_000 - 1)
    expect((await upload(browser)).status).toBe(200)
  })
})
