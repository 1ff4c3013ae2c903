/** The audit trail as the provider's auditor reads it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recorded } from '#contract/auditTrail.ts'
import { cast } from '#server/demo/cast.ts'
import { addPerson } from '#test/people.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'

let server: TestServer
let auditor: Browser
beforeAll(async () => {
  server = await testServer()
  auditor = await server.signIn(cast.tariq)
})
afterAll(() => server.close())

const trail = '/api/v1/operations/audit'
type Row = { auditSlno: number; activity: string; outcome: string; subject: string; reference: string; organization: string }
const listed = async (filters: object = {}) =>
  (await auditor.post(trail, { limit: 100, ...filters })).body as {
    dataList: Row[]
    totalCount: number
    person: { fullName: string; nationalID: string } | null
  }
let people = 0
async function somebody() {
  const { nationalId, personId } = await addPerson(server, 2, 9_700 + people++)
  return { nationalId, personId, browser: await server.signIn(nationalId) }
}

test('one person’s records are found by the national ID, in any digits; they see that somebody looked', async () => {
  const { nationalId, browser } = await somebody()
  const found = await listed({ search: nationalId })
  expect(found.dataList.map(({ activity }) => activity)).toContain('session.opened')
  expect(found.person!.fullName).not.toBe('')
  expect(found.person!.nationalID).not.toContain(nationalId.slice(2, 8))
  const arabic = nationalId.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
  expect((await listed({ search: ` ${arabic} ` })).dataList).toEqual(found.dataList)
  const looks = (await browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList as { what: string }[]
  expect(looks.map(({ what }) => what)).toEqual(['activity', 'activity'])
  expect(JSON.stringify(found.dataList)).not.toContain(found.person!.fullName)
})

test('a request is found by the reference that its sender was told', async () => {
  const { browser } = await somebody()
  const refused = await browser.get('/api/v1/operations/requests')
  expect(refused.status).toBe(403)
  const { dataList, person } = await listed({ search: refused.body.reference })
  expect(dataList).toEqual([expect.objectContaining({ activity: 'access.refused', outcome: 'refused', reference: refused.body.reference })])
  expect(person).toBeNull()
})

test('narrowed by activity, outcome and days; what was acted upon is found by its id', async () => {
  const all = await listed()
  const [done, refused] = [await listed({ outcome: 'done' }), await listed({ outcome: 'refused' })]
  expect(refused.totalCount).toBeGreaterThan(0)
  expect(done.totalCount + refused.totalCount).toBeGreaterThanOrEqual(all.totalCount)
  expect(new Set((await listed({ activity: 'session.opened' })).dataList.map(({ activity }) => activity))).toEqual(
    new Set(['session.opened']),
  )
  expect((await listed({ fromDate: '2000-01-01', toDate: '2000-12-31' })).totalCount).toBe(0)
  const { subject } = done.dataList.find((row) => row.subject !== '')!
  expect(new Set((await listed({ search: subject })).dataList.map((row) => row.subject))).toEqual(new Set([subject]))
  expect((await listed({ search: subject.slice(0, -1) })).dataList.filter((row) => row.subject === subject)).toEqual([])
  expect((await auditor.post(trail, { activity: 'no.such' })).status).toBe(422)
})

test('one record tells who acted upon whose account, from where, and the facts of it; both see that it was read', async () => {
  const { nationalId, personId, browser } = await somebody()
  await browser.post('/api/v1/profile/my/data/erasure', { reason: 'I moved.' })
  const { dataList } = await listed({ search: nationalId, activity: 'erasure.requested' })
  const { body } = await auditor.get(`${trail}/${dataList[0]!.auditSlno}`)
  expect(body).toMatchObject({ activity: 'erasure.requested', outcome: 'done', person: body.actor })
  expect(body.person.nationalID).not.toBe(nationalId)
  expect([body.deviceModel, body.address]).not.toContain('')
  const looks = await server.db.selectFrom('data_look').select('what').where('person_id', '=', personId).execute()
  expect(looks.map(({ what }) => what)).toEqual(['activity', 'activity'])
  expect((await auditor.get(`${trail}/999999999`)).status).toBe(404)
  expect((await auditor.get(`${trail}/x`)).status).toBe(404)
})

test('the auditor reads it, and nobody else', async () => {
  const { browser } = await somebody()
  for (const by of [browser, ...(await Promise.all([cast.bandar, cast.latifah, cast.amal].map((id) => server.signIn(id))))])
    expect((await by.post(trail)).status).toBe(403)
})

test('it goes out as a spreadsheet, which is itself recorded; whoever was searched for sees it', async () => {
  const { nationalId, personId } = await somebody()
  const { totalCount } = await listed({ search: nationalId })
  const sheet = await auditor.post(`${trail}/export`, { search: nationalId }, { 'accept-language': 'ar' })
  const { rows } = readSpreadsheet(sheet.body)[0]!
  expect(rows).toHaveLength(totalCount + 1)
  expect(rows[0]).toMatchObject({ A: 'الوقت', B: 'النشاط' })
  const looks = await server.db.selectFrom('data_look').select('id').where('person_id', '=', personId).execute()
  expect(looks).toHaveLength(2)
  const { dataList } = await listed({ activity: 'list.exported' })
  const { body } = await auditor.get(`${trail}/${dataList[0]!.auditSlno}`)
  expect(body.facts).toEqual(expect.arrayContaining([{ name: 'narrowedBy', value: 'search' }]))
  expect(JSON.stringify(body)).not.toContain(nationalId)
})

test('every activity that is on the trail has its words', async () => {
  const actions = await server.db.selectFrom('audit_event').select('action').distinct().execute()
  expect(actions.map(({ action }) => action).filter((action) => !(action in recorded))).toEqual([])
})
