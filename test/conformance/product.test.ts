/** The corpus through the product's own door: uploaded, approved, signed, downloaded, and judged by programs that we did not write. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { readSignedData } from '#pki/cms/readSignedData.ts'
import {
  contentsOf,
  opensslCms,
  opensslDocumentTimestamp,
  opensslSignatureTimestamp,
  pdfsig,
  qpdfCheck,
} from '#test/fixtures/pdf/judges.ts'
import { largePdf } from '#test/fixtures/pdf/large.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

const corpus = join(import.meta.dirname, '../fixtures/pdf')
const names = readdirSync(corpus).filter((name) => name.endsWith('.pdf') && name !== 'pdfbox-locks-all.pdf')
const refused = readdirSync(join(corpus, 'refused'))
const folder = mkdtempSync(join(tmpdir(), 'tawqi-judged-'))
let server: TestServer
let signer: Browser

beforeAll(async () => {
  server = await testServer()
  const { nationalId } = await addPerson(server, 2, 1, 100)
  signer = await server.signIn(nationalId)
  const root = (await signer.get('/pki/ca/root.cer')).body
  writeFileSync(join(folder, 'root.cer'), root)
  execFileSync('openssl', ['x509', '-inform', 'DER', '-in', join(folder, 'root.cer'), '-out', join(folder, 'root.pem')])
  for (const id of ['people', 'seals']) {
    writeFileSync(join(folder, `${id}.cer`), (await signer.get(`/pki/ca/${id}.cer`)).body)
    execFileSync('openssl', ['x509', '-inform', 'DER', '-in', join(folder, `${id}.cer`), '-out', join(folder, `${id}.pem`)])
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const upload = (bytes: Uint8Array, name: string) =>
  signer.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`, {
    body: bytes,
    headers: { 'content-type': 'application/pdf' },
  })

/** Signs one file; visibly, unless its author allows only invisible signatures. */
async function signed(bytes: Uint8Array, name: string, visible = true): Promise<Buffer> {
  const uploaded = await upload(bytes, name)
  expect(uploaded.status, uploaded.text).toBe(200)
  const placement = visible ? { page: 1, x: 40, y: 40, width: 200, height: 64 } : null
  const started = await signer.post('/api/v1/esign/my/sign/initiate', {
    documents: [{ uniqueFileID: uploaded.body.uniqueFileID, placement }],
    acceptTerms: true,
  })
  expect(started.status, started.text).toBe(200)
  const ended = await signer.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
  expect(ended.body.state).toBe('success')
  return (await signer.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)).body
}

function judge(file: Buffer, original: Uint8Array, name: string) {
  const path = join(folder, name)
  writeFileSync(path, file)
  expect(Buffer.compare(file.subarray(0, original.length), original)).toBe(0)
  const before = readSigningFacts(original)
  const facts = readSigningFacts(file, { renewal: true })
  if (!facts.signable || !before.signable) throw new Error('not readable')
  const added = facts.signatures.slice(before.signatures.length)
  expect(added.map(({ timestamp }) => timestamp)).toEqual([false, true])
  const [signature, archive] = added as [(typeof added)[0], (typeof added)[0]]
  const { status, output } = qpdfCheck(path)
  // what it warns of in the file as it came is not ours
  expect([0, qpdfCheck(join(corpus, name)).status], output).toContain(status)
  expect(opensslCms(folder, file, signature)).toMatchObject({ status: 0 })
  expect(opensslSignatureTimestamp(folder, file, signature)).toMatchObject({ status: 0 })
  expect(opensslDocumentTimestamp(folder, file, archive)).toMatchObject({ status: 0 })
  // pdfsig does not know a field whose widget is an object of its own, nor document time stamps.
  if (!name.includes('split-widget'))
    expect(pdfsig(path).slice(0, before.signatures.length + 1)).toEqual(
      Array.from({ length: before.signatures.length + 1 }, () => 'Signature is Valid.'),
    )
  return signature
}

test.each(names)('%s', async (name) => {
  const original = readFileSync(join(corpus, name))
  const file = await signed(original, name, name !== 'pdfbox-certified-2.pdf')
  const signature = judge(file, original, name)
  const root = readCertificate((await signer.get('/pki/ca/root.cer')).body)
  const report = validateDocument(file, { anchors: [root], at: server.clock.now() })
  const ours = report.signatures.find(({ field }) => field === signature.field)
  expect(ours, JSON.stringify(ours)).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-LTA' })
})

test('the signer’s certificate stands in openssl’s strictest path check, in the live responder and in the list', async () => {
  const original = readFileSync(join(corpus, 'libreoffice.pdf'))
  const file = await signed(original, 'libreoffice.pdf')
  const signature = judge(file, original, 'libreoffice.pdf')
  const certificate = readSignedData(contentsOf(file, signature.byteRange)).certificates.find((one) => Buffer.from(one).includes('TQ:SA-'))!
  writeFileSync(join(folder, 'signer.cer'), certificate)
  execFileSync('openssl', ['x509', '-inform', 'DER', '-in', join(folder, 'signer.cer'), '-out', join(folder, 'signer.pem')])
  const openssl = async (...args: string[]) => {
    const { promisify } = await import('node:util')
    const { execFile } = await import('node:child_process')
    const { stdout, stderr } = await promisify(execFile)('openssl', args).catch((error: { stdout: string; stderr: string }) => error)
    return stdout + stderr
  }
  writeFileSync(join(folder, 'people.crl'), (await signer.get('/pki/crl/people.crl')).body)
  writeFileSync(join(folder, 'root.crl'), (await signer.get('/pki/crl/root.crl')).body)
  const lists = ['people', 'root'].map((id) =>
    execFileSync('openssl', ['crl', '-inform', 'DER', '-in', join(folder, `${id}.crl`)], { encoding: 'utf8' }),
  )
  writeFileSync(join(folder, 'lists.pem'), lists.join('\n'))
  expect(
    await openssl(
      'verify',
      '-x509_strict',
      '-crl_check_all',
      '-CRLfile',
      join(folder, 'lists.pem'),
      '-CAfile',
      join(folder, 'root.pem'),
      '-untrusted',
      join(folder, 'people.pem'),
      join(folder, 'signer.pem'),
    ),
  ).toContain('signer.pem: OK')
  const ocsp = [
    'ocsp',
    '-issuer',
    join(folder, 'people.pem'),
    '-cert',
    join(folder, 'signer.pem'),
    '-CAfile',
    join(folder, 'root.pem'),
    '-url',
    `${server.url}/pki/ocsp/people`,
  ]
  expect(await openssl(...ocsp)).toMatch(/signer\.pem: good/)
  execFileSync('openssl', ['ts', '-query', '-data', join(folder, 'signer.pem'), '-sha256', '-cert', '-out', join(folder, 'query.tsq')])
  const reply = await signer.send('POST', '/pki/tsa', {
    body: readFileSync(join(folder, 'query.tsq')),
    headers: { 'content-type': 'application/timestamp-query' },
  })
  writeFileSync(join(folder, 'reply.tsr'), reply.body)
  expect(
    spawnSync(
      'openssl',
      ['ts', '-verify', '-queryfile', join(folder, 'query.tsq'), '-in', join(folder, 'reply.tsr'), '-CAfile', join(folder, 'root.pem')],
      { encoding: 'utf8' },
    ).stdout,
  ).toContain('Verification: OK')
  await server.app.authority.status.revoke(server.app.db, readSerial(certificate), 'keyCompromise')
  await server.app.authority.publish('people')
  expect(await openssl(...ocsp)).toMatch(/signer\.pem: revoked[\s\S]*keyCompromise/)
})

const readSerial = (certificate: Uint8Array) => {
  writeFileSync(join(folder, 'serial.cer'), certificate)
  return Buffer.from(
    execFileSync('openssl', ['x509', '-inform', 'DER', '-in', join(folder, 'serial.cer'), '-noout', '-serial'], { encoding: 'utf8' })
      .trim()
      .slice('serial='.length),
    'hex',
  )
}

test('a file of 100 MB', { timeout: 120_000 }, async () => {
  const original = largePdf(100 * 1024 * 1024)
  const file = await signed(original, 'large.pdf')
  const path = join(folder, 'large.pdf')
  writeFileSync(path, file)
  expect(pdfsig(path)[0]).toBe('Signature is Valid.')
  expect(qpdfCheck(path).status).toBe(0)
})

test.each(refused)('refused with a sentence in both languages: %s', async (name) => {
  const bytes = readFileSync(join(corpus, 'refused', name))
  const english = await upload(bytes, name)
  expect(english.body).toMatchObject({ status: 422, detail: 'REFUSED_DOCUMENT', title: expect.stringMatching(/^[A-Z].*\.$/) })
  const arabic = await signer.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: bytes,
    headers: { 'content-type': 'application/pdf', 'accept-language': 'ar' },
  })
  expect(arabic.body.title).toMatch(/[\u0600-\u06ff]/)
})

test('a document whose earlier signature forbids another is refused when it is to be signed', async () => {
  const uploaded = await upload(readFileSync(join(corpus, 'pdfbox-locks-all.pdf')), 'locked.pdf')
  const answer = await signer.post('/api/v1/esign/my/sign/initiate', {
    documents: [{ uniqueFileID: uploaded.body.uniqueFileID, placement: null }],
    acceptTerms: true,
  })
  expect(answer.body).toMatchObject({ detail: 'REFUSED_DOCUMENT', title: 'An earlier signature in the document forbids this one.' })
})

test('nothing of all this left the books unbalanced', async () => {
  expect(await unbalancedPlans(server.db)).toEqual([])
})
