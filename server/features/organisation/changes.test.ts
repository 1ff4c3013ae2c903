import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
let signatory: Browser
let officer: Browser
let other: Browser
beforeAll(async () => {
  server = await testServer()
  ;[admin, signatory] = [await server.signIn(cast.sarah), await server.signIn(cast.abdulaziz)]
  ;[officer, other] = [await server.signIn(cast.bandar), await server.signIn(cast.majed)]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
  await server.owner
    .updateTable('organisation_change')
    .set({ status: 'rejected', decided_at: new Date(), decided_by: 1 })
    .where('status', '=', 'pending')
    .execute()
})

const at = '/api/v1/profile/org/changes'
const operations = '/api/v1/operations/organisation/changes'
const pdf = readFileSync(join(import.meta.dirname, '../../../test/fixtures/pdf/chromium.pdf'))

async function upload(by: Browser) {
  const headers = { 'content-type': 'application/octet-stream' }
  const { body } = await by.send('POST', '/api/v1/evidence/my/files?purpose=organisationChange&name=register.pdf', { body: pdf, headers })
  return body.uniqueFileID as string
}
const ask = async (kind: string, values: object, by = admin) =>
  by.post(`${at}/${kind}/create`, { ...values, reason: 'As the register has it now.', evidence: [await upload(by)] })
const names = { organizationNameAr: 'شركة الأفق الجديد للتقنية', organizationName: 'New Horizon Technology Company' }
const shown = async (slNo: number, by = signatory) => (await by.post(`${at}/view`, { slNo })).body
const numberOf = async (slNo: number) =>
  (await server.db.selectFrom('organisation_change').select('public_id').where('id', '=', slNo).executeTakeFirstOrThrow()).public_id
const organisation = () =>
  server.db.selectFrom('organisation').selectAll().where('unified_number', '=', '7001234567').executeTakeFirstOrThrow()
const inQueue = async () =>
  (await officer.get('/api/v1/operations/requests?kind=organisationChange&limit=100')).body.dataList as { requestID: string }[]

test('a name is asked for, approved by a signatory and then by the provider, and is the name from that moment', async () => {
  const before = await organisation()
  const asked = await ask('name', names)
  expect(asked.status, asked.text).toBe(200)
  const { slNo } = asked.body
  expect(asked.body).toMatchObject({ changeKind: 'name', status: 'pending', waitsFor: 'authorizedSignatory', approvedBy: null })
  expect(asked.body.changedFields).toEqual([
    { field: 'organizationNameAr', oldValue: before.name_ar, newValue: names.organizationNameAr },
    { field: 'organizationName', oldValue: before.name_en, newValue: names.organizationName },
  ])
  const number = await numberOf(slNo)
  expect((await noticesOf(signatory))[0]).toMatchObject({ kind: 'organisationRequestWaits', message: expect.stringContaining('Name') })
  expect((await inQueue()).map(({ requestID }) => requestID)).not.toContain(number)
  expect((await decideAt(`${operations}/decision`, officer, { requestID: number })).body.detail).toBe('WRONG_STATE')
  expect((await decideAt(`${at}/decision`, admin, { slNo })).status).toBe(403)

  expect((await decideAt(`${at}/decision`, signatory, { slNo })).body.status).toBe('1')
  expect(await shown(slNo)).toMatchObject({
    status: 'pending',
    waitsFor: 'registrationOfficer',
    approvedBy: { fullName: expect.stringContaining('Abdulaziz') },
  })
  expect((await organisation()).name_en).toBe(before.name_en)
  expect((await decideAt(`${at}/decision`, signatory, { slNo })).body.detail).toBe('WRONG_STATE')
  expect((await inQueue()).map(({ requestID }) => requestID)).toContain(number)

  const seen = (await officer.get(`${operations}/${number}`)).body
  expect(seen).toMatchObject({ unifiedOrgNo: '7001234567', changedFields: asked.body.changedFields })
  const file = await officer.get(`${operations}/${number}/files/${seen.evidence[0].uniqueFileID}`)
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
  const done = await decideAt(`${operations}/decision`, officer, { requestID: number })
  expect(done.body.status, done.text).toBe('1')
  const after = await organisation()
  expect([after.name_ar, after.name_en, after.unified_number]).toEqual([names.organizationNameAr, names.organizationName, '7001234567'])
  expect(await shown(slNo)).toMatchObject({
    status: 'approved',
    waitsFor: null,
    decidedBy: { fullName: expect.stringContaining('Bandar') },
  })
  expect((await noticesOf(admin))[0]).toMatchObject({
    kind: 'requestDecided',
    message: expect.stringContaining('change to the organisation'),
  })
  const { email } = await server.db
    .selectFrom('person')
    .select('email')
    .where('national_id_hash', '=', server.app.secrets.lookUp(cast.sarah))
    .executeTakeFirstOrThrow()
  await expect.poll(async () => (await sentTo(server, 'mail', email!)).length).toBeGreaterThan(0)
  const trail = await server.db.selectFrom('audit_event').select(['action', 'facts']).where('subject', '=', number).orderBy('id').execute()
  expect(trail.map(({ action }) => action)).toEqual(['organisation.changePending', 'organisation.changeApproved', 'organisation.renamed'])
  expect(trail.at(-1)!.facts).toMatchObject({ organizationNameBefore: before.name_en, organizationName: names.organizationName })
  const kept = await server.db.selectFrom('decision').select('id').where('number', '=', number).execute()
  expect(kept).toHaveLength(2)
})

test('contact details are the signatory’s alone, and need no file', async () => {
  const values = { email: 'office@horizon.example', telephoneNumber: '٩٢٠٠١٢٣٤٥' }
  const { body, text } = await admin.post(`${at}/contact/create`, { ...values, reason: 'We moved.' })
  expect(body.status, text).toBe('pending')
  expect((await decideAt(`${at}/decision`, signatory, { slNo: body.slNo })).body.status).toBe('1')
  expect(await organisation()).toMatchObject({ email: 'office@horizon.example', telephone: '920012345' })
  expect(await shown(body.slNo)).toMatchObject({ status: 'approved', approvedBy: null })
})

test.each([
  ['tradingName', { DBANameAr: 'الأفق', DBAName: 'Horizon' }, { dba_ar: 'الأفق', dba_en: 'Horizon' }],
  ['vatNumber', { vatNumber: '' }, { vat_number: null }],
  [
    'address',
    { country: 'SA', stateProvinceRegion: 'Riyadh', city: 'Al Kharj', address: '7 New Street', postalCodeZIPCode: '16273' },
    { country: 'SA', region: 'Riyadh', city: 'Al Kharj', address: '7 New Street', postal_code: '16273' },
  ],
])('%s: signatory, then the provider', async (kind, values, row) => {
  const { body, text } = await ask(kind, values)
  expect(body.status, text).toBe('pending')
  await decideAt(`${at}/decision`, signatory, { slNo: body.slNo })
  await decideAt(`${operations}/decision`, officer, { requestID: await numberOf(body.slNo) })
  expect(await organisation()).toMatchObject(row)
})

test('a refusal at either step needs its reason, reaches the maker, and changes nothing', async () => {
  const before = await organisation()
  const first = (await ask('name', { ...names, organizationName: 'Refused One' })).body
  expect((await decideAt(`${at}/decision`, signatory, { slNo: first.slNo }, { isApproved: false })).body.errors[0].field).toBe('remarks')
  await decideAt(`${at}/decision`, signatory, { slNo: first.slNo }, { isApproved: false, remarks: 'Not agreed.' })
  expect(await shown(first.slNo)).toMatchObject({ status: 'rejected', remarks: 'Not agreed.' })
  const second = (await ask('name', { ...names, organizationName: 'Refused Two' })).body
  await decideAt(`${at}/decision`, signatory, { slNo: second.slNo })
  await decideAt(`${operations}/decision`, officer, { requestID: await numberOf(second.slNo) }, { isApproved: false, remarks: 'No proof.' })
  expect(await shown(second.slNo)).toMatchObject({ status: 'rejected', remarks: 'No proof.' })
  expect((await noticesOf(admin))[0]!.message).toContain('No proof.')
  expect(await organisation()).toEqual(before)
})

test('what is wrong is said beside its field: nothing new, no file, no such place, the unified number', async () => {
  const now = await organisation()
  const registered = { organizationNameAr: now.name_ar, organizationName: now.name_en }
  expect((await ask('name', registered)).body.errors[0].field).toBe('organizationNameAr')
  expect((await admin.post(`${at}/name/create`, { ...names, reason: 'x' })).body.errors[0].field).toBe('evidence')
  expect((await admin.post(`${at}/contact/create`, { email: 'no', telephoneNumber: '0112345678', reason: 'x' })).body.errors[0].field).toBe(
    'email',
  )
  const place = { country: 'SA', stateProvinceRegion: 'Riyadh', city: 'Jeddah', address: 'a', postalCodeZIPCode: '12345' }
  expect((await ask('address', place)).body.errors[0].field).toBe('city')
  expect((await ask('name', { ...names, unifiedOrgNo: '7009999999' })).body.errors[0].field).toBe('unifiedOrgNo')
})

test('one of a kind waits at a time, also when two ask at once', async () => {
  const values = { DBANameAr: 'اسم', DBAName: 'Name of the day' }
  const answers = await Promise.all([1, 2, 3].map(() => ask('tradingName', values)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await ask('contact', { email: 'x@horizon.example', telephoneNumber: '0112345678' })).status).toBe(200)
})

test('two deciders at once give one decision', async () => {
  const values = { email: 'once@horizon.example', telephoneNumber: '0110000000' }
  const { slNo } = (await admin.post(`${at}/contact/create`, { ...values, reason: 'x' })).body
  const { nationalId, personId } = await addPerson(server, 2, 17_001)
  const { id } = await organisation()
  const role = 'authorizedSignatory' as const
  const also = { organisation_id: id, person_id: personId, role, status: 'approved' as const, created_at: server.clock.now() }
  await server.owner.insertInto('membership').values(also).execute()
  const two = [signatory, await server.signIn(nationalId)]
  const ends = await Promise.all(two.map((by) => decideAt(`${at}/decision`, by, { slNo })))
  expect(ends.map(({ body }) => body.detail ?? body.status).toSorted()).toEqual(['1', 'WRONG_STATE'])
  const kept = await server.db
    .selectFrom('decision')
    .select('id')
    .where('number', '=', await numberOf(slNo))
    .execute()
  expect(kept).toHaveLength(1)
})

test('another organisation’s change is absent, and the list is one’s own', async () => {
  const { slNo } = (await ask('vatNumber', { vatNumber: '310000000000003' })).body
  const absent = await other.post(`${at}/view`, { slNo: 999_999 })
  const foreign = await other.post(`${at}/view`, { slNo })
  expect([foreign.status, foreign.body.detail]).toEqual([absent.status, absent.body.detail])
  expect((await other.post(at, {})).body.dataList).toEqual([])
  const { dataList } = (await admin.post(at, { status: 'pending' })).body
  expect(dataList.map((row: { slNo: number }) => row.slNo)).toContain(slNo)
  const reem = await server.signIn(cast.reem)
  expect((await reem.post(at, {})).status).toBe(403)
  expect((await signatory.post(`${at}/vatNumber/create`, { vatNumber: '', reason: 'x' })).status).toBe(403)
})

test('the database goes along the edges alone, and forgets no request', async () => {
  const { slNo } = (await ask('name', { ...names, organizationName: 'Kept' })).body
  await decideAt(`${at}/decision`, signatory, { slNo }, { isApproved: false, remarks: 'No.' })
  const back = sql`update organisation_change set status = 'pending', decided_at = null, decided_by = null where id = ${slNo}`
  await expect(back.execute(server.owner)).rejects.toThrow(/may not go from rejected to pending/)
  await expect(server.app.db.deleteFrom('organisation_change').where('id', '=', slNo).execute()).rejects.toThrow(/permission denied/)
})

test('a file of another organisation’s change answers like one that is not there', async () => {
  const { slNo, evidence } = (await ask('tradingName', { DBANameAr: 'ملف', DBAName: 'File' })).body
  const { uniqueFileID } = evidence[0]
  expect((await signatory.get(`${at}/${slNo}/files/${uniqueFileID}`)).status).toBe(200)
  const answers = [await other.get(`${at}/${slNo}/files/${uniqueFileID}`), await other.get(`${at}/999999/files/${uniqueFileID}`)]
  expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
  ])
})

test('without a signatory to decide it, the provider decides alone', async () => {
  const { id } = await organisation()
  const signatories = (active: boolean) =>
    server.owner
      .updateTable('membership')
      .set({ active })
      .where('organisation_id', '=', id)
      .where('role', '=', 'authorizedSignatory')
      .execute()
  await signatories(false)
  try {
    const { slNo, waitsFor } = (await ask('contact', { email: 'alone@horizon.example', telephoneNumber: '0113333333' })).body
    expect(waitsFor).toBe('registrationOfficer')
    expect((await decideAt(`${operations}/decision`, officer, { requestID: await numberOf(slNo) })).body.status).toBe('1')
    expect(await organisation()).toMatchObject({ email: 'alone@horizon.example' })
  } finally {
    await signatories(true)
  }
})
