/** The operator's command, as a process of its own, beside a product in production mode that begins with an empty database. */
import { execFile } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyFacts } from '#test/companyFacts.ts'
import { certificateHolder, judge } from '#test/certificateHolder.ts'
import { enroller } from '#test/enroller.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-operate-'))
const at = (name: string) => join(folder, name)
const settings = {
  MODE: 'production',
  PUBLIC_URL: 'https://sign.company.sa',
  ALLOW_SOFTWARE_KEYS: '1',
  ALLOW_SIMULATORS: '1',
  MASTER_KEY_FILE: at('master.key'),
  MAIL_FROM: 'no-reply@company.sa',
  CONTACT_MAIL: 'care@company.sa',
  CONTACT_PHONE: '+966112223344',
  PROVIDER_FILE: at('provider.json'),
}
let server: TestServer
let layla: Browser
const nationalId = nationalIdWith(2, 60_001)
const contact = { email: 'layla@example.sa', mobile: '966551112223' }
beforeAll(async () => {
  writeFileSync(at('master.key'), randomBytes(32).toString('hex'), { mode: 0o600 })
  writeFileSync(at('provider.json'), JSON.stringify(companyFacts))
  server = await testServer({ env: settings, isFirstStart: true })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Runs the command as an operator does. */
function operate(...words: string[]): Promise<{ code: number; said: string }> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = server.app.configuration
  const env = { ...settings, DATA_DIR: folder, DATABASE_URL, DATABASE_OWNER_URL }
  return new Promise((done) =>
    execFile(process.execPath, ['bin/tawqi.mjs', 'operate', ...words], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() }),
    ),
  )
}
const events = (action: string) =>
  server.db
    .selectFrom('audit_event')
    .select(['person_id', 'subject', 'facts', 'reference'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
const offers = async () =>
  (await server.browser().get('/api/v1/common/esign/plans')).body.planDetailsDTOList.map((plan: { planName: string; price: string }) => [
    plan.planName,
    plan.price,
  ])

const catalogue = {
  plans: [
    { code: 'starter', name: { ar: 'باقة البداية', en: 'Starter' }, transactions: 10, validityDays: 180, price: '50.00' },
    { code: 'personal', name: { ar: 'باقة الأفراد', en: 'Personal' }, transactions: 50, validityDays: 365, price: '200.00' },
  ],
  welcomePack: { name: { ar: 'باقة ترحيبية', en: 'Welcome pack' }, transactions: 3, validityDays: 90 },
  certificates: [
    {
      code: 'personalSigningHigh',
      name: { ar: 'شهادة التوقيع المتقدمة', en: 'Advanced signing certificate' },
      description: { ar: 'لتوقيع مستنداتك هنا.', en: 'For signing documents here.' },
      usage: 'signing',
      assurance: 'high',
      keySources: ['keyStore'],
      keyKinds: ['P-256'],
      prices: [{ years: 1, price: '150.00' }],
    },
  ],
}
function put(file: unknown) {
  writeFileSync(at('catalogue.json'), JSON.stringify(file))
  return operate('catalogue', at('catalogue.json'), '--by', 'Amal')
}

test('an empty catalogue is no error', async () => {
  const nobody = server.browser()
  expect((await nobody.get('/api/v1/common/esign/plans')).body).toMatchObject({ state: '1', vat: '15', planDetailsDTOList: [] })
  expect((await nobody.get('/api/v1/common/get/vat')).body).toEqual({ vat: '15' })
  expect((await nobody.get('/api/v1/common/dsc/classes')).body).toEqual({ dataList: [], vat: '15' })
})

test('a file with faults changes nothing, and each is named', async () => {
  const wrong = {
    plans: [{ ...catalogue.plans[0], price: '-5.00', months: 3 }, catalogue.plans[1]],
    certificates: [{ ...catalogue.certificates[0], code: 'gold' }],
  }
  const { code, said } = await put(wrong)
  expect(code).toBe(1)
  for (const part of ['The file does not fit', 'plans[0].price', 'months', 'certificates[0].code']) expect(said).toContain(part)
  expect(await offers()).toEqual([])
  expect((await operate('catalogue', at('master.key'))).said).toMatch(/^The file is not JSON/)
  expect((await operate('catalogue', at('nothing.json'))).said).toMatch(/no such file/)
  expect((await operate('sell', 'all')).said).toMatch(/^Usage: npm run operate/)
})

test('the first catalogue comes from a file, once', async () => {
  expect(await put(catalogue)).toEqual({ code: 0, said: 'On sale: 4. Added 4, withdrawn 0, left as they were 0.' })
  expect(await offers()).toEqual([
    ['Starter', '50.00'],
    ['Personal', '200.00'],
  ])
  const { dataList } = (await server.browser().get('/api/v1/common/dsc/classes')).body
  expect(dataList).toMatchObject([{ classCode: 'personalSigningHigh', prices: [{ years: 1, price: '150.00', totalPrice: '172.50' }] }])
  expect((await put(catalogue)).said).toBe('On sale: 4. Added 0, withdrawn 0, left as they were 4.')
  expect((await events('catalogue.changed')).map(({ facts }) => facts)).toEqual([{ added: 4, withdrawn: 0, same: 0, by: 'Amal' }])
})

test('other terms are another offer; what the file no longer names goes off sale', async () => {
  const [starter] = catalogue.plans
  const changed = { ...catalogue, plans: [{ ...starter, price: '60.00' }] }
  expect((await put(changed)).said).toBe('On sale: 3. Added 1, withdrawn 2, left as they were 2.')
  expect(await offers()).toEqual([['Starter', '60.00']])
  expect((await put(catalogue)).said).toBe('On sale: 4. Added 2, withdrawn 1, left as they were 2.')
  const rows = await server.db
    .selectFrom('product_pricing')
    .select(['price_halalas', 'sold_until'])
    .where('code', '=', 'plan:starter')
    .orderBy('id')
    .execute()
  expect(rows.map(({ price_halalas, sold_until }) => [price_halalas, sold_until === null])).toEqual([
    [5_000, false],
    [6_000, false],
    [5_000, true],
  ])
})

test('the first administrator is somebody who has an account', async () => {
  const before = await operate('appoint', 'administrator', nationalId)
  expect(before.code).toBe(1)
  expect(before.said).toMatch(/has no account. They open one at https:\/\/sign\.company\.sa\/create-account first/)
  expect((await operate('appoint', 'king', nationalId)).said).toMatch(/^"king" is no role/)
  expect((await operate('appoint', 'administrator', '1234567890')).said).toMatch(/^Not a national ID/)

  const someone = enroller(server)
  layla = server.browser()
  const opened = await someone.complete(layla, await someone.untilLast(layla, nationalId, contact))
  expect(opened.body, opened.text).toMatchObject({ status: '1', welcomePack: { transactions: 3 } })
  layla.session = opened.body

  const appointed = await operate('appoint', 'administrator', nationalId, '--by', 'the board')
  expect(appointed).toEqual({ code: 0, said: expect.stringMatching(/: administrator$/) })
  expect(appointed.said).not.toContain(nationalId)
  expect((await operate('appoint', 'administrator', nationalId)).said).toMatch(/already administrator$/)
  expect(await events('operator.appointed')).toMatchObject([{ facts: { role: 'administrator', by: 'the board' }, reference: 'operate' }])
  expect((await operate('dismiss', 'administrator', nationalId)).said).toMatch(/: not administrator$/)
  expect(await server.db.selectFrom('operator_role').selectAll().execute()).toEqual([])
})

const ocspOf = async (file: string) => {
  for (const id of ['root', 'people'] as const) {
    writeFileSync(at(`${id}.cer`), (await layla.get(`/pki/ca/${id}.cer`)).body)
    writeFileSync(at(`${id}.pem`), await judge('openssl', ['x509', '-inform', 'DER', '-in', at(`${id}.cer`)]))
  }
  return judge('openssl', [
    'ocsp',
    '-issuer',
    at('people.pem'),
    '-cert',
    file,
    '-CAfile',
    at('root.pem'),
    '-url',
    `${server.url}/pki/ocsp/people`,
  ])
}
const listed = async (serial: string) => {
  writeFileSync(at('people.crl'), (await layla.get('/pki/crl/people.crl')).body)
  return (await judge('openssl', ['crl', '-inform', 'DER', '-in', at('people.crl'), '-noout', '-text'])).includes(serial)
}
const untilOcsp = async (file: string, said: RegExp) => {
  for (let i = 0; i < 20; i++) {
    if (said.test(await ocspOf(file))) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`OCSP never said ${said}`)
}

test('a person’s certificate is suspended, resumed and revoked by its number, and everybody sees it', { timeout: 120_000 }, async () => {
  const holder = certificateHolder(server, layla)
  const slno = await holder.issued()
  const pem = await holder.download(slno, 'pem')
  writeFileSync(at('own.pem'), pem)
  const serial = new X509Certificate(pem).serialNumber
  expect(await listed(serial)).toBe(false)

  expect(await operate('suspend', serial, '--by', 'Tariq')).toEqual({ code: 0, said: `${serial} is suspended. Its holder is told.` })
  expect(await holder.read(slno)).toMatchObject({ state: 'suspended', revocationReason: 'certificateHold' })
  expect(await listed(serial)).toBe(true)
  await untilOcsp(at('own.pem'), /own\.pem: revoked[^]*certificateHold/)
  expect((await operate('suspend', serial)).said).toBe(`${serial} is suspended: nothing was changed.`)

  expect((await operate('resume', serial)).said).toBe(`${serial} is active again. Its holder is told.`)
  expect(await listed(serial)).toBe(false)
  await untilOcsp(at('own.pem'), /own\.pem: good/)

  expect((await operate('revoke', serial)).said).toMatch(/^Give a reason of RFC 5280: unspecified, keyCompromise/)
  expect((await operate('revoke', serial, 'certificateHold')).code).toBe(1)
  const colons = serial.match(/../g)!.join(':')
  expect((await operate('revoke', colons, 'affiliationChanged', '--by', 'Tariq')).code).toBe(0)
  expect(await holder.read(slno)).toMatchObject({ state: 'revoked', revocationReason: 'affiliationChanged' })
  expect(await listed(serial)).toBe(true)
  await untilOcsp(at('own.pem'), /own\.pem: revoked[^]*affiliationChanged/)
  expect((await operate('revoke', serial, 'superseded')).said).toBe(`${serial} is revoked already: nothing was changed.`)
  expect((await operate('resume', serial)).said).toBe(`${serial} is revoked already: nothing was changed.`)

  const told = (await layla.get('/api/v1/dashboard/my/notifications?size=100')).body.dataList.map(({ kind }: { kind: string }) => kind)
  for (const kind of ['certificateSuspended', 'certificateReactivated', 'certificateRevoked']) expect(told).toContain(kind)
  expect(await events('certificate.operator.revoke')).toMatchObject([
    { subject: serial.toLowerCase(), facts: { by: 'Tariq', reason: 'affiliationChanged' }, reference: 'operate' },
  ])
})

test('the certificate of one signature can be revoked, and nothing else', async () => {
  const { body } = await layla.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: readFileSync(new URL('../../test/fixtures/pdf/libreoffice.pdf', import.meta.url)),
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: body.uniqueFileID, placement: null }]
  const started = await layla.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  const { transactionID } = started.body
  expect((await layla.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID })).body).toMatchObject({ state: 'success' })
  const row = await server.db
    .selectFrom('certificate')
    .select('serial_number')
    .where('transaction_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const serial = row.serial_number.toString('hex').toUpperCase()
  expect((await operate('suspend', serial)).said).toMatch(/it can be revoked, not suspended/)
  expect((await operate('revoke', serial, 'keyCompromise')).said).toBe(`${serial} is revoked (keyCompromise). Its holder is told.`)
  expect(await listed(serial)).toBe(true)
})

test('a number of nobody’s, and one of the authority’s own, are refused with a sentence', async () => {
  expect((await operate('revoke', '00'.repeat(17), 'superseded')).said).toMatch(/^There is no certificate with the serial number/)
  expect((await operate('revoke', 'xyz', 'superseded')).said).toMatch(/^Give the serial number in hexadecimal/)
  const own = await server.db
    .selectFrom('certificate')
    .select('serial_number')
    .where('person_id', 'is', null)
    .where('certificate', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await operate('revoke', own.serial_number.toString('hex'), 'keyCompromise')).said).toMatch(/belongs to the authority itself/)
})
