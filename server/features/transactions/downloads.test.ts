import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'

let server: TestServer
let owner: Browser
let signing: { transactionID: string; documents: { uniqueFileID: string }[] }

const files = ['libreoffice.pdf', 'chromium.pdf', 'ghostscript-1.4.pdf'].map((name) =>
  readFileSync(new URL(`../../../test/fixtures/pdf/${name}`, import.meta.url)),
)
const archiveOf = (transactionID: string, from = owner) => from.get(`/api/v1/esign/my/archives/${transactionID}`)

beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
  const documents = []
  for (const [i, body] of files.entries()) documents.push(await upload(body, ['عقد.pdf', 'Annex.PDF', 'annex.pdf'][i]!))
  const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
  const { transactionID } = begun.body as typeof signing
  signing = (await owner.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { everyMs: 100 })).body as typeof signing
})
afterAll(() => server.close())

async function upload(body: Buffer, name: string) {
  const uploaded = await owner.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`, {
    body,
    headers: { 'content-type': 'application/pdf' },
  })
  const { uniqueFileID } = uploaded.body as { uniqueFileID: string }
  return { uniqueFileID, placement: { page: 1, x: 40, y: 40, width: 200, height: 70 } }
}

test('the signed documents come together, each as it comes alone and under a name of its own', async () => {
  const { status, headers, body } = await archiveOf(signing.transactionID)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toContain(`${signing.transactionID}.zip`)
  const entries = unzip(body as Buffer)
  expect([...entries.keys()]).toEqual(['عقد-signed.pdf', 'Annex-signed.pdf', 'annex-signed (2).pdf'])
  const alone = await Promise.all(
    signing.documents.map(
      async ({ uniqueFileID }) => (await owner.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer,
    ),
  )
  expect([...entries.values()].map((content, i) => content.equals(alone[i]!))).toEqual([true, true, true])
  const events = await server.owner
    .selectFrom('audit_event')
    .select('facts')
    .where('action', '=', 'document.downloaded')
    .where('subject', '=', signing.transactionID)
    .execute()
  expect(events).toEqual([{ facts: { version: 'signed', count: 3 } }])
})

test('another’s answers like one that does not exist, and so does one without signed documents', async () => {
  const stranger = await server.signIn(cast.faisal)
  const waiting = await owner.post(
    '/api/v1/esign/my/sign/initiate',
    { documents: [await upload(files[0]!, 'later.pdf')], acceptTerms: true },
    { 'idempotency-key': newKey() },
  )
  const refused = await Promise.all([
    archiveOf('A'.repeat(22)),
    archiveOf(signing.transactionID, stranger),
    archiveOf((waiting.body as typeof signing).transactionID),
  ])
  const [absent] = refused
  for (const answer of refused) {
    expect(answer.status).toBe(404)
    expect({ ...answer.body, reference: '' }).toEqual({ ...absent.body, reference: '' })
  }
})
