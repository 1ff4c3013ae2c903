import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ObjectMissing } from '#server/adapters/storage/storage.ts'
import type { App } from '#server/app.ts'
import { cast } from '#server/demo/cast.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import { contentReferences, sweepContents } from './contents.ts'

let server: TestServer
let faisal: Browser
let other: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 100, simulators: { nafath: { decideAfterMs: 500 } } }) // sweeps run when a test says so, and there is time enough to cancel
  faisal = await server.signIn(cast.faisal)
  other = await server.signIn(cast.noura)
})
afterAll(() => server.close())

/** A page with a comment that makes it a file of its own. */
const page = (mark = randomBytes(8).toString('hex')) => {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>>>>',
  ]
  let text = `%PDF-1.7\n%${mark}\n`
  const offsets = objects.map((body, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 4 /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const upload = async (browser: Browser, bytes: Uint8Array): Promise<string> => {
  const { body, text, status } = await browser.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body: bytes,
    headers: { 'content-type': 'application/pdf' },
  })
  // A sweep that is hours ahead takes what is on its way for forgotten; whoever hears of it sends it again.
  if (body.detail === 'BUSY') return upload(browser, bytes)
  expect(status, text).toBe(200)
  return body.uniqueFileID as string
}
const discard = (browser: Browser, uniqueFileID: string) => browser.post('/api/v1/esign/my/uploads/discard', { uniqueFileID })
const stored = (hash: Buffer) =>
  server.app.documents
    .read(hash.toString('hex'))
    .then(buffer)
    .catch((error: unknown) => (error instanceof ObjectMissing ? null : Promise.reject(error as Error)))
/** The product some hours on; what people do stays now. */
const later = (hours: number): App => ({
  ...server.app,
  clock: { ...server.app.clock, now: () => addSeconds(server.clock.now(), hours * 3_600) },
})

describe('what nobody signed', () => {
  test('is kept while its upload waits, and gone with its name when that was discarded', async () => {
    const bytes = page()
    const id = await upload(faisal, bytes)
    await sweepContents(later(2))
    expect(await stored(sha256(bytes))).toEqual(bytes)
    expect((await discard(faisal, id)).status).toBe(200)
    await sweepContents(later(2))
    expect(await stored(sha256(bytes))).toBeNull()
    expect(await server.db.selectFrom('document').select('id').where('public_id', '=', id).execute()).toEqual([])
  })

  test('is gone when its day is over', async () => {
    const bytes = page()
    await upload(faisal, bytes)
    await sweepContents(later(25))
    expect(await stored(sha256(bytes))).toBeNull()
  })

  test('of a signing that came to nothing can be taken up for its day; then its name and hash stay, and nothing else', async () => {
    const bytes = page()
    const sign = async (uniqueFileID: string) =>
      faisal.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement: null }], acceptTerms: true })
    const cancelled = async (uniqueFileID: string) => {
      const { transactionID, documents } = (await sign(uniqueFileID)).body
      expect((await faisal.post('/api/v1/esign/my/sign/cancel', { transactionID })).body.state).toBe('cancelled')
      return { transactionID, id: documents[0].uniqueFileID as string }
    }
    const first = await cancelled(await upload(faisal, bytes))
    await sweepContents(later(23))
    const { transactionID, id } = await cancelled(first.id)
    expect((await faisal.get(`/api/v1/esign/my/documents/${id}/original`)).body).toEqual(bytes)

    await server.owner.updateTable('document').set({ expires_at: server.clock.now() }).where('sha256', '=', sha256(bytes)).execute()
    expect((await faisal.get(`/api/v1/esign/my/documents/${id}/original`)).status).toBe(404)
    expect((await sign(id)).body.detail).toBe('NOT_FOUND')
    await sweepContents(later(2))
    expect(await stored(sha256(bytes))).toBeNull()
    const { dataList, statusLabel } = (await faisal.post('/api/v1/esign/my/documents', { transactionID })).body
    expect(dataList).toMatchObject([{ documentName: 'contract.pdf', sha256: sha256(bytes).toString('hex'), isKept: false }])
    expect(statusLabel).toBe('failed')
  })

  test('stays as long as somebody else’s upload has the same content', async () => {
    const bytes = page()
    const [mine, theirs] = [await upload(faisal, bytes), await upload(other, bytes)]
    await discard(faisal, mine)
    await sweepContents(later(2))
    expect(await stored(sha256(bytes))).toEqual(bytes)
    await discard(other, theirs)
    await sweepContents(later(2))
    expect(await stored(sha256(bytes))).toBeNull()
  })

  test('bytes that no row ever came to refer to are gone after an hour', async () => {
    const bytes = page()
    await expectContent(server.app, sha256(bytes))
    await server.app.documents.put(bytes)
    await sweepContents(server.app)
    expect(await stored(sha256(bytes))).toEqual(bytes)
    await sweepContents(later(1))
    expect(await stored(sha256(bytes))).toBeNull()
  })
})

// Somebody who cancelled nothing: the third start without an approval asks for a human check.
test('what was signed stays, both parts of it', async () => {
  const uniqueFileID = await upload(other, page())
  const started = await other.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement: null }], acceptTerms: true })
  expect(started.status, started.text).toBe(200)
  const ended = await other.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
  expect(ended.body, ended.text).toMatchObject({ state: 'success' })
  await sweepContents(later(24 * 400))
  const { status } = await other.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)
  expect(status).toBe(200)
})

describe('storing and removing the same content at once', () => {
  test('whoever stores waits for the removal that has begun, and stores again', async () => {
    const bytes = page()
    await discard(faisal, await upload(faisal, bytes))
    const gate = Promise.withResolvers<void>()
    const removing = Promise.withResolvers<void>()
    const { documents } = server.app
    const slow: App = {
      ...later(2),
      documents: {
        ...documents,
        delete: async (hash) => {
          removing.resolve()
          await gate.promise
          await documents.delete(hash)
        },
      },
    }
    const sweep = sweepContents(slow)
    await removing.promise
    const again = upload(other, bytes)
    const early = await Promise.race([again.then(() => 'stored'), new Promise((resolve) => setTimeout(resolve, 1_000, 'waits'))])
    expect(early).toBe('waits')
    gate.resolve()
    await Promise.all([sweep, again])
    expect(await stored(sha256(bytes))).toEqual(bytes)
  })

  test('content that was removed on the way is never referred to', async () => {
    const bytes = page()
    await expectContent(server.app, sha256(bytes))
    await server.app.documents.put(bytes)
    await sweepContents(later(1))
    await expect(server.db.transaction().execute((tx) => referToContent(tx, sha256(bytes)))).rejects.toMatchObject({ code: 'BUSY' })
  })

  test('uploads, discards and sweeps in any order leave every waiting upload its bytes', async () => {
    const files = [page(), page()]
    const waiting = new Set<Buffer>()
    for (let round = 0; round < 3; round++) {
      await Promise.all([
        ...files.flatMap((bytes, i) =>
          [faisal, other].map(async (browser, j) => {
            const id = await upload(browser, bytes)
            if ((i + j + round) % 2 === 0) await discard(browser, id)
            else waiting.add(bytes)
          }),
        ),
        ...Array.from({ length: 4 }, () => sweepContents(later(2))),
      ])
    }
    for (const bytes of waiting) expect(await stored(sha256(bytes))).toEqual(bytes)
    await server.owner.updateTable('document').set({ expires_at: server.clock.now() }).where('transaction_id', 'is', null).execute()
    await sweepContents(later(2))
    for (const bytes of files) expect(await stored(sha256(bytes))).toBeNull()
  })
})

/** Columns with a SHA-256 of something that does not lie in the store, and what it is of. */
const ofOtherThings: Record<string, string> = {
  'agreement_acceptance.sha256': 'a text of the release',
  'blocked_key.public_key_sha256': 'a public key',
  'certificate.public_key_sha256': 'a public key',
  'decision.assertion_sha256': 'the provider’s token, which is kept beside it',
  'document.signed_sha256': 'two stored parts, one after the other',
  'sealed_document.sealed_sha256': 'the file and what was appended, which are stored apart',
  'stored_content.sha256': 'the store’s own list',
}

test('every column that could refer to stored content is asked before it is removed', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%sha256%' order by 1`.execute(server.owner)
  const references = contentReferences.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name)).toEqual([...references, ...Object.keys(ofOtherThings)].toSorted())
})
