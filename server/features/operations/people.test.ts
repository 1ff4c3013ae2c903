/** Staff look somebody up, with a reason, and suspend an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer()
  ;[officer, auditor] = [await server.signIn(cast.bandar), await server.signIn(cast.tariq)]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const people = '/api/v1/operations/people'
const reason = 'They called us.'
let count = 0
async function somebody() {
  const n = 9_800 + count++
  const { nationalId, personId } = await addPerson(server, 2, n)
  const mobile = `9665${String(n).padStart(8, '0')}`
  await server.owner.updateTable('person').set({ mobile }).where('id', '=', personId).execute()
  return { nationalId, personId, email: `person-${n}@example.sa`, mobile, browser: await server.signIn(nationalId) }
}
const find = (search: string, by = auditor) => by.post(`${people}/find`, { search, reason })
const change = (by: Browser, to: 'suspend' | 'reactivate', personSlno: number) =>
  by.post(`${people}/${to}`, { personSlno, remarks: 'Somebody else uses it.' })

describe('a look', () => {
  test('finds who has the whole of a national ID, an address or a number, however it is typed', async () => {
    const { nationalId, personId, email, mobile } = await somebody()
    const arabic = nationalId.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    for (const typed of [nationalId, ` ${arabic} `, email.toUpperCase(), `0${mobile.slice(3)}`, `+${mobile}`])
      expect(
        (await find(typed)).body.dataList.map((one: { personSlno: number }) => one.personSlno),
        typed,
      ).toEqual([personId])
    for (const part of [nationalId.slice(0, 9), email.slice(0, -1), '%', mobile.slice(0, 8), 'x'])
      expect((await find(part)).body.dataList, part).toEqual([])
  })

  test('shows nothing whole that identifies, and is seen by the person and kept with its reason', async () => {
    const { nationalId, personId, email, mobile, browser } = await somebody()
    const { body, text } = await find(nationalId)
    for (const secret of [nationalId, email, mobile]) expect(text).not.toContain(secret)
    expect(body.dataList[0]).toMatchObject({ state: 'active', organizationList: [], operatorRoles: [], certificatesInForce: 0 })
    expect(Date.parse(body.dataList[0].lastSignIn)).not.toBeNaN()
    const looks = (await browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList
    expect(looks).toEqual([expect.objectContaining({ what: 'profile' })])
    const trail = await server.db
      .selectFrom('audit_event')
      .select('facts')
      .where('action', '=', 'person.viewed')
      .where('person_id', '=', personId)
      .execute()
    expect(trail).toEqual([{ facts: expect.objectContaining({ reason }) }])
    const own = (await browser.post('/api/v1/profile/my/activity', {})).body.dataList as { activity: string }[]
    expect(own.map(({ activity }) => activity)).toContain('person.viewed')
  })

  test('names organisations and roles of the staff', async () => {
    expect((await find(cast.majed)).body.dataList[0].organizationList[0]).toMatchObject({ isActive: true })
    expect((await find(cast.bandar)).body.dataList[0].operatorRoles).toEqual(['registrationOfficer'])
  })

  test('needs a reason, and a role', async () => {
    const { nationalId, browser } = await somebody()
    expect((await auditor.post(`${people}/find`, { search: nationalId, reason: ' ' })).status).toBe(422)
    for (const by of [browser, await server.signIn(cast.latifah)]) expect((await find(nationalId, by)).status).toBe(403)
  })
})

describe('an account', () => {
  test('suspended: its sessions end, nobody signs in, its person is told; then it is active again', async () => {
    const { nationalId, personId, email, browser } = await somebody()
    expect((await change(officer, 'reactivate', personId)).body.detail).toBe('WRONG_STATE')
    expect((await change(officer, 'suspend', personId)).body).toMatchObject({ personSlno: personId, state: 'suspended' })
    expect((await browser.get('/api/v1/profile/my')).status).toBe(401)
    const open = await server.db
      .selectFrom('session')
      .select('id')
      .where('person_id', '=', personId)
      .where('ended_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    await expect(server.signIn(nationalId)).rejects.toThrow(/suspended/)
    expect((await change(officer, 'suspend', personId)).body.detail).toBe('WRONG_STATE')

    expect((await change(officer, 'reactivate', personId)).body).toMatchObject({ state: 'active' })
    const again = await server.signIn(nationalId)
    const kinds = (await again.get('/api/v1/dashboard/my/notifications')).body.dataList.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['accountSuspended', 'accountReactivated']))
    await expect
      .poll(async () => (await sentTo(server, 'mail', email)).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining(['عُلّق حسابك', 'حسابك نشط من جديد']))
    const trail = await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('person_id', '=', personId)
      .where('action', 'in', ['person.suspended', 'person.active'])
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['person.suspended', 'person.active'])
  })

  test('is suspended by those who decide; one of the staff by nobody here; two at once do it once', async () => {
    const { personId, browser } = await somebody()
    for (const by of [auditor, browser, await server.signIn(cast.latifah)]) expect((await change(by, 'suspend', personId)).status).toBe(403)
    const colleague = (await find(cast.tariq, officer)).body.dataList[0].personSlno as number
    expect((await change(officer, 'suspend', colleague)).body).toMatchObject({
      detail: 'NOT_ALLOWED',
      title: 'This is an account of the provider’s own staff. Dismiss them first.',
    })
    expect((await change(officer, 'suspend', 987_654_321)).status).toBe(404)
    const answers = await Promise.all([1, 2].map(() => change(officer, 'suspend', personId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
