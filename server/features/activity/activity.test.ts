import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'

let server: TestServer
let owner: Browser
beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.faisal)
})
afterAll(() => server.close())

type Row = {
  activity: string
  documentName: string
  outcome: string
  deviceModel: string
  address: string
  isThisDevice: boolean
  organization: string
}
const listed = async (browser: Browser, filters: object = {}) =>
  (await browser.post('/api/v1/profile/my/activity', { limit: 100, ...filters })).body as { dataList: Row[]; totalCount: number }

test('what was done on one’s own account is told, newest first, with the device', async () => {
  const { dataList } = await listed(owner)
  expect(dataList[0]).toMatchObject({ activity: 'session.opened', outcome: 'done', isThisDevice: true, organization: '' })
  expect(dataList[0]!.address).not.toBe('')
  expect(dataList[0]!.deviceModel).not.toBe('')
})

test('another’s account is not in it, nor what was done for others', async () => {
  const other = await server.signIn(cast.noura)
  const [own, theirs] = [await listed(owner), await listed(other)]
  const before = own.totalCount
  await other.post('/api/v1/auth/logout')
  expect((await listed(owner)).totalCount).toBe(before)
  expect(theirs.totalCount).toBeGreaterThan(0)
})

test('who else acted on the account keeps their device and address', async () => {
  const { slno } = owner.session
  await server.owner
    .insertInto('audit_event')
    .values({
      at: server.clock.now(),
      action: 'certificate.operator.suspend',
      outcome: 'done',
      person_id: slno,
      device_public_id: 'device-of-the-staff',
      address: '192.0.2.77',
      reference: 'r',
    })
    .execute()
  const { dataList } = await listed(owner)
  expect(dataList[0]).toMatchObject({ activity: 'certificate.operator.suspend', deviceModel: '', address: '', isThisDevice: false })
})

test('what was done for an organisation names it; the rest of the trail is not told', async () => {
  const member = await server.signIn(cast.abdulaziz)
  expect((await member.get('/api/v1/operations/erasure/requests')).status).toBe(403)
  const { organizationSlno } = (member.session as unknown as { organizationList: { organizationSlno: number }[] }).organizationList[0]!
  await member.post('/api/v1/auth/session/organization', { organizationSlno })
  const { dataList } = await listed(member)
  expect(dataList[0]).toMatchObject({ activity: 'session.organisationSelected' })
  expect(dataList[0]!.organization).not.toBe('')
  expect(dataList.map(({ activity }) => activity)).not.toContain('access.refused')
})

test('it is narrowed by outcome and by days, and goes out as a spreadsheet', async () => {
  const { totalCount } = await listed(owner)
  const refused = await listed(owner, { outcome: 'refused' })
  const done = await listed(owner, { outcome: 'done' })
  expect(refused.totalCount + done.totalCount).toBe(totalCount)
  expect((await listed(owner, { fromDate: '2000-01-01', toDate: '2000-12-31' })).totalCount).toBe(0)
  const sheet = await owner.post('/api/v1/profile/my/activity/export', { outcome: 'done' }, { 'accept-language': 'ar' })
  const { rows, isRightToLeft } = readSpreadsheet(sheet.body)[0]!
  expect(isRightToLeft).toBe(true)
  expect(rows[0]).toMatchObject({ A: 'الوقت', B: 'النشاط' })
  expect(rows).toHaveLength(done.totalCount + 1)
  expect(Object.values(rows.at(-1)!)).not.toContain('session.opened')
})

test('what was done with a document names it, and a signing its first one', async () => {
  const uploaded = []
  for (const name of ['عقد.pdf', 'Annex.pdf']) {
    const body = simplePdf({ catalogue: `/Of (${encodeURIComponent(name)})` })
    const headers = { 'content-type': 'application/pdf' }
    const { body: upload } = await owner.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`, { body, headers })
    uploaded.push({ uniqueFileID: upload.uniqueFileID as string, placement: { page: 1, x: 40, y: 40, width: 200, height: 70 } })
  }
  await owner.post('/api/v1/esign/my/sign/initiate', { documents: uploaded, acceptTerms: true }, { 'idempotency-key': newKey() })
  const { dataList } = await listed(owner)
  const named = dataList.filter(({ documentName }) => documentName !== '').map(({ activity, documentName }) => [activity, documentName])
  expect(named).toContainEqual(['signing.reserved', 'عقد.pdf'])
  expect(named).toContainEqual(['document.uploaded', 'Annex.pdf'])
  expect(dataList.find(({ activity }) => activity === 'session.opened')!.documentName).toBe('')
})
