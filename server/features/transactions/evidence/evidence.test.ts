import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ValidationReport } from '#contract/verification.ts'
import { cast } from '#server/demo/cast.ts'
import { pdfsig, qpdfCheck } from '#test/fixtures/pdf/judges.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'

const pdf = { 'content-type': 'application/pdf' }
const folder = mkdtempSync(join(tmpdir(), 'tawqi-evidence-'))
const file = readFileSync(new URL('../../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let server: TestServer
let owner: Browser
let signed: { transactionID: string; documents: { uniqueFileID: string }[] }

beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
  const { transactionID } = await begin()
  signed = (await owner.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { everyMs: 100 })).body as typeof signed
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function begin() {
  const names = ['عقد إيجار.pdf', 'Service agreement.pdf']
  const documents = []
  for (const name of names) {
    const path = `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`
    const { body } = await owner.send('POST', path, { body: file, headers: pdf })
    documents.push({ uniqueFileID: body.uniqueFileID, placement: null })
  }
  const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
  expect(begun.status, begun.text).toBe(200)
  return begun.body as typeof signed
}

const ask = (transactionID: string, language: string, by = owner) => by.get(`/api/v1/esign/my/evidence/${transactionID}/${language}`)

function saved(bytes: Uint8Array): string {
  const path = join(folder, `${sha256(bytes)}.pdf`)
  writeFileSync(path, bytes)
  return path
}
/** Without the marks of direction that the reader adds; every white space one space. */
const textOf = (bytes: Uint8Array) =>
  execFileSync('pdftotext', ['-layout', saved(bytes), '-'], { encoding: 'utf8' })
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')

describe.each([
  ['ar', 'نورة عبدالله سعد القحطاني', 'النفاذ الوطني الموحد'],
  ['en', 'Noura Abdullah Saad Alqahtani', 'SHA-256 before signing'],
])('the evidence of a signing, in %s', (language, name, word) => {
  test('names who signed what, how they were identified, and with which certificate', async () => {
    const { status, body } = await ask(signed.transactionID, language)
    expect(status).toBe(200)
    const text = textOf(body as Buffer)
    for (const said of [name, word, '1•••••0014', signed.transactionID, 'PAdES B-LTA', 'Tawqi Time Stamp Unit 1', 'Tawqi People CA'])
      expect(text).toContain(said)
    expect(text).toContain('Service agreement.pdf')
    const rows = await server.db
      .selectFrom('document')
      .selectAll()
      .where(
        'public_id',
        'in',
        signed.documents.map((one) => one.uniqueFileID),
      )
      .execute()
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(text.replaceAll(' ', '')).toContain(row.signed_sha256!.toString('hex'))
    expect(text.replaceAll(' ', '')).toContain(sha256(file))
    const { serial_number: serial } = await server.db
      .selectFrom('certificate as c')
      .innerJoin('esign_transaction as t', 't.id', 'c.transaction_id')
      .select('c.serial_number')
      .where('t.public_id', '=', signed.transactionID)
      .executeTakeFirstOrThrow()
    expect(text.replaceAll(' ', '')).toContain(serial.toString('hex').toUpperCase())
    const approval = await server.db
      .selectFrom('esign_transaction as t')
      .innerJoin('challenge as c', 'c.id', 't.challenge_id')
      .select(['c.random', 'c.provider_trans_id'])
      .where('t.public_id', '=', signed.transactionID)
      .executeTakeFirstOrThrow()
    expect(text).toContain(approval.random)
    expect(text.replaceAll(' ', '')).toContain(approval.provider_trans_id)
  })

  test('is sealed, which others and we find whole', async () => {
    const bytes = (await ask(signed.transactionID, language)).body as Buffer
    const path = saved(bytes)
    expect(pdfsig(path)[0]).toBe('Signature is Valid.') // the second is a time stamp, which it does not judge
    expect(qpdfCheck(path).output).toContain('No syntax or stream encoding errors found')
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged: +yes/)
    const report = (await owner.send('POST', '/api/v1/verify', { body: bytes, headers: pdf })).body as ValidationReport
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned', forgeries: [], findings: [] })
    expect(report.signatures).toMatchObject([{ level: 'B-LTA' }, { kind: 'documentTimestamp' }])
  })
})

test('the report of a verification is sealed the same way', async () => {
  const { body } = await owner.send('POST', '/api/v1/verify/report?language=ar&name=a.pdf', { body: file, headers: pdf })
  expect(pdfsig(saved(body as Buffer))[0]).toBe('Signature is Valid.')
  const report = (await owner.send('POST', '/api/v1/verify', { body: body as Buffer, headers: pdf })).body as ValidationReport
  expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
})

test('somebody else’s signing, one that is none, and one without a signature have no evidence', async () => {
  const other = await server.signIn(cast.faisal)
  expect((await ask(signed.transactionID, 'ar', other)).status).toBe(404)
  expect((await ask('A'.repeat(22), 'ar')).status).toBe(404)
  const { transactionID } = await begin()
  await owner.post('/api/v1/esign/my/sign/cancel', { transactionID })
  expect((await ask(transactionID, 'ar')).status).toBe(404)
})

test('whoever is called otherwise by now signed under the name of then', async () => {
  const person = server.owner.updateTable('person').where('national_id_masked', '=', '1•••••0014')
  await person.set({ family_name_ar: 'السبيعي', family_name_en: 'Alsubaie' }).execute()
  for (const language of ['ar', 'en']) {
    const text = textOf((await ask(signed.transactionID, language)).body as Buffer)
    expect(text).toContain('Noura Abdullah Saad Alqahtani')
    expect(text).not.toMatch(/Alsubaie|السبيعي/)
  }
})

test('that it was handed out is recorded', async () => {
  await ask(signed.transactionID, 'en')
  const event = await server.db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(event).toMatchObject({ action: 'document.downloaded', subject: signed.transactionID, facts: { version: 'evidence' } })
})
