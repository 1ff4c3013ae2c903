import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const list = '/api/v1/devices/registeredDevices/1/100'
const revoke = '/api/v1/devices/revoke'

test('a person sees their devices, revokes one, and it is signed out', async () => {
  const [here, there] = [await server.signIn(cast.noura), await server.signIn(cast.noura)]
  const { body } = await here.get(list)
  expect(body.totalCount).toBe(7) // five of the past that are not revoked, and these two
  expect(body.dataList.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
  const seen = body.dataList.map(({ lastSeen }: { lastSeen: string }) => lastSeen)
  expect(seen).toEqual(seen.toSorted().toReversed())
  const { deviceSlno } = (await there.get(list)).body.dataList.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)

  expect((await here.post(revoke, { deviceSlno })).body).toEqual({ status: '1' })
  expect((await there.get(list)).status).toBe(401)
  const refreshed = await there.post('/api/v1/auth/refresh', { refreshToken: there.session.refreshToken, deviceID: there.deviceId })
  expect([refreshed.status, refreshed.body.detail]).toEqual([401, 'TOKEN_EXPIRED'])
  expect((await here.get(list)).body.totalCount).toBe(6)
  const session = await server.db
    .selectFrom('session')
    .select(['end_reason', 'ended_at'])
    .where('device_id', '=', deviceSlno)
    .executeTakeFirstOrThrow()
  expect(session).toEqual({ end_reason: 'revoked', ended_at: expect.any(Date) })
  const events = await server.db.selectFrom('audit_event').select(['outcome', 'subject']).where('action', '=', 'device.revoked').execute()
  expect(events).toEqual([{ outcome: 'done', subject: String(deviceSlno) }])
  const mails = await server.db
    .selectFrom('message')
    .select(['recipient', 'subject'])
    .where('subject', 'in', ['أُلغي جهاز من حسابك', 'A device was revoked'])
    .execute()
  expect(mails).toEqual([{ recipient: 'noura.alqahtani@example.sa', subject: 'أُلغي جهاز من حسابك' }])
  expect((await here.post(revoke, { deviceSlno })).status).toBe(404)
})

test('somebody else’s device answers like one that is not there', async () => {
  const [noura, faisal] = [await server.signIn(cast.noura), await server.signIn(cast.faisal)]
  const { deviceSlno } = (await noura.get(list)).body.dataList[0]
  const [foreign, absent] = [await faisal.post(revoke, { deviceSlno }), await faisal.post(revoke, { deviceSlno: 987_654_321 })]
  const shown = ({ status, body }: typeof foreign) => ({ status, ...body, reference: '' })
  expect(shown(foreign)).toEqual(shown(absent))
  expect(foreign.status).toBe(404)
  expect((await noura.get(list)).status).toBe(200)
})

test('a revoked device may be signed in on again, as a new one', async () => {
  const browser = await server.signIn(cast.faisal)
  const { deviceSlno } = (await browser.get(list)).body.dataList.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  await browser.post(revoke, { deviceSlno })
  expect((await browser.get(list)).status).toBe(401)
  const again = await server.signIn(cast.faisal, { deviceId: browser.deviceId })
  expect((await again.get(list)).body.dataList.map((row: { deviceSlno: number }) => row.deviceSlno)).toContain(deviceSlno)
})
