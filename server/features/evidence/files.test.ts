import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ObjectMissing } from '#server/adapters/storage/storage.ts'
import { sweepContents } from '#server/contents.ts'
import { cast } from '#server/demo/cast.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { photograph, scan } from './images/pictures.fixture.ts'

let server: TestServer
let noura: Browser
let faisal: Browser
let officer: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 })
  ;[noura, faisal, officer] = [await server.signIn(cast.noura), await server.signIn(cast.faisal), await server.signIn(cast.bandar)]
})
afterAll(() => server.close())
beforeEach(async () => {
  // the demonstration's seals keep their pictures
  await server.owner
    .deleteFrom('evidence_file')
    .where('id', 'not in', (e) => e.selectFrom('dsc').select('image_id').where('image_id', 'is not', null).$castTo<{ image_id: number }>())
    .execute()
  await server.owner.deleteFrom('erasure_request').execute()
})

const files = '/api/v1/evidence/my/files'
const pdf = (name: string) => readFileSync(join(import.meta.dirname, '../../../test/fixtures/pdf', name))
/** With a certificate's key (ISO 32000-2 §7.6.5). */
const encryptedFor = Buffer.from(
  pdf('refused/encrypted-user.pdf').toString('latin1').replaceAll('/Filter /Standard', '/Filter /PubSec  '),
  'latin1',
)
const upload = (by: Browser, bytes: Uint8Array, name = 'proof') =>
  by.send('POST', `${files}?purpose=erasure&name=${encodeURIComponent(name)}`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const taken = async (by: Browser, bytes: Uint8Array, name?: string) => {
  const { status, body, text } = await upload(by, bytes, name)
  expect(status, text).toBe(200)
  return body as { uniqueFileID: string; kind: string; sha256: string; size: number; fileName: string }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const ask = async (by: Browser, evidence: string[]) => by.post('/api/v1/profile/my/data/erasure', { reason: 'Moved.', evidence })

test('a file is known by its content, kept clean, listed and opened by its owner alone', async () => {
  const made = [
    await taken(noura, photograph, 'photo.pdf'),
    await taken(noura, scan, 'scan'),
    await taken(noura, pdf('chromium.pdf'), 'deed.png'),
  ]
  expect(made.map(({ kind }) => kind)).toEqual(['jpeg', 'png', 'pdf'])
  expect(made[2]!.sha256).toBe(sha256(pdf('chromium.pdf')))
  const { body } = await noura.get(`${files}?purpose=erasure`)
  expect(body.dataList.map(({ uniqueFileID }: { uniqueFileID: string }) => uniqueFileID)).toEqual(made.map((one) => one.uniqueFileID))
  for (const { uniqueFileID, sha256: kept, size } of made) {
    const opened = await noura.get(`${files}/${uniqueFileID}`)
    expect([opened.status, opened.headers.get('content-type'), sha256(opened.body)]).toEqual([200, 'application/octet-stream', kept])
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(opened.body.length).toBe(size)
    expect(opened.body.includes('secret')).toBe(false)
    expect((await faisal.get(`${files}/${uniqueFileID}`)).status).toBe(404)
    expect((await faisal.post(`${files}/remove`, { uniqueFileID })).status).toBe(404)
    expect((await officer.get(`${files}/${uniqueFileID}`)).status).toBe(404)
  }
  expect((await faisal.get(`${files}?purpose=erasure`)).body.totalCount).toBe(0)
})

test.each([
  ['something else', Buffer.from('GIF89a'), 'Upload a PDF, or a PNG or JPEG picture.'],
  ['nothing', Buffer.alloc(0), 'Upload a PDF, or a PNG or JPEG picture.'],
  ['a page of a website', Buffer.from('<html><script>'), 'Upload a PDF, or a PNG or JPEG picture.'],
  ['half a picture', photograph.subarray(0, 300), 'The picture is damaged or cut off. Save a new copy of it and upload that.'],
  ['a PDF with a script', pdf('refused/javascript-open.pdf'), /scripts|by itself/],
  ['a PDF that starts a program', pdf('refused/launch.pdf'), /starts a program/],
  [
    'a PDF behind a password',
    pdf('refused/encrypted-user.pdf'),
    'The file is protected by a password. Save a copy without one and upload that.',
  ],
  ['a PDF encrypted for somebody else', encryptedFor, /in a way that is not read here, such as with a certificate/],
  ['a broken PDF', pdf('refused/no-startxref.pdf'), /damaged/],
])('%s is refused with what to do, and recorded', async (_, bytes, said) => {
  const { status, body } = await upload(noura, bytes)
  expect([status, body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
  expect(body.title).toMatch(said)
  const { action } = await server.db.selectFrom('audit_event').select('action').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(action).toBe('evidence.refused')
})

test('a PDF that its author certified can be shown, though not signed', async () => {
  expect((await taken(noura, pdf('refused/pdfbox-certified-1.pdf'))).kind).toBe('pdf')
})

test('what is too large, and more than twenty at once, is not taken', async () => {
  expect((await upload(noura, Buffer.alloc(10_000_001))).status).toBe(413)
  const answers = await Promise.all(Array.from({ length: 3 }, () => upload(noura, scan)))
  for (let i = 3; i < 20; i++) answers.push(await upload(noura, scan))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const { status, body } = await upload(noura, scan)
  expect([status, body.detail]).toEqual([429, 'TOO_MANY'])
  expect(body.title).toMatch(/not sent with a request/)
})

test('files go with a request: staff open them, the person sees that they did, and nothing changes them any more', async () => {
  const { uniqueFileID, sha256: kept } = await taken(noura, photograph, 'letter.jpg')
  const foreign = await taken(faisal, scan)
  expect((await ask(noura, [foreign.uniqueFileID])).status).toBe(404)
  expect((await ask(noura, [uniqueFileID, 'A'.repeat(22)])).status).toBe(404)
  const { requestID } = (await ask(noura, [uniqueFileID])).body
  expect((await noura.get(`${files}?purpose=erasure`)).body.totalCount).toBe(0)
  expect((await noura.get(`${files}/${uniqueFileID}`)).status).toBe(200)
  const removed = await noura.post(`${files}/remove`, { uniqueFileID })
  expect([removed.status, removed.body.detail]).toEqual([409, 'WRONG_STATE'])

  const request = `/api/v1/operations/erasure/requests/${requestID}`
  expect((await officer.get(request)).body.evidence).toMatchObject([{ uniqueFileID, fileName: 'letter.jpg', kind: 'jpeg', sha256: kept }])
  expect(sha256((await officer.get(`${request}/evidence/${uniqueFileID}`)).body)).toBe(kept)
  expect((await officer.get(`${request}/evidence/${foreign.uniqueFileID}`)).status).toBe(404)
  expect((await faisal.get(`${request}/evidence/${uniqueFileID}`)).status).toBe(403)
  expect((await noura.get('/api/v1/profile/my/data/looks/1/10')).body.dataList[0]).toMatchObject({ what: 'documents' })
  const { bound } = (
    await officer.post('/api/v1/operations/erasure/decision/initiate', {
      requestID,
      isApproved: '0',
      remarks: 'Who asks did not prove it.',
    })
  ).body
  expect(JSON.parse(bound).content.evidence).toEqual([{ fileName: 'letter.jpg', kind: 'jpeg', sha256: kept }])

  const row = server.db.updateTable('evidence_file').where('public_id', '=', uniqueFileID)
  for (const set of [{ name: 'x' }, { sha256: Buffer.alloc(32) }, { request_number: null, sent_at: null }])
    await expect(row.set(set).execute()).rejects.toMatchObject({ code: '23514' })
  await expect(server.db.deleteFrom('evidence_file').where('public_id', '=', uniqueFileID).execute()).rejects.toMatchObject({
    code: '23514',
  })
  const unsent = server.db.updateTable('evidence_file').where('public_id', '=', foreign.uniqueFileID)
  await expect(unsent.set({ person_id: noura.session.slno }).execute()).rejects.toMatchObject({ code: '23514' })
})

test('what was removed or never sent is forgotten with its bytes, what was sent stays', async () => {
  const [sent, left] = [await taken(noura, photograph), await taken(noura, pdf('libreoffice.pdf'))]
  const removed = await taken(noura, pdf('mutool.pdf'))
  expect((await ask(noura, [sent.uniqueFileID])).status).toBe(200)
  expect((await noura.post(`${files}/remove`, { uniqueFileID: removed.uniqueFileID })).body.status).toBe('1')
  const stored = (hash: string) =>
    server.app.documents.read(hash).then(
      (stream) => (stream.destroy(), true),
      (error: unknown) => (error instanceof ObjectMissing ? false : Promise.reject(error as Error)),
    )
  const sweep = (days: number) =>
    sweepContents({ ...server.app, clock: { ...server.app.clock, now: () => addSeconds(server.clock.now(), days * 86_400) } })
  const kept = () => Promise.all([sent, left, removed].map(({ sha256: hash }) => stored(hash)))
  await sweep(1)
  expect(await kept()).toEqual([true, true, false])
  await sweep(8)
  expect(await kept()).toEqual([true, false, false])
})
