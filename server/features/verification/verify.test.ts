import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roomForSignatures } from '#contract/limits.ts'
import { ValidationReport } from '#contract/verification.ts'
import { findingWords, forgeryWords } from '#contract/verificationWords.ts'
import { cast } from '#server/demo/cast.ts'
import { bodyOf } from '#test/conformance/validation-attacks.ts'
import { root, signFile } from '#test/conformance/validation-cast.ts'
import { append, contract, file, stream } from '#test/conformance/validation-files.ts'
import { forgetIncoming } from '#server/platform/incoming.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let stranger: Browser
let signed: Buffer

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/pdf/${name}`, import.meta.url))
const pdf = { 'content-type': 'application/pdf' }
const verify = async (body: Uint8Array) => (await stranger.send('POST', '/api/v1/verify', { body, headers: pdf })).body as ValidationReport

beforeAll(async () => {
  server = await testServer({ env: { MAX_UPLOAD_MB: '1' } })
  stranger = server.browser({ language: 'ar' })
  signed = await signedFile()
})
afterAll(() => server.close())

const incoming = () => join(server.app.configuration.DATA_DIR, 'incoming')

/** A document signed through the product, as its owner downloads it. */
async function signedFile(): Promise<Buffer> {
  const person = await server.signIn(cast.noura)
  const uploaded = await person.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body: fixture('libreoffice.pdf'),
    headers: pdf,
  })
  const { uniqueFileID } = uploaded.body as { uniqueFileID: string }
  const begun = await person.post(
    '/api/v1/esign/my/sign/initiate',
    { documents: [{ uniqueFileID, placement: { page: 1, x: 40, y: 40, width: 200, height: 70 } }], acceptTerms: true },
    { 'idempotency-key': newKey() },
  )
  const ended = await person.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: begun.body.transactionID }, { everyMs: 100 })
  expect(ended.body.state).toBe('success')
  return (await person.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer
}

test('a file signed here passes at the highest level, for anybody', async () => {
  const report = await verify(signed)
  expect(report).toMatchObject({ indication: 'TOTAL-PASSED', size: signed.length, forgeries: [], findings: [] })
  const [signature] = report.signatures
  expect(signature).toMatchObject({ kind: 'signature', indication: 'TOTAL-PASSED', level: 'B-LTA', proof: 'signatureTimestamp' })
  expect(signature!.chain.map(({ subject }) => subject)).toHaveLength(3)
  expect(ValidationReport.safeParse(report).success).toBe(true)
})

test('one changed byte fails it', async () => {
  const tampered = Buffer.from(signed)
  const at = tampered.indexOf('/MediaBox')
  tampered[at + '/MediaBox'.length + 2]! ^= 1
  const report = await verify(tampered)
  expect(report.indication).toBe('TOTAL-FAILED')
  expect(report.document).toBe('changed')
})

test('content appended later is told apart from the signed revision', async () => {
  const appended = Buffer.concat([signed, Buffer.from('\n% more\n')])
  const report = await verify(appended)
  expect(report.document).not.toBe('asSigned')
  expect(report.indication).not.toBe('TOTAL-PASSED')
})

describe('what stands before the PDF, as servers add it, is told and accuses nobody', () => {
  const after = (added: string, file: Buffer) => verify(Buffer.concat([Buffer.from(added), file]))
  test.each([
    ['a line end', '\r\n'],
    ['a head of HTTP', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
    ['a byte order mark', '\ufeff'],
  ])('%s before a signed file: who signed, and that nothing is proven', async (_, added) => {
    const report = await after(added, signed)
    expect(report).toMatchObject({ indication: 'INDETERMINATE', document: 'unproven', size: Buffer.byteLength(added) + signed.length })
    expect(report.findings).toEqual([{ code: 'bytesBeforePdf' }])
    expect(report.signatures.length).toBeGreaterThan(0)
    for (const one of report.signatures) expect(one).toMatchObject({ indication: 'INDETERMINATE', coversWholeFile: false })
  })
  test('before one that does not hold without it: whether it holds with it is left open', async () => {
    const report = await after('\r\n', Buffer.from(signed.toString('latin1').replace('/MediaBox', '/MediaBux'), 'latin1'))
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      document: 'unproven',
      signatures: [],
      findings: [{ code: 'bytesBeforePdf' }],
    })
  })
  test('before an unsigned file, and before nothing that can be read', async () => {
    const report = await after('\n', fixture('libreoffice.pdf'))
    expect(report).toMatchObject({ document: 'unsigned', findings: [{ code: 'noSignatures' }, { code: 'bytesBeforePdf' }] })
    expect(await after('\n', Buffer.from('%PDF-1.7\n'))).toMatchObject({
      indication: 'INDETERMINATE',
      document: 'unproven',
      signatures: [],
    })
  })
})

/** A stream of a gigabyte of zeros in a few kilobytes, where the file's table of contents should be. */
function bomb(): Buffer {
  let packed = deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 })
  packed = deflateSync(packed, { level: 9 })
  const head = Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Type/XRef/Size 100000000/W[1 8 2]/Root 2 0 R/Filter[/FlateDecode/FlateDecode]/Length ${packed.length}>>\nstream\n`,
  )
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')])
}

describe('files that carry no valid signature get a clear answer', () => {
  test.each([
    ['an unsigned file', () => fixture('libreoffice.pdf'), 'INDETERMINATE', 'unsigned', 'noSignatures'],
    ['something else', () => Buffer.from('not a PDF at all'), 'TOTAL-FAILED', 'unproven', 'fileNotPdf'],
    ['nothing', () => Buffer.alloc(0), 'TOTAL-FAILED', 'unproven', 'fileNotPdf'],
    ['an encrypted file', () => fixture('refused/encrypted-user.pdf'), 'INDETERMINATE', 'unsigned', 'fileEncrypted'],
  ])('%s', async (_, file, indication, document, code) => {
    const report = await verify(file())
    expect(report).toMatchObject({ indication, document, signatures: [] })
    expect(report.findings.map((finding) => finding.code)).toContain(code)
  })

  test('a file that unpacks to far more than it is', async () => {
    const file = bomb()
    expect(file.length).toBeLessThan(100_000)
    const report = await verify(file)
    expect(report.signatures).toEqual([])
    expect(['fileTooComplex', 'fileNotReadable']).toContain(report.findings[0]!.code)
    expect((await stranger.get('/api/v1/auth/session/unknown')).status).toBe(404) // the server lives on
  })

  test('a signature whose envelope is BER, from an authority that nobody here knows', async () => {
    const report = await verify(fixture('pdfbox-signed.pdf'))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
    expect(report.signatures[0]!.findings.map(({ code }) => code)).toEqual([
      'signingCertificateNotNamed',
      'chainNotFound',
      'noProofOfExistence',
    ])
  })
})

test('an authority that the operator trusts is named, from the moment its certificate lies in the folder', async () => {
  const file = await signFile(fixture('libreoffice.pdf'), { level: 'B-LT' })
  expect(await verify(file)).toMatchObject({ indication: 'INDETERMINATE', signatures: [{ anchor: null }] })
  const place = join(server.app.configuration.DATA_DIR, 'trust', 'other.cer')
  await writeFile(place, root.certificate.der)
  expect(await verify(file)).toMatchObject({ indication: 'TOTAL-PASSED', signatures: [{ anchor: root.certificate.subject.text }] })
  await rm(place)
  expect(await verify(file)).toMatchObject({ indication: 'INDETERMINATE', signatures: [{ anchor: null }] })
})

test('what turns the direction of writing, ends a text or is half a character leaves no file as it is', async () => {
  const file = fixture('pdfbox-signed.pdf')
  const name = Buffer.from([0xfe, 0xff, 0x20, 0x2e, 0x00, 0x41, 0x00, 0x00, 0xd8, 0x00, 0x00, 0x42, 0x20, 0x67])
  name.copy(file, file.indexOf('(Earlier signer)') + 1)
  const { signatures } = await verify(file)
  expect(signatures[0]!.claimed.name).toBe('\ufffdA\ufffd\ufffdB\ufffd')

  const said = await stranger.send('POST', `/api/v1/verify/report?language=en&name=${encodeURIComponent('a\u202efdp.exe\u2067\n.pdf')}`, {
    body: signed,
    headers: pdf,
  })
  expect(said.headers.get('content-disposition')).toBe(`attachment; filename="afdp.exe-report.pdf"; filename*=UTF-8''afdp.exe-report.pdf`)
})

test('the report comes as a PDF in either language, under the name of the file', async () => {
  for (const [language, word] of [
    ['ar', 'TOTAL-PASSED'],
    ['en', 'signed this document'],
  ] as const) {
    const answer = await stranger.send('POST', `/api/v1/verify/report?language=${language}&name=${encodeURIComponent('عقد.pdf')}`, {
      body: signed,
      headers: pdf,
    })
    expect(answer.status).toBe(200)
    expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain('عقد-report.pdf')
    expect(textOf(answer.body as Buffer)).toContain(word)
  }
})

test.each([
  ['on the page', '150 690 250 720', '0 0 100 30'],
  ['far beyond it', '150 690 90000 90000', '0 0 89850 89310'],
])('what was put over a signed page is in the report, as it was signed and as it is now: %s', async (_, rect, box) => {
  const contractSigned = await signFile(file(contract()))
  const next = Math.max(...[...contractSigned.toString('latin1').matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))
  const stamped = append(contractSigned, {
    3: bodyOf(contractSigned, 3).replace(/\/Annots ?\[/, (found) => `${found}${next} 0 R `),
    [next]: `<</Type/Annot/Subtype/Stamp/Rect[${rect}]/F 4/AP<</N ${next + 1} 0 R>>>>`,
    [next + 1]: stream(`0 g ${box} re f`, `/Type/XObject/Subtype/Form/BBox[${box}]`),
  })
  const answer = await stranger.send('POST', '/api/v1/verify/report?language=en&name=contract.pdf', { body: stamped, headers: pdf })
  const report = answer.body as Buffer
  expect(textOf(report)).toMatch(/Page 1 as it was signed\s+Page 1 as it is now/)
  const [before, now] = picturesOf(report)
  // The stamp's place on a page of 595 by 842 points.
  const place = { left: 150 / 595, right: 250 / 595, top: 1 - 720 / 842, bottom: 1 - 690 / 842 }
  expect(darkness(now!, place)).toBeGreaterThan(0.95)
  expect(darkness(before!, place)).toBeLessThan(0.5)
  expect(darkness(before!, place), 'the text that the stamp hides').toBeGreaterThan(0)
})

test('a signature that a later revision took away is what the report says first after the forgery', async () => {
  const contractSigned = await signFile(file(contract()))
  const bare = append(contractSigned, {
    1: contract()[1]!.replace('/Fields[10 0 R 11 0 R]', '/Fields[10 0 R]'),
    2: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
  })
  const answer = await stranger.send('POST', '/api/v1/verify/report?language=en&name=contract.pdf', { body: bare, headers: pdf })
  expect(textOf(answer.body as Buffer).replace(/\s+/g, ' ')).toContain(
    `${forgeryWords.shadowHide.en} ${findingWords.signatureRemovedLater.en} ${findingWords.noSignatures.en}`,
  )
})

type Pixels = { width: number; height: number; rgb: Buffer }

/** The pictures of a report, in the order of its pages. */
function picturesOf(report: Buffer): Pixels[] {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  try {
    spawnSync('pdfimages', ['-', join(folder, 'picture')], { input: report, timeout: 20_000 })
    return readdirSync(folder)
      .toSorted()
      .map((name) => {
        const bytes = readFileSync(join(folder, name))
        const [head, width, height] = /^P6\n(\d+) (\d+)\n255\n/.exec(bytes.subarray(0, 30).toString('latin1'))!
        return { width: Number(width), height: Number(height), rgb: bytes.subarray(head.length) }
      })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The share of dark points within a place, whose sides are shares of the picture. */
function darkness({ width, height, rgb }: Pixels, place: { left: number; right: number; top: number; bottom: number }): number {
  let [dark, all] = [0, 0]
  for (let y = Math.ceil(place.top * height); y < Math.floor(place.bottom * height); y++) {
    for (let x = Math.ceil(place.left * width); x < Math.floor(place.right * width); x++) {
      all++
      if (rgb[(y * width + x) * 3]! < 128) dark++
    }
  }
  return dark / all
}

const textOf = (file: Buffer) => spawnSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8', timeout: 20_000 }).stdout

test('too large, or not sent as a PDF, is refused', async () => {
  const large = await stranger.send('POST', '/api/v1/verify', { body: Buffer.alloc(1_000_000 + roomForSignatures + 1), headers: pdf })
  expect([large.status, large.body.detail]).toEqual([413, 'TOO_LARGE'])
  const other = await stranger.send('POST', '/api/v1/verify', { body: 'x', headers: { 'content-type': 'text/plain' } })
  expect([other.status, other.body.detail]).toEqual([415, 'WRONG_TYPE'])
})

test('nothing of a verified file stays behind', async () => {
  expect(await readdir(incoming())).toEqual([])
})

test('nor of one whose verification a killed process left: it is gone within the hour, what is being read stays', async () => {
  await writeFile(join(incoming(), 'left'), signed)
  server.clock.advance(3_500)
  await forgetIncoming(server.app)
  expect(await readdir(incoming())).toEqual(['left'])
  server.clock.advance(200)
  await forgetIncoming(server.app)
  expect(await readdir(incoming())).toEqual([])
})

test('one address is slowed down after thirty files in ten minutes', async () => {
  server.clock.awayFromWindowEnd(600)
  const answers = []
  for (let i = 0; i < 31; i++) answers.push(await stranger.send('POST', '/api/v1/verify', { body: 'x'.repeat(10), headers: pdf }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  const first = Object.fromEntries(answers[0]!.headers)
  expect(first['ratelimit-policy']).toBe('"verifications";q=30;w=600')
  expect(first.ratelimit).toMatch(/^"verifications";r=29;t=\d{1,3}$/)
  expect(answers[29]!.headers.get('ratelimit')).toMatch(/^"verifications";r=0;t=/)
  expect(answers.at(-1)!.status).toBe(429)
  const wait = answers.at(-1)!.headers.get('retry-after')
  expect(Number(wait)).toBeGreaterThan(0)
  expect(Number(wait)).toBeLessThanOrEqual(Number(/t=(\d+)/.exec(first.ratelimit!)![1]))
  expect(Object.fromEntries(answers.at(-1)!.headers)).toMatchObject({
    'ratelimit-policy': '"verifications";q=30;w=600',
    ratelimit: `"verifications";r=0;t=${wait}`,
  })
}, 60_000)
