import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { append, stream } from '#test/conformance/validation-files.ts'
import { handmade } from '#test/conformance/validation-handmade.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => server.close())

const pdf = simplePdf()
const verifyFrom = (address: string, body = pdf) =>
  server.browser().send('POST', '/api/v1/verify', { body, headers: { 'content-type': 'application/pdf', 'x-forwarded-for': address } })

/**
 * Long to read on any machine, six seconds on one and ten on the next: so many files inside, each of rows of one octet that is guessed from the row above; and signed, with
 * very many objects that were written again afterwards.
 */
function tediousPdf(files: number): Buffer {
  const rows = deflateSync(Buffer.alloc(16 * 1024 * 1024 - 2, Buffer.from([4, 0])), { level: 9 }).toString('latin1')
  const inside: Record<number, string> = {}
  for (let i = 0; i < files; i++) {
    inside[100 + 2 * i] = `<</Type/Filespec/UF(${i})/EF<</UF ${101 + 2 * i} 0 R>>>>`
    inside[101 + 2 * i] = stream(rows, '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 1>>')
  }
  const numbers = Array.from({ length: 30_000 }, (_, i) => 1_000 + i)
  const all = (text: string) => Object.fromEntries(numbers.map((number) => [number, text]))
  const list = `<</Type/Encoding/All[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`
  return append(handmade({ objects: { ...inside, 9: list, ...all('(before)') } }), all('(after)'))
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
  const files = 8 // longer than what is read quickly may take, and well within what is read thoroughly may
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
