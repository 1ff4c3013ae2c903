import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const root = '/api/v1/operations/organisations'
const idOf = async (unified: string) =>
  (await server.db.selectFrom('organisation').select('id').where('unified_number', '=', unified).executeTakeFirstOrThrow()).id

test.each(['bandar', 'latifah', 'tariq', 'amal'] as const)('%s of the staff reads organisations, and the trail says so', async (who) => {
  const staff: Browser = await server.signIn(cast[who])
  const id = await idOf('7001234567')
  const { dataList } = (await staff.get(`${root}?search=7001234567`)).body
  expect(dataList).toMatchObject([{ organizationSlno: id, state: 'active' }])
  const { status, body, text } = await staff.get(`${root}/${id}`)
  expect([status, body.unifiedOrgNo]).toEqual([200, '7001234567'])
  expect(body.members.find(({ role }: { role: string }) => role === 'authorizedSignatory').count).toBeGreaterThan(0)
  for (const name of ['Noura', 'نورة', cast.noura]) expect(text).not.toContain(name)
  const looks = await server.db
    .selectFrom('audit_event')
    .select('facts')
    .where('action', '=', 'organisation.viewed')
    .where('organisation_id', '=', id)
    .execute()
  expect(JSON.stringify(looks)).toContain(`GET ${root}/:organizationSlno`)
})

test('nobody else does, and one that is not there answers so', async () => {
  const id = await idOf('7001234567')
  for (const who of [cast.faisal, cast.sarah]) expect((await (await server.signIn(who)).get(`${root}/${id}`)).status).toBe(403)
  expect((await server.browser().get(`${root}/${id}`)).status).toBe(401)
  const staff = await server.signIn(cast.latifah)
  expect((await staff.get(`${root}/999999`)).status).toBe(404)
  expect((await staff.post(`${root}/suspend`, { organizationSlno: id, remarks: 'x' })).status).toBe(403)
})
