import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
const folder = mkdtempSync(join(tmpdir(), 'tawqi-fields-'))
beforeAll(async () => {
  server = await testServer()
  noura = await server.signIn(cast.noura, { language: 'en' })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const widget = (entries: string) => `<</Type /Annot /Subtype /Widget /F 4 /P 3 0 R ${entries}>>`
const empty = (name: string, rest: string) => widget(`/FT /Sig /T (${name}) ${rest}`)

/** A form with fields that are numbered from 6. */
function form(fields: readonly string[], page = ''): Buffer {
  const refs = fields.map((_, i) => `${6 + i} 0 R`).join(' ')
  return simplePdf({
    catalogue: `/AcroForm <</Fields [${refs}]>>`,
    page: `/Annots [${refs}] ${page}`,
    objects: Object.fromEntries(fields.map((field, i) => [6 + i, field])),
  })
}

const upload = async (bytes: Uint8Array) => {
  const { body, text } = await noura.send('POST', '/api/v1/esign/my/uploads?name=form.pdf', {
    body: bytes,
    headers: { 'content-type': 'application/pdf' },
  })
  expect(body.uniqueFileID, text).toBeTypeOf('string')
  return body
}
const start = (documents: object[]) => noura.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })

async function signInto(bytes: Uint8Array, field: string): Promise<Buffer> {
  const { uniqueFileID } = await upload(bytes)
  const { body, text } = await start([{ uniqueFileID, placement: null, field }])
  expect(body.status, text).toBe('3')
  const ended = await noura.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: body.transactionID })
  expect(ended.body, ended.text).toMatchObject({ state: 'success' })
  return (await noura.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)).body
}

const locks = (action: string) => `/Lock <</Type /SigFieldLock /Action /${action}>>`
const seed = (entries: string) => `/SV <</Type /SV ${entries}>>`

describe('an upload', () => {
  test('names the fields that nobody signed, where they stand, and why some cannot be signed', async () => {
    const { emptyFields } = await upload(
      form([
        empty('Employee', '/Rect [300 60 500 120]'),
        empty('Unseen', '/Rect [0 0 0 0]'),
        empty('Hidden', '/Rect [300 160 500 220]').replace('/F 4', '/F 2'),
        empty('Old', `/Rect [60 60 260 120] ${seed('/Ff 2 /SubFilter [/adbe.pkcs7.detached]')}`),
        empty('Reasoned', `/Rect [60 160 260 220] ${seed('/Ff 8 /Reasons [(I am the author) (I agree)]')}`),
        widget('/FT /Tx /T (Amount) /Rect [60 700 200 720]'),
      ]),
    )
    expect(emptyFields).toEqual([
      { name: 'Employee', place: { page: 1, x: 300, y: 722, width: 200, height: 60 }, refusal: '' },
      { name: 'Unseen', place: null, refusal: '' },
      { name: 'Hidden', place: null, refusal: '' },
      {
        name: 'Old',
        place: { page: 1, x: 60, y: 722, width: 200, height: 60 },
        refusal: expect.stringContaining('another form of signature'),
      },
      { name: 'Reasoned', place: { page: 1, x: 60, y: 622, width: 200, height: 60 }, refusal: expect.stringContaining('a reason') },
    ])
  })

  test.each([
    [0, { x: 300, y: 722, width: 200, height: 60 }],
    [90, { x: 60, y: 300, width: 60, height: 200 }],
    [180, { x: 95, y: 60, width: 200, height: 60 }],
    [270, { x: 722, y: 95, width: 60, height: 200 }],
  ])('of a page turned by %i says where a field is seen', async (angle, place) => {
    const { emptyFields } = await upload(form([empty('Employee', '/Rect [300 60 500 120]')], `/Rotate ${angle}`))
    expect(emptyFields[0].place).toEqual({ page: 1, ...place })
  })

  test('offers no field whose name no request could carry', async () => {
    const { emptyFields } = await upload(form([empty(' padded', '/Rect [300 60 500 120]'), empty('Good', '/Rect [60 60 260 120]')]))
    expect(emptyFields.map(({ name }: { name: string }) => name)).toEqual(['Good'])
  })
})

describe('a signature in a field', () => {
  test('is the field’s, visible where it stands, and adds no other field', async () => {
    const signed = await signInto(
      form([empty('Employee', '/Rect [300 60 500 120]'), empty('Manager', '/Rect [60 60 260 120]')]),
      'Employee',
    )
    const path = join(folder, 'signed.pdf')
    writeFileSync(path, signed)
    const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
    expect(said).toContain('Signature Field Name: Employee')
    expect(said).toContain('Signature is Valid')
    const { emptyFields, signatures, signedPlaces } = await upload(signed)
    expect(signatures).toBe(1)
    expect(signedPlaces).toEqual([{ page: 1, x: 300, y: 722, width: 200, height: 60 }])
    expect(emptyFields.map(({ name }: { name: string }) => name)).toEqual(['Manager'])
    const pictureFrom = (y: number) => {
      const shown = `-r 72 -png -singlefile -x 300 -y ${y} -W 200 -H 60`.split(' ')
      execFileSync('pdftoppm', [...shown, path, join(folder, 'part')])
      return statSync(join(folder, 'part.png')).size
    }
    expect(pictureFrom(722)).toBeGreaterThan(10 * pictureFrom(600))
  })

  test('fits a field that is smaller than a mark is drawn', async () => {
    const signed = await signInto(form([empty('Small', '/Rect [300 60 340 80]')]), 'Small')
    expect(signed.toString('latin1')).toContain('/BBox[0 0 120 60]')
  })

  test('puts the field’s lock in force: what is locked can be signed no more', async () => {
    const signed = await signInto(
      form([empty('Manager', `/Rect [60 60 260 120] ${locks('All')}`), empty('Board', '/Rect [300 60 500 120]')]),
      'Manager',
    )
    expect(signed.toString('latin1')).toContain('/TransformMethod /FieldMDP')
    const { uniqueFileID, emptyFields } = await upload(signed)
    expect(emptyFields).toMatchObject([{ name: 'Board', refusal: expect.stringContaining('earlier signature') }])
    expect((await start([{ uniqueFileID, placement: null, field: 'Board' }])).body).toMatchObject({
      detail: 'REFUSED_DOCUMENT',
      errors: [{ field: 'documents.0.field' }],
    })
  })

  test('certifies where the form’s author demands it', async () => {
    const signed = await signInto(form([empty('Author', `/Rect [60 60 260 120] ${seed('/MDP <</P 2>>')}`)]), 'Author')
    expect(signed.toString('latin1')).toMatch(/\/TransformMethod \/DocMDP.*\/P 2/)
    expect((await upload(signed)).emptyFields).toEqual([])
  })
})

describe('what is refused', () => {
  test.each([
    ['a field that is not there', { placement: null, field: 'Nobody' }, 'REFUSED_DOCUMENT', 'documents.0.field'],
    ['a field of another kind', { placement: null, field: 'Amount' }, 'REFUSED_DOCUMENT', 'documents.0.field'],
    ['a field whose demand is not met', { placement: null, field: 'Old' }, 'REFUSED_DOCUMENT', 'documents.0.field'],
    [
      'a field and a place',
      { placement: { page: 1, x: 60, y: 60, width: 200, height: 60 }, field: 'Employee' },
      'INVALID',
      'documents.0.placement',
    ],
  ])('%s', async (_what, wanted, detail, field) => {
    const { uniqueFileID } = await upload(
      form([
        empty('Employee', '/Rect [300 60 500 120]'),
        empty('Old', `/Rect [60 60 260 120] ${seed('/Ff 64 /DigestMethod [/SHA1]')}`),
        widget('/FT /Tx /T (Amount) /Rect [60 700 200 720]'),
      ]),
    )
    expect((await start([{ uniqueFileID, ...wanted }])).body).toMatchObject({ detail, errors: [{ field }] })
  })
})
