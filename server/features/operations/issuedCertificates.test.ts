/** The provider's register of certificates: finding one, looking at it, and suspending, releasing or revoking it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readCertificate, type Certificate } from '#pki/x509/certificate.ts'
import { cast } from '#server/demo/cast.ts'
import { base, certificateHolder } from '#test/certificateHolder.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let auditor: Browser
let people: Certificate
beforeAll(async () => {
  server = await testServer()
  ;[officer, auditor] = [await server.signIn(cast.bandar), await server.signIn(cast.tariq)]
  people = readCertificate((await officer.get('/pki/ca/people.cer')).body)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const register = '/api/v1/operations/certificates'
const remarks = 'Reported by the bank.'

let holders = 0
/** Somebody with a certificate of their own. */
async function newHolder() {
  const n = 9_500 + holders++
  const { nationalId, personId } = await addPerson(server, 2, n)
  const browser = await server.signIn(nationalId)
  const holder = certificateHolder(server, browser)
  const slno = await holder.issued()
  const details = await holder.read(slno)
  return { nationalId, personId, browser, holder, slno, email: `person-${n}@example.sa`, serialNumber: details.serialNumberHex as string }
}

const found = async (search: string) =>
  ((await auditor.post(register, { search })).body.dataList as { serialNumber: string }[]).map(({ serialNumber }) => serialNumber)
const change = (by: Browser, to: 'hold' | 'release' | 'revoke', serialNumber: string, more: object = {}) =>
  by.post(`${register}/${to}`, { serialNumber, remarks, ...more })

async function statusOf(serialNumber: string) {
  const request = writeOcspRequest(certIdFor(issuerHashesOf(people), Buffer.from(serialNumber, 'hex')))
  const answer = await fetch(`${server.url}/pki/ocsp/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request' },
    body: Buffer.from(request),
  })
  const { status } = readOcspResponse(new Uint8Array(await answer.arrayBuffer())).responses[0]!
  return status.status === 'revoked' ? status.reason : status.status
}

const oneSigning = async () =>
  (
    await server.db
      .selectFrom('certificate')
      .select('serial_number')
      .where('transaction_id', 'is not', null)
      .where('person_id', 'is not', null)
      .where('revoked_at', 'is', null)
      .where('not_after', '>', server.clock.now())
      .orderBy('issued_at', 'desc')
      .executeTakeFirstOrThrow()
  ).serial_number
    .toString('hex')
    .toUpperCase()

describe('the register', () => {
  test('finds a certificate by its number, however it is written, and by who holds it', async () => {
    const { serialNumber, nationalId } = await newHolder()
    const decimal = BigInt(`0x${serialNumber}`).toString()
    const ways = [
      serialNumber,
      serialNumber.toLowerCase(),
      serialNumber.slice(0, 12),
      serialNumber.replaceAll(/(..)(?=.)/g, '$1:'),
      decimal,
    ]
    for (const way of [...ways, nationalId]) expect(await found(way), way).toEqual([serialNumber])
    const [{ name_ar, name_en }] = [
      await server.db
        .selectFrom('person')
        .select(['name_ar', 'name_en'])
        .where('national_id_hash', '=', server.app.secrets.lookUp(nationalId))
        .executeTakeFirstOrThrow(),
    ]
    for (const name of [name_ar, name_en.toUpperCase()]) expect(await found(name), name).toContain(serialNumber)
    for (const nobody of ['00'.repeat(16), '9'.repeat(40), nationalId.slice(0, 9), '%', 'zz'])
      expect(await found(nobody), nobody).not.toContain(serialNumber)
  })

  test('shows no holder in its rows, has one of its kinds and states, and leaves as a spreadsheet', async () => {
    const { serialNumber } = await newHolder()
    const { body } = await auditor.post(register, { state: 'active', issuedFor: 'holder', limit: 100 })
    const row = body.dataList.find((one: { serialNumber: string }) => one.serialNumber === serialNumber)
    expect(Object.keys(row).toSorted()).toEqual(
      ['classofCertificate', 'classofCertificateAr', 'issuedFor', 'serialNumber', 'state', 'validFrom', 'validTo'].toSorted(),
    )
    expect(body.dataList.every(({ state, issuedFor }: Record<string, string>) => state === 'active' && issuedFor === 'holder')).toBe(true)
    const signings = (await auditor.post(register, { issuedFor: 'signing', limit: 100 })).body.dataList as { issuedFor: string }[]
    expect(new Set(signings.map(({ issuedFor }) => issuedFor))).toEqual(new Set(['signing']))
    const sheet = await auditor.post(`${register}/export`, { state: 'active' })
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const authority = await server.db
      .selectFrom('certificate')
      .select('serial_number')
      .where('person_id', 'is', null)
      .where('certificate', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(await found(authority.serial_number.toString('hex'))).toEqual([])
    expect((await auditor.get(`${register}/${authority.serial_number.toString('hex')}`)).status).toBe(404)
  })

  test('who reads one sees its holder, who sees that it was read', async () => {
    const { serialNumber, nationalId, browser } = await newHolder()
    const { body } = await auditor.get(`${register}/${serialNumber.toLowerCase()}`)
    expect(body).toMatchObject({
      serialNumber,
      state: 'active',
      issuedFor: 'holder',
      revokedAt: null,
      revocationReason: null,
      transactionID: null,
    })
    expect(body.nationalID).not.toContain(nationalId.slice(2, 8))
    expect(body.pem).toMatch(/^-----BEGIN CERTIFICATE-----/)
    expect(body.issuer.some(({ value }: { value: string }) => value.length > 0)).toBe(true)
    const { dataList } = (await browser.get('/api/v1/profile/my/data/looks/1/10')).body
    expect(dataList[0]).toMatchObject({ what: 'certificates' })
  })

  test.each(['zz', 'A', 'ABC', 'AB'.repeat(21)])('no number of a certificate: %s', async (serialNumber) => {
    expect((await auditor.get(`${register}/${serialNumber}`)).status).toBe(404)
  })
})

describe('what the provider does with one', () => {
  test('suspended by the provider, it is resumed by the provider alone; its holder is told', async () => {
    const { serialNumber, browser, slno, holder, email } = await newHolder()
    expect((await change(officer, 'release', serialNumber)).body).toMatchObject({ detail: 'WRONG_STATE' })
    const held = await change(officer, 'hold', serialNumber)
    expect(held.body).toMatchObject({ state: 'suspended', revocationReason: 'certificateHold' })
    expect(await statusOf(serialNumber)).toBe('certificateHold')
    expect((await change(officer, 'hold', serialNumber)).body).toMatchObject({ detail: 'WRONG_STATE' })

    expect(await holder.read(slno)).toMatchObject({ state: 'suspended', isHeldByProvider: true })
    const refused = await browser.post(`${base}/resume`, { encodedCertificateSlno: slno })
    expect(refused.body).toMatchObject({ detail: 'WRONG_STATE', title: expect.stringContaining('We suspended this certificate') })
    expect(await statusOf(serialNumber)).toBe('certificateHold')

    expect((await change(officer, 'release', serialNumber)).body).toMatchObject({ state: 'active', revocationReason: null })
    expect(await statusOf(serialNumber)).toBe('good')
    await expect
      .poll(async () => (await sentTo(server, 'mail', email)).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining(['علّقنا شهادتك الرقمية', 'أعدنا تفعيل شهادتك الرقمية']))

    // Its holder's own suspension stays its holder's to end.
    expect((await browser.post(`${base}/suspend`, { encodedCertificateSlno: slno })).status).toBe(200)
    expect((await browser.post(`${base}/resume`, { encodedCertificateSlno: slno })).body).toMatchObject({ state: 'active' })
  })

  test('revoked, it stays so: the reason is public, the remarks are on the trail, the key is gone', async () => {
    const { serialNumber, slno, holder, personId } = await newHolder()
    const { body } = await change(officer, 'revoke', serialNumber, { reason: 'privilegeWithdrawn' })
    expect(body).toMatchObject({ state: 'revoked', revocationReason: 'privilegeWithdrawn' })
    expect(await statusOf(serialNumber)).toBe('privilegeWithdrawn')
    expect(await holder.read(slno)).toMatchObject({ state: 'revoked', revocationReason: 'privilegeWithdrawn' })
    const trail = await server.db
      .selectFrom('audit_event')
      .select(['facts', 'person_id'])
      .where('action', '=', 'certificate.operator.revoke')
      .where('subject', '=', serialNumber.toLowerCase())
      .execute()
    expect(trail).toEqual([{ person_id: personId, facts: expect.objectContaining({ remarks, reason: 'privilegeWithdrawn' }) }])
    const { key_destroyed_at: destroyedAt } = await server.db
      .selectFrom('dsc')
      .select('key_destroyed_at')
      .where('public_id', '=', slno)
      .executeTakeFirstOrThrow()
    expect(destroyedAt).not.toBeNull()
    for (const step of ['hold', 'release'] as const) expect((await change(officer, step, serialNumber)).body.detail).toBe('WRONG_STATE')
    expect((await change(officer, 'revoke', serialNumber, { reason: 'superseded' })).body.detail).toBe('WRONG_STATE')
  })

  test('one that was made for a single signing is revoked, never suspended', async () => {
    const serialNumber = await oneSigning()
    expect((await change(officer, 'hold', serialNumber)).body).toMatchObject({
      detail: 'WRONG_STATE',
      title: expect.stringContaining('one signing'),
    })
    expect((await auditor.get(`${register}/${serialNumber}`)).body).toMatchObject({
      issuedFor: 'signing',
      transactionID: expect.any(String),
    })
    expect((await change(officer, 'revoke', serialNumber, { reason: 'keyCompromise' })).body).toMatchObject({ state: 'revoked' })
    expect(await statusOf(serialNumber)).toBe('keyCompromise')
  })

  test('nobody decides their own certificate, and only those who decide change any', async () => {
    const { serialNumber, browser } = await newHolder()
    for (const by of [auditor, browser, await server.signIn(cast.latifah)])
      expect((await change(by, 'hold', serialNumber)).status).toBe(403)
    const own = await newHolder()
    await server.owner.insertInto('operator_role').values({ person_id: own.personId, role: 'registrationOfficer' }).execute()
    const itself = await server.signIn(own.nationalId)
    const refused = await change(itself, 'revoke', own.serialNumber, { reason: 'superseded' })
    expect(refused.body).toMatchObject({ detail: 'NOT_ALLOWED', title: 'This is a certificate of your own: somebody else decides it.' })
    expect(await statusOf(own.serialNumber)).toBe('good')
    expect((await change(officer, 'hold', 'AB'.repeat(20))).status).toBe(404)
  })

  test.each([
    ['without remarks', { remarks: ' ' }],
    ['with a reason of the authority', { reason: 'cACompromise' }],
    ['without a reason', { reason: undefined }],
  ])('is refused %s', async (_, wrong) => {
    const { status } = await change(officer, 'revoke', 'AB'.repeat(20), { reason: 'superseded', ...wrong })
    expect(status).toBe(422)
  })

  test('two officers at once: one of them does it', async () => {
    const { serialNumber } = await newHolder()
    const answers = await Promise.all([
      change(officer, 'revoke', serialNumber, { reason: 'keyCompromise' }),
      change(officer, 'revoke', serialNumber, { reason: 'superseded' }),
      change(officer, 'hold', serialNumber),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toSatisfy((all: number[]) => all.at(-1)! < 500)
    expect((await auditor.get(`${register}/${serialNumber}`)).body.state).toBe('revoked')
    expect(answers.filter(({ body }) => body.state === 'revoked')).toHaveLength(1)
  })
})
