import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { simplePdf, writePdf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => server.close())

const pdf = simplePdf()
const verifyFrom = (address: string, body = pdf) =>
  server.browser().send('POST', '/api/v1/verify', { body, headers: { 'content-type': 'application/pdf', 'x-forwarded-for': address } })

/** Small, and long to read: so many files inside, each sixteen megabytes of characters of which five stand for four octets; half a second and more each. */
function tediousPdf(files: number): Buffer {
  const characters = deflateSync(Buffer.alloc(16 * 1024 * 1024 - 1, '0'), { level: 9 }).toString('latin1')
  const objects: Record<number, string> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  }
  for (let i = 0; i < files; i++) {
    objects[4 + 2 * i] = `<</Type/Filespec/UF(${i})/EF<</UF ${5 + 2 * i} 0 R>>>>`
    objects[5 + 2 * i] = `<</Filter[/FlateDecode/ASCII85Decode]/Length ${characters.length}>>\nstream\n${characters}\nendstream`
  }
  return writePdf(objects)
}

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

test('whoever sends a plain file passes those whose files take long', async () => {
  const ended: string[] = []
  const files = 15 // longer than what is read quickly may take, and well within what is read thoroughly may
  const tedious = tediousPdf(files)
  const from = async (address: string, body?: Buffer) => {
    const { body: report } = await verifyFrom(address, body)
    ended.push(address)
    return report
  }
  const long = ['203.0.113.20', '203.0.113.21'].map((address) => from(address, tedious))
  await vi.waitFor(async () => expect(await readdir(join(server.app.configuration.DATA_DIR, 'incoming'))).toHaveLength(long.length), 10_000)
  expect(await from('203.0.113.23')).toMatchObject({ document: 'unsigned' })
  expect(ended).toEqual(['203.0.113.23'])
  for (const report of await Promise.all(long)) expect(report.attachments).toHaveLength(files)
}, 300_000)

test('more from everywhere than can wait their turn are told to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => verifyFrom(`203.0.113.${100 + i}`)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(40)
  for (const { status, body, headers } of refused) expect([status, body.detail, headers.get('retry-after')]).toEqual([503, 'BUSY', '5'])
})
