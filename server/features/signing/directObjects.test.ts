/**
 * What stands in another object instead of being named by it. Pages in their parent: ISO 32000-2 table 30 does not allow it, the browser shows them,
 * and poppler shows nothing of such a file; signing names them, and every reader shows the same then. An earlier signature in its field is one like
 * any other.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { handmade } from '#test/conformance/validation-handmade.ts'
import { pdfsig, qpdfCheck } from '#test/fixtures/pdf/judges.ts'
import { simplePdf, streamOf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
const folder = mkdtempSync(join(tmpdir(), 'tawqi-pages-'))
beforeAll(async () => {
  server = await testServer()
  noura = await server.signIn(cast.noura)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const headers = { 'content-type': 'application/pdf' }
const upload = (body: Uint8Array) => noura.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body, headers })
const pathOf = (bytes: Uint8Array) => {
  const path = join(folder, 'file.pdf')
  writeFileSync(path, bytes)
  return path
}
/** The text of each page, as poppler finds it. */
const texts = (bytes: Uint8Array) =>
  execFileSync('pdftotext', [pathOf(bytes), '-'], { encoding: 'utf8', stdio: 'pipe' })
    .split('\f')
    .slice(0, -1)
    .map((text) => text.trim().split('\n')[0])

async function sign(file: Uint8Array, page: number | null): Promise<Buffer> {
  const taken = await upload(file)
  const { uniqueFileID } = taken.body as { uniqueFileID: string }
  const placement = page === null ? null : { page, x: 60, y: 300, width: 220, height: 70 }
  const started = await noura.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement }], acceptTerms: true })
  const ended = await noura.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
  expect(ended.body, taken.text + started.text + ended.text).toMatchObject({ state: 'success' })
  return (await noura.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer
}

const valid = (bytes: Uint8Array) => pdfsig(pathOf(bytes)).filter((said) => said === 'Signature is Valid.').length

const shown = (text: string) => streamOf('', `BT /F1 18 Tf 72 740 Td (${text}) Tj ET`)
const page = (content: number, more = '') =>
  `<</Type /Page /Parent 2 0 R /Contents ${content} 0 R /Resources <</Font <</F1 5 0 R>>>> ${more}>>`
const box = '/MediaBox [0 0 595 842]'
const pages = (kids: string, count: number) => `<</Type /Pages /Kids ${kids} /Count ${count} ${box}>>`
const link = '/Annots [<</Type /Annot /Subtype /Link /Rect [70 735 200 760] /Border [0 0 0] /A <</S /URI /URI (https://example.org)>>>>]'
const more = { 6: shown('Second'), 7: shown('Third') }
const files = {
  'beside one that is named': simplePdf({ objects: { 2: pages(`[${page(6, link)} 3 0 R ${page(7)}]`, 3), ...more } }),
  'in a list of its own': simplePdf({
    objects: { 2: pages('8 0 R', 3), 8: `[${page(6)} 3 0 R ${page(7, '/Rotate 90')}]`, ...more },
    kind: 'stream',
  }),
}

test.each(
  Object.entries(files).flatMap(
    ([name, file]) =>
      [
        [name, 'in the first', file, 1],
        [name, 'in the second', file, 2],
        [name, 'unseen', file, null],
      ] as const,
  ),
)('pages %s are signed, %s, and shown by every reader afterwards', { timeout: 60_000 }, async (_, __, file, at) => {
  expect(texts(file)).not.toContain('Second')
  const signed = await sign(file, at)
  expect(signed.subarray(0, file.length).equals(file)).toBe(true)
  expect(texts(signed)).toEqual(['Second', expect.stringContaining('Agreement'), 'Third'])
  expect(valid(signed)).toBe(1)
  const { status, output } = qpdfCheck(pathOf(signed))
  expect(status, output).toBe(0)
  const twice = await sign(signed, 3)
  expect(valid(twice)).toBe(2)
  const verified = await noura.send('POST', '/api/v1/verify', { body: twice, headers })
  expect(verified.body).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
})

test('none is made of a file that somebody signed', async () => {
  const signed = (await sign(simplePdf(), null)).toString('latin1')
  const startxref = signed
    .slice(signed.lastIndexOf('startxref') + 9)
    .trim()
    .split('\n')[0]!
  const size = /\/Size (\d+)/.exec(signed.slice(signed.lastIndexOf('trailer')))![1]!
  const [before, object] = [`${signed}2 0 obj\n${pages(`[3 0 R ${page(4)}]`, 2)}\nendobj\n`, String(signed.length).padStart(10, '0')]
  const changed = `${before}xref\n2 1\n${object} 00000 n\r\ntrailer\n<</Size ${size} /Root 1 0 R /Prev ${startxref}>>\nstartxref\n${before.length}\n%%EOF\n`
  const { status, body } = await upload(Buffer.from(changed, 'latin1'))
  expect([status, body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
})

test.each([
  ['what acts by itself', page(6, '/AA <</O <</S /JavaScript /JS (1)>>>>')],
  ['a part of the tree', `<</Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1>>`],
])('%s that stands in the tree is refused', async (_, kid) => {
  const { status, body } = await upload(simplePdf({ objects: { 2: pages(`[${kid}]`, 1), 6: shown('Second') } }))
  expect([status, body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
})

test('a file with a signature that stands in its field is signed', async () => {
  const signed = await sign(handmade({ isDirect: true }), 1)
  expect(valid(signed)).toBe(2)
  const { body } = await noura.send('POST', '/api/v1/verify', { body: signed, headers })
  const indications = body.signatures.map((one: { indication: string }) => one.indication)
  expect([body.document, body.forgeries, indications]).toEqual(['asSigned', [], ['INDETERMINATE', 'TOTAL-PASSED', 'TOTAL-PASSED']]) // who signed first is not known
})

test.each([1, 2])('a page that is named twice has a mark on the one where it was put: %i', { timeout: 60_000 }, async (at) => {
  const file = simplePdf({ objects: { 2: pages('[3 0 R 3 0 R]', 2) } })
  /** How many places of the mark are dark, on each page. */
  const darkOn = (bytes: Uint8Array) =>
    [1, 2].map((number) => {
      const [first, width, height] = ['-f', '-W', '-H'].map((flag, i) => [flag, String([number, 220, 70][i])])
      const args = ['-r', '72', '-gray', ...first!, '-l', String(number), '-x', '60', '-y', '300', ...width!, ...height!, pathOf(bytes)]
      return execFileSync('pdftoppm', args)
        .subarray(-220 * 70)
        .filter((grey) => grey < 128).length
    })
  const signed = await sign(file, at)
  expect(darkOn(file)).toEqual([0, 0])
  const marked = darkOn(signed).map((count) => count > 0)
  expect(marked).toEqual([at === 1, at === 2])
  expect(valid(signed)).toBe(1)
  const twice = await sign(signed, 3 - at)
  expect(darkOn(twice).every((count) => count > 0)).toBe(true)
  const verified = await noura.send('POST', '/api/v1/verify', { body: twice, headers })
  expect(verified.body).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
})
