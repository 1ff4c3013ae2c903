import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => server.close())

const pdf = simplePdf()
const verifyFrom = (address: string) =>
  server.browser().send('POST', '/api/v1/verify', { body: pdf, headers: { 'content-type': 'application/pdf', 'x-forwarded-for': address } })

test('one address with many files keeps nobody else waiting, and has four taken on at a time', async () => {
  let answered = 0
  const flood = Array.from({ length: 18 }, () => verifyFrom('203.0.113.7').finally(() => void answered++))
  await vi.waitFor(async () => {
    const underWay = await readdir(join(server.app.configuration.DATA_DIR, 'incoming'))
    expect(underWay.length + answered).toBe(18)
  }, 5_000)
  const refused = 14
  expect((await verifyFrom('203.0.113.8')).status).toBe(200)
  expect(answered - refused).toBeLessThan(4) // not behind all of theirs
  const statuses = (await Promise.all(flood)).map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(refused).fill(429)])
})

test('more from everywhere than can wait their turn are told to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => verifyFrom(`203.0.113.${100 + i}`)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(40)
  for (const { status, body, headers } of refused) expect([status, body.detail, headers.get('retry-after')]).toEqual([503, 'BUSY', '5'])
})
