/** An account is closed: one of the staff asks for it, another one decides. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closingObstacleWords } from '#contract/erasure.ts'
import { cast } from '#server/demo/cast.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let admin: Browser
beforeAll(async () => {
  server = await testServer()
  ;[officer, admin] = [await server.signIn(cast.bandar), await server.signIn(cast.amal)]
})
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

const path = '/api/v1/operations/people/closures'
const remarks = 'They told us at the desk that they no longer use it.'
let count = 0
async function somebody() {
  const n = 7_700 + count++
  const { nationalId, personId } = await addPerson(server, 2, n)
  return { nationalId, personId, email: `person-${n}@example.sa`, browser: await server.signIn(nationalId) }
}
const ask = (personSlno: number, by = officer) => by.post(path, { personSlno, remarks })
const decide = (by: Browser, requestID: string, how: { isApproved?: boolean; remarks?: string } = {}) =>
  decideAt(`${path}/decision`, by, { requestID }, how)
const statusOf = async (id: number) =>
  (await server.owner.selectFrom('person').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('asked for by one, decided by another: sessions end, the person is told why, and may come back', async () => {
  const { nationalId, personId, email, browser } = await somebody()
  const { body } = await ask(personId)
  const { requestID } = body as { requestID: string }
  expect((await ask(personId, admin)).body.detail).toBe('WRONG_STATE')
  const { body: shown } = await admin.get(`${path}/${requestID}`)
  expect(shown).toMatchObject({ state: 'requested', reason: remarks, isOwn: false, obstacles: [], transactionsLeft: 10 })
  const looks = (await browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList
  expect(looks[0].what).toBe('profile')

  const own = await officer.post(`${path}/decision/initiate`, { requestID, isApproved: '1', remarks: '' })
  expect([own.status, own.body.detail]).toEqual([403, 'NOT_ALLOWED'])
  expect((await decide(admin, requestID)).body).toMatchObject({ status: '1' })
  expect(await statusOf(personId)).toBe('closed')
  expect((await browser.get('/api/v1/profile/my')).status).toBe(401)
  await expect(server.signIn(nationalId)).rejects.toThrow('sign-in ended otherwise')
  await vi.waitFor(async () => {
    expect((await sentTo(server, 'mail', email)).some(({ text }) => text.includes(remarks))).toBe(true)
  }, 10_000)
  expect((await noticesOf(officer)).some(({ message }) => message.includes('Your request to close an account was approved'))).toBe(true)
  const trail = await server.owner.selectFrom('audit_event').select('action').where('person_id', '=', personId).orderBy('id').execute()
  expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['closure.requested', 'closure.approved', 'person.closed']))
  expect((await ask(personId)).body.detail).toBe('WRONG_STATE')
})

test('refused, or withdrawn by whoever asked, nothing is closed', async () => {
  const { personId, browser } = await somebody()
  const first = (await ask(personId)).body.requestID as string
  expect((await admin.post(`${path}/withdraw`, { requestID: first })).status).toBe(404)
  expect((await officer.post(`${path}/withdraw`, { requestID: first })).body).toEqual({ status: '1' })
  const second = (await ask(personId)).body.requestID as string
  expect((await decide(admin, second, { isApproved: false, remarks: 'They use it.' })).body.status).toBe('1')
  expect(await statusOf(personId)).toBe('active')
  expect((await browser.get('/api/v1/profile/my')).status).toBe(200)
  expect((await admin.get(`${path}/${second}`)).body).toMatchObject({ state: 'rejected', remarks: 'They use it.' })
})

describe('nobody asks for', () => {
  const numberOf = async (nationalId: string) =>
    (
      await server.owner
        .selectFrom('person')
        .select('id')
        .where('national_id_hash', '=', server.app.secrets.lookUp(nationalId))
        .executeTakeFirstOrThrow()
    ).id
  test('an organisation to be without its last admin or signatory, nor for staff to be closed', async () => {
    for (const [who, obstacle] of [
      [cast.sarah, 'lastAdmin'],
      [cast.abdulaziz, 'lastSignatory'],
      [cast.tariq, 'staff'],
    ] as const) {
      const { status, body } = await ask(await numberOf(who))
      expect([status, body.title]).toEqual([409, closingObstacleWords[obstacle].en])
    }
  })
  test('themselves, nobody, or without a right to', async () => {
    expect((await ask(officer.session.slno)).body.detail).toBe('NOT_ALLOWED')
    expect((await ask(9_999_999)).status).toBe(404)
    expect((await ask(1, await server.signIn(cast.tariq))).status).toBe(403)
  })
})

test('a member leaves their organisation, whose admins are told, and its seat is free again', async () => {
  const reem = await server.signIn(cast.reem)
  const personId = reem.session.slno as number
  const seats = async () =>
    (await server.owner.selectFrom('membership').select('id').where('person_id', '=', personId).where('status', '=', 'approved').execute())
      .length
  expect(await seats()).toBeGreaterThan(0)
  const { requestID } = (await ask(personId)).body
  expect((await decide(admin, requestID)).body.status).toBe('1')
  expect(await seats()).toBe(0)
  const sarah = await server.signIn(cast.sarah)
  expect((await noticesOf(sarah)).some(({ kind }) => kind === 'memberResigned')).toBe(true)
})
