/** Visible signatures in eight documents of different kinds, drawn by a program that we did not write: what is changed is the mark, and no box. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignatureAppearance } from '#contract/signing.ts'
import { cast } from '#server/demo/cast.ts'
import { pdfsig } from '#test/fixtures/pdf/judges.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

const dpi = 144
const folder = mkdtempSync(join(tmpdir(), 'tawqi-stamps-'))
/** Kept for eyes. */
const pictures = fileURLToPath(new URL('../../.cache/screens/', import.meta.url))

let server: TestServer
let signer: Browser
beforeAll(async () => {
  server = await testServer()
  signer = await server.signIn(cast.noura)
  mkdirSync(pictures, { recursive: true })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const fixture = (name: string) => readFileSync(new URL(`../fixtures/pdf/${name}`, import.meta.url))
const drawn = (content: string, size = '0 0 595 842') =>
  simplePdf({
    objects: {
      3: `<</Type/Page/Parent 2 0 R/MediaBox[${size}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
      4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    },
  })
const english = 'BT /F1 13 Tf 60 760 Td (This agreement is made between Example Est. and Sample Co.) Tj ET'
const dark = '0.08 0.1 0.15 rg 0 0 595 842 re f 1 g BT /F1 18 Tf 60 760 Td (Annual report) Tj ET'
const tiny = 'BT /F1 8 Tf 10 120 Td (Receipt 1042) Tj ET'

type Stamp = {
  name: string
  file: Buffer | 'invoice'
  box: { x: number; y: number; width: number; height: number }
  look: SignatureAppearance
}
const low = { x: 60, y: 640, width: 240, height: 84 }
const stamps: Stamp[] = [
  {
    name: 'arabic',
    file: fixture('chromium.pdf'),
    box: { ...low, x: 300, y: 360 },
    look: { design: 'full', language: 'ar', background: 'none' },
  },
  { name: 'mixed', file: fixture('chromium.pdf'), box: low, look: { design: 'line', language: 'ar', background: 'none' } },
  { name: 'english', file: drawn(english), box: low, look: { design: 'full', language: 'en', background: 'none' } },
  {
    name: 'tiny',
    file: drawn(tiny, '0 0 160 140'),
    box: { x: 20, y: 60, width: 120, height: 40 },
    look: { design: 'mark', language: 'ar', background: 'none' },
  },
  {
    name: 'rotated',
    file: fixture('qpdf-rotated-90.pdf'),
    box: { ...low, y: 440 },
    look: { design: 'full', language: 'ar', background: 'none' },
  },
  {
    name: 'rotated-back',
    file: fixture('qpdf-rotated-270.pdf'),
    box: { ...low, y: 440 },
    look: { design: 'line', language: 'en', background: 'none' },
  },
  { name: 'dark', file: drawn(dark), box: low, look: { design: 'full', language: 'en', background: 'white' } },
  { name: 'invoice', file: 'invoice', box: { ...low, y: 560 }, look: { design: 'mark', language: 'en', background: 'none' } },
]

/** A tax invoice of the product's own: Arabic, tagged, with a file inside. */
async function invoice(): Promise<Buffer> {
  const { body } = await signer.get('/api/v1/esign/my/subscription/payment/history/1/10?status=paid')
  const paid = body.dataList[0].encodedPaymentSlno
  return (await signer.get(`/api/v1/esign/my/subscription/payment/invoice/${paid}`)).body as Buffer
}

async function signed({ name, box, look }: Stamp, file: Buffer): Promise<Buffer> {
  const headers = { 'content-type': 'application/pdf' }
  const { body } = await signer.send('POST', `/api/v1/esign/my/uploads?name=${name}.pdf`, { body: file, headers })
  const documents = [{ uniqueFileID: body.uniqueFileID, placement: { page: 1, ...box }, appearance: look }]
  const started = await signer.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  expect(started.status, started.text).toBe(200)
  const { transactionID } = started.body
  const ended = await signer.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID })
  expect(ended.body, ended.text).toMatchObject({ state: 'success' })
  return (await signer.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)).body as Buffer
}

type Picture = { width: number; height: number; at: (x: number, y: number) => number }

/** The first page as poppler draws it, in greys. */
function draw(pdf: Buffer, name: string): Picture {
  const path = join(folder, `${name}.pdf`)
  writeFileSync(path, pdf)
  const pgm = execFileSync('pdftoppm', ['-r', String(dpi), '-gray', '-f', '1', '-l', '1', path], { maxBuffer: 64 * 1024 * 1024 })
  const [head, width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(pgm.subarray(0, 40).toString('latin1'))!
  const data = pgm.subarray(head.length)
  return { width: Number(width), height: Number(height), at: (x, y) => data[y * Number(width) + x]! }
}

test.each(stamps)('$name: the mark stands where it was put, alone and legible', { timeout: 60_000 }, async (stamp) => {
  const { name, box, look } = stamp
  const file = stamp.file === 'invoice' ? await invoice() : stamp.file
  const pdf = await signed(stamp, file)
  const [before, after] = [draw(file, `${name}-before`), draw(pdf, name)]
  expect(pdfsig(join(folder, `${name}.pdf`))[0]).toBe('Signature is Valid.')
  expect([after.width, after.height]).toEqual([before.width, before.height])
  const scale = dpi / 72
  const within = (x: number, y: number) =>
    x >= box.x * scale - 2 && x <= (box.x + box.width) * scale + 2 && y >= box.y * scale - 2 && y <= (box.y + box.height) * scale + 2
  const changed = { inside: 0, outside: 0, darkest: 255 }
  for (let y = 0; y < after.height; y++)
    for (let x = 0; x < after.width; x++) {
      if (Math.abs(after.at(x, y) - before.at(x, y)) < 24) continue
      if (!within(x, y)) changed.outside++
      else {
        changed.inside++
        changed.darkest = Math.min(changed.darkest, after.at(x, y))
      }
    }
  const share = changed.inside / (box.width * box.height * scale ** 2)
  expect(changed.outside, 'nothing is drawn beside the box').toBe(0)
  expect(share, 'a mark, and no empty place').toBeGreaterThan(0.02)
  if (look.background === 'none') expect(share, 'letters and lines, and no box behind them').toBeLessThan(0.5)
  else expect(share, 'a ground on which dark letters are read').toBeGreaterThan(0.5)
  expect(changed.darkest, 'as dark as letters are').toBeLessThan(90)
  execFileSync('pdftoppm', ['-r', '110', '-png', '-singlefile', join(folder, `${name}.pdf`), join(pictures, `stamp-${name}`)])
})
