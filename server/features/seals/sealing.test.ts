/** Documents sealed in the name of an organisation, judged by others and by our own verification. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordHeaders } from '#contract/documentPassword.ts'
import { cast } from '#server/demo/cast.ts'
import { photograph, pngChunk, pngHeader, pngOf } from '#server/features/evidence/images/pictures.fixture.ts'
import { readPicture } from '#server/signing/appearance/picture.ts'
import { PdfObjects } from '#server/platform/typeset/objects.ts'
import { pdfsig, qpdfCheck } from '#test/fixtures/pdf/judges.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { sealOrderer } from '#test/sealOrderer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let own: Awaited<ReturnType<typeof sealOrderer>>
let seal: number
const folder = mkdtempSync(join(tmpdir(), 'tawqi-sealing-'))
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.05, simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  officer = await server.signIn(cast.bandar)
  own = await sealOrderer(server, officer, 22_000)
  seal = await own.issued()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await server.forgetAttempts()
})

const documents = '/api/v1/profile/org/seal/documents'
async function sealed(bytes: Uint8Array, place: object = {}): Promise<Buffer> {
  const { slNo } = (await own.upload(bytes)).body
  const { body } = await own.approve(slNo, place)
  expect(body).toMatchObject({ status: '1', document: { state: 'sealed' } })
  return (await own.admin.get(`${documents}/${slNo}/download`)).body
}

describe('a document', () => {
  test('is sealed without what a server put before it, and whoever seals it is told', async () => {
    const { body } = await own.upload(Buffer.concat([Buffer.from('\r\n'), simplePdf()]))
    expect(body).toMatchObject({ leadingBytes: 2, size: simplePdf().length })
    await own.approve(body.slNo, {})
    const file: Buffer = (await own.admin.get(`${documents}/${body.slNo}/download`)).body
    expect(file.subarray(0, simplePdf().length).equals(simplePdf())).toBe(true)
  })

  test.each([
    ['with the picture on its last page', {}],
    ['with the picture on its first page', { page: 'first', corner: 'topRight' }],
    ['unseen', { page: 'none' }],
  ])('is sealed %s; pdfsig, qpdf and our own verification find it valid, of the organisation', async (name, place) => {
    const file = await sealed(simplePdf(), place)
    const path = join(folder, `${name.replaceAll(' ', '-')}.pdf`)
    writeFileSync(path, file)
    expect(pdfsig(path)[0]).toBe('Signature is Valid.')
    const told = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
    expect(told).toContain('Palms Company')
    expect(told).toContain('ETSI.CAdES.detached')
    expect(qpdfCheck(path).status).toBe(0)
    const headers = { 'content-type': 'application/pdf' }
    const report = (await own.admin.send('POST', '/api/v1/verify', { body: file, headers })).body
    expect(JSON.stringify(report)).toContain('Palms Company')
    expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('is kept in the name of the organisation: who sealed it, for its managers alone', async () => {
    const { slNo } = (await own.upload(simplePdf())).body
    expect((await own.approve(slNo, {}, own.signatory)).body).toMatchObject({ status: '1' })
    const { dataList } = (await own.admin.post(`${documents}/list`, { state: 'sealed' })).body
    expect(dataList[0]).toMatchObject({ slNo, fileName: 'contract.pdf', sealedDate: expect.any(String) })
    expect((await own.approve(slNo)).body.detail, 'twice').toBe('WRONG_STATE')
    expect((await own.admin.post(`${documents}/discard`, { slNo })).body.detail).toBe('WRONG_STATE')
    const [foreign, user] = [await server.signIn(cast.majed), await own.member('organizationUser')]
    for (const number of [slNo, 999_999]) {
      expect((await own.approve(number, {}, foreign)).status).toBe(404)
      expect((await foreign.get(`${documents}/${number}/download`)).status).toBe(404)
      expect((await foreign.post(`${documents}/discard`, { slNo: number })).status).toBe(404)
    }
    expect((await user.post(`${documents}/list`)).status).toBe(403)
    expect((await own.upload(simplePdf(), user)).status).toBe(403)
    const events = await server.db
      .selectFrom('audit_event')
      .innerJoin('sealed_document as d', 'd.public_id', 'audit_event.subject')
      .select('action')
      .where('d.id', '=', slNo)
      .orderBy('audit_event.id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['seal.documentUploaded', 'seal.documentApproved', 'seal.documentSealed'])
  })

  test('behind a password is sealed by whoever has it, opens with it as before, and is valid', async () => {
    const closed = readFileSync(new URL('../../../test/fixtures/pdf/refused/encrypted-user.pdf', import.meta.url))
    const refused = await own.upload(closed)
    expect([refused.status, refused.body.detail, refused.body.errors[0].field]).toEqual([422, 'REFUSED_DOCUMENT', 'password'])
    const withPassword = (password: string) =>
      own.admin.send('POST', `${documents}?name=closed.pdf`, {
        body: closed,
        headers: { 'content-type': 'application/pdf', ...passwordHeaders(password) },
      })
    const wrong = await withPassword('كلمة أخرى')
    expect([wrong.body.detail, wrong.body.errors[0].field]).toEqual(['REFUSED_DOCUMENT', 'password'])
    const { slNo } = (await withPassword('user')).body
    expect((await own.approve(slNo)).body).toMatchObject({ status: '1', document: { state: 'sealed', fileName: 'closed.pdf' } })
    const path = join(folder, 'closed.pdf')
    writeFileSync(path, (await own.admin.get(`${documents}/${slNo}/download`)).body)
    const told = execFileSync('pdfsig', ['-nocert', '-upw', 'user', path], { encoding: 'utf8' })
    expect(told).toContain('Signature is Valid.')
    expect(told).toContain('Palms Company')
    const { facts } = await server.db.selectFrom('sealed_document').select('facts').where('id', '=', slNo).executeTakeFirstOrThrow()
    expect(JSON.stringify(facts), 'the password is not kept').not.toContain('"user"')
  })

  test('that is none, or that nobody seals, is refused or forgotten', async () => {
    expect((await own.upload(Buffer.from('not a PDF'))).body.detail).toBe('REFUSED_DOCUMENT')
    const { slNo } = (await own.upload(simplePdf())).body
    expect((await own.admin.get(`${documents}/${slNo}/download`)).status, 'unsealed').toBe(404)
    expect((await own.admin.post(`${documents}/discard`, { slNo })).body).toEqual({ status: '1' })
    expect((await own.approve(slNo)).status).toBe(404)
  })
})

test('an approval is for this document in this place; another one does not count', async () => {
  const { slNo } = (await own.upload(simplePdf())).body
  const started = (await own.admin.post(`${documents}/approve/initiate`, { slNo })).body
  expect(JSON.parse(started.bound)).toMatchObject({
    kind: 'sealing',
    seal: { issuedTo: 'Palms Company' },
    document: { fileName: 'contract.pdf' },
  })
  const { transId, random } = started
  const elsewhere = { slNo, corner: 'topLeft', transId, random }
  const answer = await own.admin.pollUntilEnded(`${documents}/approve/verify`, elsewhere)
  expect(answer.body).toMatchObject({ status: '0', errorMessage: expect.stringContaining('changed') })
  expect((await own.admin.post(`${documents}/approve/verify`, { slNo, transId, random })).body).toMatchObject({ status: '1' })
})

test('nothing is sealed with a seal that is on hold or over, and what was sealed before stays valid', async () => {
  const before = await sealed(simplePdf())
  const { slNo } = (await own.upload(simplePdf())).body
  await own.post('suspend', { slNo: seal })
  expect((await own.approve(slNo)).body).toMatchObject({ detail: 'WRONG_STATE', title: expect.stringContaining('suspended') })
  await own.post('resume', { slNo: seal }, own.signatory)
  await own.post('revoke', { slNo: seal, reason: 'cessationOfOperation' })
  expect((await own.approve(slNo)).body.detail).toBe('WRONG_STATE')
  const headers = { 'content-type': 'application/pdf' }
  const report = (await own.admin.send('POST', '/api/v1/verify', { body: before, headers })).body
  expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED' })
})

describe('a picture', () => {
  const pdfOf = async (kind: 'png' | 'jpeg', bytes: Buffer) => {
    const picture = await readPicture(kind, bytes)
    const objects = new PdfObjects()
    picture.write(objects)
    return { ...picture, text: Buffer.concat(objects.indirect()).toString('latin1') }
  }
  const rows = (...values: number[][]) => deflateSync(Buffer.from(values.flatMap((row) => [0, ...row])))
  const png = (header: Buffer, ...chunks: Buffer[]) => pngOf(header, ...chunks, pngChunk('IEND'))

  test('that is transparent stands on white; a palette and two bits are told in full', async () => {
    const clear = await readPicture('png', png(pngHeader(1, 1, { colour: 6 }), pngChunk('IDAT', rows([10, 20, 30, 0]))))
    expect([clear.width, clear.height]).toEqual([1, 1])
    const indexed = png(
      pngHeader(4, 1, { depth: 2, colour: 3 }),
      pngChunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])),
      pngChunk('IDAT', rows([0b00011011])),
    )
    expect(await pdfOf('png', indexed)).toMatchObject({ width: 4, height: 1, turn: 1, text: expect.stringContaining('/Width 4/Height 1') })
  })

  const greyOf = (side: number) => png(pngHeader(side, side, { colour: 0 }), pngChunk('IDAT', deflateSync(Buffer.alloc(side * (1 + side)))))

  test('that is larger than it is printed is shrunk', async () => {
    expect(await pdfOf('png', greyOf(1_300))).toMatchObject({ width: 434, height: 434 })
  })

  test('is unpacked while others are answered', async () => {
    const ended: string[] = []
    const others = new Promise<void>((done) => setImmediate(() => done(void ended.push('others'))))
    await Promise.all([readPicture('png', greyOf(2_000)).then(() => ended.push('picture')), others])
    expect(ended).toEqual(['others', 'picture'])
  })

  test('that is none ends no thread', async () => {
    await expect(readPicture('png', Buffer.from('no picture'))).rejects.toThrow('undefined')
    expect(await pdfOf('png', greyOf(1_200))).toMatchObject({ width: 600, height: 600 })
  })

  test('of a camera is kept as it is', async () => {
    expect(await pdfOf('jpeg', photograph)).toMatchObject({ width: 16, height: 8, text: expect.stringContaining('/Filter/DCTDecode') })
  })
})
