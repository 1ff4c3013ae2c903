/** What the sweeps gave up: tried again, or let go. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { queueMail, queueSms } from '#server/platform/messages.ts'
import { sentTo } from '#test/inbox.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
beforeAll(async () => {
  server = await testServer()
  admin = await server.signIn(cast.amal)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.deleteFrom('let_go').execute()
  await server.owner.deleteFrom('message').where('gave_up_at', 'is not', null).execute()
})

const path = '/api/v1/operations/given-up'
type Row = { kind: string; givenUpSlno: number; subject: string; recipient: string; cause: string; mayTryAgain: boolean }
const listed = async (query = '') => (await admin.get(`${path}?limit=100${query}`)).body.dataList as Row[]
const text = (said: string) => ({ ar: said, en: said })

/** A letter to where nobody is, once it was given up. */
async function undelivered(to = 'nobody@refused.example') {
  await queueMail(
    server.db,
    { now: server.clock.now() },
    { to, language: 'en', subject: text('Your plan'), text: text('It ends on Sunday.') },
  )
  return vi.waitFor(async () => {
    const [row] = await listed('&kind=message')
    expect(row).toBeDefined()
    return row!
  }, 10_000)
}

test('a letter that could not be delivered is listed masked, kept sealed, and sent when it is tried again', async () => {
  const row = await undelivered()
  expect(row).toMatchObject({ kind: 'message', subject: 'Your plan', recipient: 'no•••@refused.example', cause: 'mail', mayTryAgain: true })
  const kept = await server.owner.selectFrom('message').selectAll().where('id', '=', row.givenUpSlno).executeTakeFirstOrThrow()
  expect([kept.body, kept.html]).toEqual(['', null])
  expect(kept.sealed!.toString('latin1')).not.toContain('Sunday')
  await server.owner.updateTable('message').set({ recipient: 'mended@people.example' }).where('id', '=', row.givenUpSlno).execute()
  expect((await admin.post(`${path}/try`, { kind: 'message', givenUpSlno: row.givenUpSlno })).body).toEqual({ status: '1' })
  await vi.waitFor(async () => {
    expect((await sentTo(server, 'mail', 'mended@people.example'))[0]).toMatchObject({
      subject: 'Your plan',
      text: expect.stringContaining('It ends on Sunday.'),
    })
  }, 10_000)
  const after = await vi.waitFor(async () => {
    const sent = await server.owner.selectFrom('message').selectAll().where('id', '=', row.givenUpSlno).executeTakeFirstOrThrow()
    expect(sent.sent_at).not.toBeNull()
    return sent
  })
  expect([after.body, after.sealed]).toEqual(['', null])
  expect(await listed('&kind=message')).toEqual([])
  const trail = await server.owner.selectFrom('audit_event').selectAll().where('action', '=', 'givenUp.triedAgain').execute()
  expect(trail).toMatchObject([{ person_id: admin.session.slno, subject: String(row.givenUpSlno) }])
})

test('a text message carries a code: it is not kept, and not tried again', async () => {
  const now = server.clock.now()
  await queueSms(server.db, { now }, { to: '966551234567', language: 'en', text: text('123456') })
  await server.owner.updateTable('message').set({ gave_up_at: now, body: '' }).where('recipient', '=', '966551234567').execute()
  const [row] = await listed('&kind=message')
  expect(row).toMatchObject({ recipient: '•••4567', cause: 'sms', mayTryAgain: false })
  expect((await admin.post(`${path}/try`, { kind: 'message', givenUpSlno: row!.givenUpSlno })).body.detail).toBe('WRONG_STATE')
})

test('let go with a reason, on record, it leaves the list and stays given up', async () => {
  const row = await undelivered()
  const one = { kind: row.kind, givenUpSlno: row.givenUpSlno }
  expect((await admin.post(`${path}/let-go`, { ...one, remarks: ' ' })).status).toBe(422)
  expect((await admin.post(`${path}/let-go`, { ...one, remarks: 'They moved.' })).body).toEqual({ status: '1' })
  expect(await listed('&kind=message')).toEqual([])
  for (const [call, more] of [
    ['let-go', { remarks: 'Again' }],
    ['try', {}],
  ] as const)
    expect((await admin.post(`${path}/${call}`, { ...one, ...more })).status).toBe(404)
  const kept = await server.owner.selectFrom('message').select('gave_up_at').where('id', '=', row.givenUpSlno).executeTakeFirstOrThrow()
  expect(kept.gave_up_at).not.toBeNull()
  const trail = await server.owner.selectFrom('audit_event').selectAll().where('action', '=', 'givenUp.letGo').execute()
  expect(trail).toMatchObject([{ facts: { kind: 'message', remarks: 'They moved.' } }])
})

test('a signing that failed after its tries is over: it is let go, never repeated', async () => {
  const { id } = await server.owner
    .selectFrom('esign_transaction')
    .select('id')
    .where('state', '=', 'failed')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ended_at = server.clock.now()
  await server.owner.updateTable('esign_transaction').set({ failure: 'trouble', attempts: 3, ended_at }).where('id', '=', id).execute()
  const row = (await listed('&kind=signing')).find(({ givenUpSlno }) => givenUpSlno === id)
  expect(row).toMatchObject({ cause: 'trouble', tries: 3, mayTryAgain: false })
  expect((await admin.post(`${path}/try`, { kind: 'signing', givenUpSlno: id })).body.detail).toBe('WRONG_STATE')
  expect((await admin.post(`${path}/let-go`, { kind: 'signing', givenUpSlno: id, remarks: 'They signed anew.' })).status).toBe(200)
})

test('a payment of which the gateway holds something else is asked about again', async () => {
  const { id } = await server.owner.selectFrom('payment').select('id').where('status', '=', 'failed').limit(1).executeTakeFirstOrThrow()
  const checked_at = server.clock.now()
  await server.owner
    .updateTable('payment')
    .set({ failure: 'otherAmount', checked_at, settled_at: checked_at, next_check_at: null })
    .where('id', '=', id)
    .execute()
  expect((await listed('&kind=payment')).map(({ givenUpSlno }) => givenUpSlno)).toContain(id)
  expect((await admin.post(`${path}/try`, { kind: 'payment', givenUpSlno: id })).body).toEqual({ status: '1' })
  await vi.waitFor(async () => {
    const row = await server.owner.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.next_check_at === null || row.next_check_at.getTime() >= checked_at.getTime()).toBe(true)
    expect(row.check_count).toBeGreaterThan(0)
  }, 15_000)
})

test('administrators alone', async () => {
  for (const who of [cast.bandar, cast.tariq, cast.noura]) expect((await (await server.signIn(who)).get(path)).status, who).toBe(403)
})
