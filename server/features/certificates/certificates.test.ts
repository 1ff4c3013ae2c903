import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { base, certificateHolder, judge } from '#test/certificateHolder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let faisal: Browser
let holder: ReturnType<typeof certificateHolder>
const folder = mkdtempSync(join(tmpdir(), 'tawqi-dsc-'))
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.02 })
  faisal = await server.signIn(cast.faisal)
  holder = certificateHolder(server, faisal)
  for (const id of ['root', 'people'] as const) {
    writeFileSync(at(`${id}.cer`), (await faisal.get(`/pki/ca/${id}.cer`)).body)
    writeFileSync(at(`${id}.pem`), await judge('openssl', ['x509', '-inform', 'DER', '-in', at(`${id}.cer`)]))
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const ocspOf = (file: string) =>
  judge('openssl', ['ocsp', '-issuer', at('people.pem'), '-cert', file, '-CAfile', at('root.pem'), '-url', `${server.url}/pki/ocsp/people`])
/** The lists in force, of both authorities. */
async function lists(): Promise<string> {
  const texts = await Promise.all(
    ['people', 'root'].map(async (id) => {
      writeFileSync(at(`${id}.crl`), (await faisal.get(`/pki/crl/${id}.crl`)).body)
      return judge('openssl', ['crl', '-inform', 'DER', '-in', at(`${id}.crl`)])
    }),
  )
  writeFileSync(at('lists.pem'), texts.join('\n'))
  return at('lists.pem')
}
const path = async (file: string) =>
  judge('openssl', [
    'verify',
    '-x509_strict',
    '-crl_check_all',
    '-CRLfile',
    await lists(),
    '-CAfile',
    at('root.pem'),
    '-untrusted',
    at('people.pem'),
    file,
  ])
const eventsOf = async (slno: string) =>
  (await server.db.selectFrom('audit_event').select('action').where('subject', '=', slno).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const mails = async () =>
  (
    await server.db.selectFrom('message').select('subject').where('recipient', '=', 'faisal.alzahrani@example.sa').orderBy('id').execute()
  ).map(({ subject }) => subject)

test('a certificate with its key here: applied for, paid, confirmed, issued, suspended, resumed, used, revoked', async () => {
  const applied = (await holder.apply({ years: 2 })).body
  const slno = applied.encodedCertificateSlno as string
  expect((await faisal.post(`${base}/identity/initiate`, { encodedCertificateSlno: slno })).body).toMatchObject({
    detail: 'WRONG_STATE',
    title: 'The certificate is not paid for yet. Complete the payment first.',
  })
  await holder.shop.pay(applied.paymentUrl)
  await holder.shop.until(async () => (await holder.read(slno)).state === 'paid')
  const outcome = await faisal.post('/api/v1/esign/my/subscription/payment/recheck', { encodedPaymentSlno: applied.encodedPaymentSlno })
  expect(outcome.body).toMatchObject({ status: 'paid', encodedCertificateSlno: slno, amount: '310.50' })
  const { facts } = await server.db
    .selectFrom('invoice')
    .select('facts')
    .where('number', '=', outcome.body.invoiceNumber)
    .executeTakeFirstOrThrow()
  expect((facts as { lines: object[] }).lines).toMatchObject([{ descriptionEn: 'Advanced signing certificate, 2 years' }])
  expect((await holder.confirm(slno)).body).toEqual({ status: '1', errorMessage: '' })

  const issued = await holder.act('issue', slno)
  expect(issued.body, issued.text).toMatchObject({
    state: 'active',
    keySource: 'keyStore',
    issuedTo: 'Faisal Mohammed Ibrahim Alzahrani',
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    isDocumentSigner: false,
    policyOid: expect.stringMatching(/\.1\.6$/),
  })
  const der = await holder.download(slno, 'der')
  const read = new X509Certificate(der)
  expect(issued.body.serialNumberHex).toBe(read.serialNumber)
  expect(issued.body.serialNumberDecimal).toBe(BigInt(`0x${read.serialNumber}`).toString())
  expect(issued.body.sha256).toBe(createHash('sha256').update(der).digest('hex').toUpperCase())
  expect(new Date(issued.body.validTo).getUTCFullYear() - new Date(issued.body.validFrom).getUTCFullYear()).toBe(2)

  writeFileSync(at('own.pem'), await holder.download(slno, 'pem'))
  writeFileSync(at('chain.pem'), await holder.download(slno, 'chain'))
  writeFileSync(at('own.p7b'), await holder.download(slno, 'p7b'))
  expect(await path(at('own.pem'))).toBe(`${at('own.pem')}: OK\n`)
  expect(await judge('certtool', ['--verify', '--load-ca-certificate', at('root.pem'), '--infile', at('chain.pem')])).toContain(
    'Verified. The certificate is trusted.',
  )
  expect((await judge('openssl', ['pkcs7', '-inform', 'DER', '-in', at('own.p7b'), '-print_certs'])).match(/BEGIN CERT/g)).toHaveLength(3)
  expect(await ocspOf(at('own.pem'))).toMatch(/own\.pem: good/)

  expect((await holder.act('suspend', slno)).body).toMatchObject({ state: 'suspended', revocationReason: 'certificateHold' })
  expect(await ocspOf(at('own.pem'))).toMatch(/own\.pem: revoked[^]*certificateHold/)
  expect(await path(at('own.pem'))).toContain('certificate revoked')
  expect((await holder.act('resume', slno)).body).toMatchObject({ state: 'active', revokedAt: null })
  expect(await ocspOf(at('own.pem'))).toMatch(/own\.pem: good/)
  expect(await path(at('own.pem'))).toContain('OK')

  await signAndJudge(slno, read)

  expect((await holder.act('suspend', slno)).body.state).toBe('suspended')
  expect((await holder.act('revoke', slno, { reason: 'keyCompromise' })).body).toMatchObject({ state: 'revoked' })
  expect(await ocspOf(at('own.pem'))).toMatch(/own\.pem: revoked[^]*keyCompromise/)
  expect(await path(at('own.pem'))).toContain('certificate revoked')
  for (const action of ['resume', 'suspend', 'issue', 'cancel']) expect((await holder.act(action, slno)).body.detail).toBe('WRONG_STATE')
  expect((await sign(slno)).body).toMatchObject({ detail: 'WRONG_STATE', title: 'This certificate was revoked for good.' })
  await expect(server.app.authority.personal.signerOf((await rowOf(slno)).id)).rejects.toThrow('there is no key')

  expect(await eventsOf(slno)).toEqual(
    ['applied', 'paid', 'identity', 'identityVerified', 'issued', 'active', 'suspended', 'resumed', 'suspended', 'revoked'].map((step) =>
      step === 'identity' ? 'identity.challenged' : `certificate.${step}`,
    ),
  )
  const told = await mails()
  for (const subject of [
    'صدرت شهادتك الرقمية',
    'عُلّقت شهادتك الرقمية',
    'أُعيد تفعيل شهادتك الرقمية',
    'أُلغيت شهادتك الرقمية',
    'تم الدفع. بقي تأكيد هويتك',
  ])
    expect(told).toContain(subject)
  const history = (await holder.read(slno)).history as { to: string }[]
  expect(history.map(({ to }) => to)).toEqual([
    'applied',
    'paid',
    'identityVerified',
    'issued',
    'active',
    'suspended',
    'active',
    'suspended',
    'revoked',
  ])
})

const rowOf = (slno: string) => server.db.selectFrom('dsc').selectAll().where('public_id', '=', slno).executeTakeFirstOrThrow()

async function sign(encodedCertificateSlno: string, browser = faisal) {
  const pdf = readFileSync(new URL('../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url))
  const upload = await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: pdf,
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: upload.body.uniqueFileID, placement: null }]
  return browser.post('/api/v1/esign/my/sign/initiate', { documents, encodedCertificateSlno, acceptTerms: true })
}

/** A signature with the certificate: by its very key, accepted by a foreign reader and by our public verification. */
async function signAndJudge(slno: string, certificate: X509Certificate) {
  const started = await sign(slno)
  expect(started.body, started.text).toMatchObject({
    state: 'authentication',
    certificate: { encodedCertificateSlno: slno, serialNumberHex: certificate.serialNumber },
  })
  const ended = await faisal.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
  expect(ended.body, ended.text).toMatchObject({ state: 'success', certificate: { encodedCertificateSlno: slno } })
  const signed = await faisal.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)
  writeFileSync(at('signed.pdf'), signed.body)
  expect(signed.body.includes(certificate.raw.toString('hex')) || signed.body.includes(certificate.raw.toString('hex').toUpperCase())).toBe(
    true,
  )
  expect(await judge('pdfsig', ['-nocert', at('signed.pdf')])).toMatch(/Signature is Valid/)
  expect(await judge('qpdf', ['--check', at('signed.pdf')])).toContain('No syntax or stream encoding errors')
  const report = (await faisal.send('POST', '/api/v1/verify', { body: signed.body, headers: { 'content-type': 'application/pdf' } })).body
  expect(report.signatures[0], JSON.stringify(report).slice(0, 500)).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-LTA' })
  const made = await server.db
    .selectFrom('certificate')
    .select('serial_number')
    .where('transaction_id', '=', (e) => e.selectFrom('esign_transaction').select('id').where('public_id', '=', ended.body.transactionID))
    .execute()
  expect(made).toEqual([])
}

test('nobody is sent to pay for an application that was given up; money that comes all the same still counts', async () => {
  const { encodedCertificateSlno: slno, encodedPaymentSlno, paymentUrl } = (await holder.apply()).body
  const payments = '/api/v1/esign/my/subscription/payment'
  const offered = async () =>
    (await faisal.get(`${payments}/history/1/100`)).body.dataList.find(
      (row: Record<string, unknown>) => row.encodedPaymentSlno === encodedPaymentSlno,
    ).initiatePayment as boolean
  expect(await offered()).toBe(true)
  await holder.act('cancel', slno)
  expect(await offered()).toBe(false)
  const again = await faisal.post(`${payments}/initiate`, { encodedPaymentSlno })
  expect([again.status, again.body.detail]).toEqual([409, 'WRONG_STATE'])
  expect((await holder.read(slno)).state).toBe('cancelled')
  await holder.shop.pay(paymentUrl)
  await holder.shop.until(async () => (await holder.read(slno)).state === 'paid')
})

test('fifty that issue one application at once make one certificate', async () => {
  const slno = await holder.verified()
  const answers = await Promise.all(Array.from({ length: 50 }, () => holder.act('issue', slno)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.detail}`)).size).toBeLessThan(3)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const { id } = await rowOf(slno)
  const made = await server.db.selectFrom('certificate').select(['serial_number', 'certificate']).where('dsc_id', '=', id).execute()
  expect(made).toHaveLength(1)
  await expect(
    server.db
      .insertInto('certificate')
      .values({
        serial_number: Buffer.from([1, 2, 3]),
        issuer_id: 'people',
        profile: 'x',
        profile_hash: 'x',
        intended_at: new Date(),
        dsc_id: id,
      })
      .execute(),
  ).rejects.toMatchObject({ code: '23505' })
})

test.each([
  ['keyStore', 'personalSigningHigh', {}],
  ['pkcs12', 'personalSigning', { passphrase: 'four camels cross 2 dunes' }],
] as const)('money that is given back takes the certificate and its key with it (%s)', async (keySource, code, more) => {
  const slno = await holder.issued({ code, keySource }, more)
  const told = (await mails()).length
  const { encodedPaymentSlno } = await holder.read(slno)
  const { gateway_id, gateway_payment_id, amount_halalas, reference } = await holder.shop.paymentOf({ encodedPaymentSlno })
  await server.app.payments.refund({
    gatewayId: gateway_id!,
    paymentId: gateway_payment_id!,
    amountHalalas: amount_halalas,
    ourReference: reference,
  })
  await holder.shop.until(async () => (await holder.read(slno)).state === 'revoked')
  expect(await holder.read(slno)).toMatchObject({ revocationReason: 'privilegeWithdrawn', pkcs12Until: null })
  expect((await mails()).slice(told)).toContain('أُلغيت شهادتك الرقمية')
  writeFileSync(at('refunded.pem'), await holder.download(slno, 'pem'))
  await holder.shop.until(async () => /refunded\.pem: revoked/.test(await ocspOf(at('refunded.pem'))))
  await holder.shop.until(async () => /certificate revoked/.test(await path(at('refunded.pem'))))
  const keyIsGone = {
    keyStore: async () => (await rowOf(slno)).key_destroyed_at !== null,
    pkcs12: async () => (await rowOf(slno)).pkcs12_sealed === null,
  }
  await holder.shop.until(keyIsGone[keySource])
  await expect(server.app.authority.personal.signerOf((await rowOf(slno)).id)).rejects.toThrow('there is no key')
})

test('a certificate that was made when the process stopped is handed over by the sweep', async () => {
  const slno = await holder.issued()
  const own = await rowOf(slno)
  await server.owner.deleteFrom('dsc_event').where('dsc_id', '=', own.id).where('to_state', 'in', ['issued', 'active']).execute()
  // As it stood between the certificate and the hand-over.
  await server.owner.transaction().execute(async (tx) => {
    await sql`alter table dsc disable trigger dsc_edges`.execute(tx)
    await tx
      .updateTable('dsc')
      .set({ state: 'identityVerified', serial_number: null, serial_decimal: null, issued_by: null, leased_until: new Date(0) })
      .where('id', '=', own.id)
      .execute()
    await sql`alter table dsc enable trigger dsc_edges`.execute(tx)
  })
  await holder.shop.until(async () => (await holder.read(slno)).state === 'active')
  expect((await rowOf(slno)).serial_number).toEqual(own.serial_number)
})
