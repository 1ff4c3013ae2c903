/** An organisation's seal: ordered, paid, confirmed, decided twice, in force together with its picture, replaced, held and ended. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { verifyDecision } from '#server/operate/decisions.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { judge } from '#test/certificateHolder.ts'
import { noticesOf } from '#test/decider.ts'
import { sealOrderer, sealPicture } from '#test/sealOrderer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let own: Awaited<ReturnType<typeof sealOrderer>>
const folder = mkdtempSync(join(tmpdir(), 'tawqi-seal-'))
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.05, simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  officer = await server.signIn(cast.bandar)
  own = await sealOrderer(server, officer, 21_000)
  for (const id of ['root', 'seals'] as const) {
    writeFileSync(at(`${id}.cer`), (await officer.get(`/pki/ca/${id}.cer`)).body)
    writeFileSync(at(`${id}.pem`), await judge('openssl', ['x509', '-inform', 'DER', '-in', at(`${id}.cer`)]))
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await server.forgetAttempts()
})

const rowOf = (id: number) => server.db.selectFrom('dsc').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const certificateOf = async (id: number) =>
  (await server.db.selectFrom('certificate').select('certificate').where('dsc_id', '=', id).executeTakeFirstOrThrow()).certificate!
const profile = async (of = own) => (await of.admin.post(`/api/v1/profile/org/view/${of.id}`)).body
const actionsOn = async (subject: string) =>
  (await server.db.selectFrom('audit_event').select('action').where('subject', '=', subject).orderBy('id').execute()).map(
    ({ action }) => action,
  )
async function written(id: number): Promise<string> {
  writeFileSync(at(`${id}.cer`), await certificateOf(id))
  writeFileSync(at(`${id}.pem`), await judge('openssl', ['x509', '-inform', 'DER', '-in', at(`${id}.cer`)]))
  return at(`${id}.pem`)
}
const ocsp = async (id: number) =>
  judge('openssl', [
    'ocsp',
    '-issuer',
    at('seals.pem'),
    '-cert',
    await written(id),
    '-CAfile',
    at('root.pem'),
    '-url',
    `${server.url}/pki/ocsp/seals`,
  ])

describe('the first seal', () => {
  let slNo: number
  let requestID: string

  test('is ordered at a price, with a picture, and the subject as the certificate will have it', async () => {
    const offer = await own.offer()
    expect(offer).toMatchObject({
      refusal: null,
      stamp: null,
      vat: '15',
      subject: [
        { name: 'C', value: 'SA' },
        { name: 'O', value: 'شركة النخيل' },
        { name: 'organizationIdentifier', value: `NTRSA-${own.unified_number}` },
        { name: 'CN', value: 'Palms Company' },
      ],
    })
    expect((await own.order()).body).toMatchObject({ detail: 'INVALID', errors: [{ field: 'evidence' }] })
    expect((await own.order({ evidence: [await own.picture(sealPicture(1, 2_001))] })).body).toMatchObject({
      errors: [{ field: 'evidence' }],
    })
    expect((await own.order({ evidence: [await own.picture(simplePdf())] })).body).toMatchObject({ errors: [{ field: 'evidence' }] })
    const ordered = (await own.order({ years: 2, evidence: [await own.picture()] })).body
    slNo = ordered.slNo
    expect(await own.read(slNo)).toMatchObject({
      state: 'applied',
      waitsFor: 'payment',
      years: 2,
      subject: offer.subject,
      totalPrice: '1242.00',
    })
    expect(await profile()).toMatchObject({ newDigitalStamp: { status: 'pending' }, oldDigitalStamp: null, digitalSealStatus: 'pending' })
    expect((await own.post('identity/initiate', { slNo })).body.detail, 'unpaid').toBe('WRONG_STATE')
    expect((await own.order({ evidence: [await own.picture()] })).body.detail, 'one order at a time').toBe('WRONG_STATE')
    await own.shop.pay(ordered.paymentUrl)
    expect((await own.post('recheck', { slNo })).body).toMatchObject({ state: 'paid', waitsFor: 'identity', hasInvoice: true })
    expect((await own.post('cancel', { slNo })).body.detail, 'paid').toBe('WRONG_STATE')
    expect((await noticesOf(own.admin))[0]).toMatchObject({ kind: 'paymentSettled', message: expect.stringContaining('signatory') })
    const invoice = await own.admin.get(`/api/v1/profile/org/seal/invoice/${slNo}`)
    expect([invoice.status, invoice.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { facts } = await server.db.selectFrom('invoice').select('facts').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(facts).toMatchObject({ buyer: { nameEn: 'Palms Company', vatNumber: '310123456700003' } })
  })

  test('is confirmed by the admin, and approved by a signatory, once; then it waits for the provider', async () => {
    expect((await own.bySignatory(slNo)).body.detail, 'not confirmed').toBe('WRONG_STATE')
    expect((await own.confirm(slNo)).body).toMatchObject({ status: '1' })
    expect((await noticesOf(own.signatory))[0]).toMatchObject({
      kind: 'organisationRequestWaits',
      message: expect.stringContaining('seal'),
    })
    const listed = (await own.signatory.post('/api/v1/approval/org/dsc/requests', { pending: '1' })).body
    expect(listed).toMatchObject({ totalCount: 1, dataList: [{ slNo, status: 'pending', waitsFor: 'authorizedSignatory' }] })
    ;({ requestID } = await own.read(slNo))
    expect((await own.byOfficer(requestID)).body.detail, 'a signatory first').toBe('WRONG_STATE')
    const queue = async () => (await officer.get('/api/v1/operations/requests?kind=seal&limit=100')).body.dataList
    expect((await queue()).map((one: { requestID: string }) => one.requestID)).not.toContain(requestID)
    expect((await own.bySignatory(slNo, { isApproved: false })).body).toMatchObject({ errors: [{ field: 'remarks' }] })
    const deputy = await own.member('authorizedSignatory', false)
    const both = await Promise.all([own.bySignatory(slNo), own.bySignatory(slNo, {}, deputy)])
    expect(both.map(({ body }) => body.detail ?? body.status).toSorted()).toEqual(['1', 'WRONG_STATE'])
    expect(await own.read(slNo)).toMatchObject({ state: 'identityVerified', waitsFor: 'registrationOfficer', signatory: expect.anything() })
    expect((await noticesOf(own.admin))[0]).toMatchObject({ kind: 'sealHalfApproved' })
    expect(await queue()).toEqual(expect.arrayContaining([expect.objectContaining({ requestID, organizationName: 'Palms Company' })]))
  })

  test('is approved by the provider, and in force with its picture at once; openssl finds the certificate good', async () => {
    expect((await officer.get(`/api/v1/operations/seals/${requestID}`)).body).toMatchObject({ unifiedOrgNo: own.unified_number })
    expect((await officer.get(`/api/v1/operations/seals/${requestID}/picture`)).status).toBe(200)
    const both = await Promise.all([own.byOfficer(requestID), own.byOfficer(requestID, {}, await server.signIn(cast.amal))])
    expect(both.map(({ body }) => body.detail ?? body.status).toSorted()).toEqual(['1', 'WRONG_STATE'])
    const { inForce, waiting } = await own.seal()
    expect(inForce).toMatchObject({ slNo, state: 'active', waitsFor: null, issuedTo: 'Palms Company' })
    expect(waiting).toBeNull()
    const shown = await profile()
    expect(shown).toMatchObject({ newDigitalStamp: null, oldDigitalStamp: { status: 'approved' }, digitalSealStatus: 'active' })
    const stamp = `/api/v1/profile/org/stamp/${shown.oldDigitalStamp.uniqueFileID}`
    expect([(await own.signatory.get(stamp)).status, (await (await server.signIn(cast.sarah)).get(stamp)).status]).toEqual([200, 404])
    expect((await noticesOf(own.signatory))[0]).toMatchObject({ kind: 'certificateIssued' })
    expect((await noticesOf(own.admin)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['requestDecided', 'certificateIssued']))
    const text = await judge('openssl', ['x509', '-text', '-noout', '-in', await written(slNo)])
    expect(text).toContain(`organizationIdentifier = NTRSA-${own.unified_number}`)
    expect(text).toMatch(/Key Usage: critical\s+Non Repudiation\n/)
    const verdict = await judge('openssl', [
      'verify',
      '-x509_strict',
      '-CAfile',
      at('root.pem'),
      '-untrusted',
      at('seals.pem'),
      await written(slNo),
    ])
    expect(verdict).toContain('OK')
    expect(await ocsp(slNo)).toContain(': good')
    const { dataList } = (await own.signatory.get(`/api/v1/profile/org/cert/info/${own.id}`)).body
    expect(dataList).toMatchObject([{ issuedTo: 'Palms Company', isDocumentSigner: true, serialNumberHex: inForce.serialNumberHex }])
    expect(await actionsOn(requestID)).toEqual(
      expect.arrayContaining([
        'certificate.applied',
        'certificate.paid',
        'certificate.identityVerified',
        'certificate.approved',
        'certificate.active',
      ]),
    )
  })

  test('stays while the next one waits, and gives way to it in one moment', async () => {
    const next = await own.confirmed({ evidence: [await own.picture(sealPicture(90))] })
    expect(await own.read(next)).toMatchObject({ replaces: (await own.read(slNo)).serialNumberHex })
    expect(await profile()).toMatchObject({ newDigitalStamp: { status: 'pending' }, oldDigitalStamp: {}, digitalSealStatus: 'active' })
    await own.bySignatory(next)
    expect((await own.seal()).inForce.slNo).toBe(slNo)
    await own.byOfficer((await own.read(next)).requestID)
    const { inForce, past } = await own.seal()
    expect(inForce).toMatchObject({ slNo: next, state: 'active' })
    expect(past[0]).toMatchObject({ slNo, state: 'revoked', revocationReason: 'superseded' })
    expect((await profile()).oldDigitalStamp.uniqueFileID).toBe(inForce.stamp.uniqueFileID)
    expect(await ocsp(slNo)).toMatch(/revoked[\s\S]*superseded/)
    expect((await rowOf(slNo)).key_destroyed_at).not.toBeNull()
    slNo = next
  })

  test('is held by an admin, resumed by a signatory, held by the provider, and revoked for good', async () => {
    expect((await own.post('suspend', { slNo })).body).toMatchObject({ state: 'suspended', revocationReason: 'certificateHold' })
    expect(await ocsp(slNo)).toMatch(/revoked[\s\S]*certificateHold/)
    expect((await own.post('suspend', { slNo })).body.detail).toBe('WRONG_STATE')
    expect((await own.order()).body.detail, 'while it is held').toBe('WRONG_STATE')
    expect((await own.post('resume', { slNo })).status, 'an admin does not').toBe(403)
    expect((await own.post('resume', { slNo }, own.signatory)).body).toMatchObject({ state: 'active' })
    expect(await ocsp(slNo)).toContain(': good')
    const serialNumber = (await own.read(slNo)).serialNumberHex
    const held = await officer.post('/api/v1/operations/certificates/hold', { serialNumber, remarks: 'A complaint.' })
    expect(held.body).toMatchObject({ state: 'suspended', fullName: 'Palms Company', nationalID: null, unifiedOrgNo: own.unified_number })
    expect((await own.post('resume', { slNo }, own.signatory)).body.detail).toBe('WRONG_STATE')
    await officer.post('/api/v1/operations/certificates/release', { serialNumber, remarks: 'Settled.' })
    const found = (await officer.post('/api/v1/operations/certificates', { search: 'Palms' })).body.dataList
    expect(found.map((one: { serialNumber: string }) => one.serialNumber)).toContain(serialNumber)
    expect((await own.post('revoke', { slNo, reason: 'keyCompromise' }, own.signatory)).body).toMatchObject({ state: 'revoked' })
    expect(await ocsp(slNo)).toMatch(/revoked[\s\S]*keyCompromise/)
    expect(await profile()).toMatchObject({ digitalSealStatus: 'revoked' })
    expect((await noticesOf(own.admin))[0]).toMatchObject({ kind: 'certificateRevoked' })
    expect((await own.post('revoke', { slNo, reason: 'superseded' })).body.detail).toBe('WRONG_STATE')
  })
})

describe('an order', () => {
  test('that a signatory rejects is told with the reason, and its money goes back', async () => {
    const slNo = await own.confirmed()
    expect((await own.bySignatory(slNo, { isApproved: false, remarks: 'Another picture, please.' })).body).toMatchObject({ status: '1' })
    expect(await own.read(slNo)).toMatchObject({ state: 'rejected', remarks: 'Another picture, please.', paymentStatus: 'refunded' })
    expect((await rowOf(slNo)).refund_next_at).toBeNull()
    const notices = await noticesOf(own.admin)
    expect(notices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['requestDecided', 'paymentRefunded']))
    const papers = await server.db
      .selectFrom('invoice')
      .innerJoin('payment', 'payment.id', 'invoice.payment_id')
      .select('invoice.kind')
      .where('payment.order_id', '=', (await rowOf(slNo)).order_id)
      .orderBy('invoice.id')
      .execute()
    expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'creditNote'])
    expect(await own.read(slNo)).toMatchObject({ hasInvoice: true, hasCreditNote: true })
    for (const by of [own.admin, own.signatory]) {
      const note = await by.get(`/api/v1/profile/org/seal/creditNote/${slNo}`)
      expect([note.status, note.headers.get('content-type'), note.body.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ])
    }
    expect((await (await server.signIn(cast.majed)).get(`/api/v1/profile/org/seal/creditNote/${slNo}`)).status).toBe(404)
    expect((await own.offer()).refusal).toBeNull()
  })

  test('that the provider rejects keeps its money until the gateway answers again', async () => {
    const slNo = await own.confirmed()
    await own.bySignatory(slNo)
    const { requestID } = await own.read(slNo)
    await own.shop.gateway({ failNext: 50, status: 503 })
    expect((await own.byOfficer(requestID, { isApproved: false, remarks: 'The names differ.' })).body).toMatchObject({ status: '1' })
    expect(await own.read(slNo)).toMatchObject({ state: 'rejected', paymentStatus: 'paid' })
    await own.shop.gateway({ failNext: 0 })
    await server.owner
      .updateTable('dsc')
      .set({ refund_next_at: new Date(0) })
      .where('id', '=', slNo)
      .execute() // ten minutes later
    await own.shop.until(async () => (await own.read(slNo)).paymentStatus === 'refunded')
  })

  test('is given up unpaid; money that comes after goes back, and stands in nobody’s way', async () => {
    const ordered = (await own.order({ evidence: [await own.picture()] })).body
    expect((await own.post('cancel', { slNo: ordered.slNo })).body).toMatchObject({ state: 'cancelled' })
    const next = (await own.order({ evidence: [await own.picture()] })).body
    await own.shop.pay(ordered.paymentUrl)
    await own.post('recheck', { slNo: ordered.slNo })
    await own.shop.until(async () => (await own.read(ordered.slNo)).paymentStatus === 'refunded')
    expect(await own.read(ordered.slNo)).toMatchObject({ state: 'cancelled' })
    expect((await own.post('cancel', { slNo: next.slNo })).body).toMatchObject({ state: 'cancelled' })
  })

  test('of two at once is one', async () => {
    const evidence = [[await own.picture()], [await own.picture()]]
    const both = await Promise.all(evidence.map((files) => own.order({ evidence: files })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { slNo } = both.find(({ status }) => status === 200)!.body
    await own.post('cancel', { slNo })
  })

  test('is not to be had without a signatory, or in a name that no certificate carries', async () => {
    const lonely = await sealOrderer(server, officer, 21_400)
    await server.owner
      .updateTable('membership')
      .set({ active: false })
      .where('organisation_id', '=', lonely.id)
      .where('role', '=', 'authorizedSignatory')
      .execute()
    expect((await lonely.offer()).refusal).toContain('signatory')
    expect((await lonely.order({ evidence: [await lonely.picture()] })).body.detail).toBe('WRONG_STATE')
    await server.owner.updateTable('organisation').set({ name_ar: '公司', name_en: '公司' }).where('id', '=', lonely.id).execute()
    expect(await lonely.offer()).toMatchObject({ subject: [], refusal: expect.stringContaining('letters') })
  })

  test('is nobody else’s to make, see, decide or change', async () => {
    const slNo = await own.confirmed({ evidence: [await own.picture(scan)] })
    const [foreignAdmin, foreignSignatory, user] = [
      await server.signIn(cast.majed),
      await server.signIn(cast.hind),
      await own.member('organizationUser'),
    ]
    const { requestID } = await own.read(slNo)
    for (const number of [slNo, 999_999]) {
      for (const what of ['pay', 'recheck', 'cancel', 'suspend', 'identity/initiate'])
        expect((await own.post(what, { slNo: number }, foreignAdmin)).status, what).toBe(404)
      expect((await foreignSignatory.post('/api/v1/approval/org/dsc/view', { slNo: number })).status).toBe(404)
      expect((await own.bySignatory(number, {}, foreignSignatory)).status).toBe(404)
      expect((await foreignAdmin.get(`/api/v1/profile/org/seal/invoice/${number}`)).status).toBe(404)
    }
    for (const by of [own.admin, user, officer]) expect((await own.bySignatory(slNo, {}, by)).status).toBe(403)
    expect((await own.order({ by: own.signatory })).status).toBe(403)
    expect((await own.post('offer', {}, user)).status).toBe(403)
    expect((await own.byOfficer('A'.repeat(22))).status).toBe(404)
    expect((await own.byOfficer(requestID, {}, own.signatory)).status).toBe(403)
    expect((await own.order({ evidence: [await own.picture(scan, foreignAdmin)] })).body.detail).toBe('WRONG_STATE')
    await own.bySignatory(slNo, { isApproved: false, remarks: 'No.' })
    expect((await own.order({ evidence: [await own.picture(scan, foreignAdmin)] })).status, 'with another’s file').toBe(404)
  })
})

test('a request that changed after it was shown makes the approval void; a decision’s kept approval proves what was shown', async () => {
  const slNo = await own.confirmed()
  const decided = { slNo, isApproved: '1', remarks: '' }
  const proposed = (await own.signatory.post('/api/v1/approval/org/dsc/decision/initiate', decided)).body
  expect(JSON.parse(proposed.bound)).toMatchObject({
    kind: 'seal',
    content: {
      years: 1,
      picture: { sha256: (await own.read(slNo)).stamp.sha256 },
      subject: expect.arrayContaining([['CN', 'Palms Company']]),
    },
  })
  const change = (years: number) =>
    server.owner.transaction().execute(async (tx) => {
      await sql`alter table dsc disable trigger dsc_edges`.execute(tx)
      await tx.updateTable('dsc').set({ years }).where('id', '=', slNo).execute()
      await sql`alter table dsc enable trigger dsc_edges`.execute(tx)
    })
  await change(3)
  const { transId, random } = proposed
  const verify = { ...decided, transId, random }
  const answer = await own.signatory.pollUntilEnded('/api/v1/approval/org/dsc/decision/verify', verify)
  expect(answer.body).toMatchObject({ status: '0', errorMessage: expect.stringContaining('changed') })
  expect((await rowOf(slNo)).signatory_approved_at).toBeNull()
  await change(1)
  await server.forgetAttempts()
  const { decisionID } = (await own.bySignatory(slNo)).body
  const { configuration, secrets } = server.app
  const proven = await server.owner.transaction().execute((tx) => {
    const acting = {
      now: new Date(),
      caller: null,
      organisation: null,
      deviceId: null,
      address: '',
      reference: '',
      app: { configuration, secrets },
    }
    return verifyDecision({ tx, acting, by: 'test' }, [decisionID])
  })
  expect(proven).toMatch(/holds\.[\s\S]*seal .*approved/)
  await server.owner.updateTable('organisation').set({ name_en: 'Palms Holding' }).where('id', '=', own.id).execute()
  const { requestID } = await own.read(slNo)
  expect((await own.byOfficer(requestID)).body.detail, 'renamed meanwhile').toBe('WRONG_STATE')
  await server.owner.updateTable('organisation').set({ name_en: 'Palms Company' }).where('id', '=', own.id).execute()
  expect((await own.byOfficer(requestID, { isApproved: false, remarks: 'Order it anew.' })).body).toMatchObject({ status: '1' })
})

test('a seal is told of before it ends, and ends by the clock', async () => {
  const slNo = await own.issued()
  await server.owner
    .updateTable('certificate')
    .set({ not_after: new Date(server.clock.now().getTime() + 6 * 86_400_000) })
    .where('dsc_id', '=', slNo)
    .execute()
  await own.shop.until(async () => (await noticesOf(own.signatory))[0]!.kind === 'certificateExpiring')
  server.clock.advance(7 * 86_400)
  await own.shop.until(async () => (await rowOf(slNo)).state === 'expired')
})
