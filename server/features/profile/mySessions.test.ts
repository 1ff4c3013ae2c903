import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idleMinutes } from '#contract/limits.ts'
import { cast } from '#server/demo/cast.ts'
import { sentTo } from '#test/inbox.ts'
import { endsOf } from '#test/sessions.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const list = '/api/v1/profile/my/sessions'
const revoke = `${list}/revoke`
const revokeOthers = `${list}/revokeOthers`
const idOf = (browser: Browser) => browser.session.token.split('.')[0] as string
const shown = ({ status, body }: { status: number; body: object }) => ({ status, ...body, reference: '' })

test('a person sees where they are signed in, and ends one session', async () => {
  const [here, there] = [await server.signIn(cast.noura), await server.signIn(cast.noura)]
  const { body } = await here.get(list)
  expect(body.totalCount).toBe(2)
  expect(body.dataList[0]).toMatchObject({ sessionID: idOf(here), isCurrent: true, method: 'nafath', address: '127.0.0.1' })
  expect(body.dataList[1]).toMatchObject({ sessionID: idOf(there), isCurrent: false })
  expect((await here.post(revoke, { sessionID: idOf(there) })).body).toEqual({ status: '1' })
  expect((await there.get(list)).status).toBe(401)
  const refreshed = await there.post('/api/v1/auth/refresh', { refreshToken: there.session.refreshToken, deviceID: there.deviceId })
  expect(refreshed.body.detail).toBe('TOKEN_EXPIRED')
  expect(await endsOf(server, there)).toEqual(['revoked done'])
  expect((await here.get(list)).body.totalCount).toBe(1)
  await expect
    .poll(async () => (await sentTo(server, 'mail', 'noura.alqahtani@example.sa')).map(({ subject }) => subject))
    .toContain('أُنهيت جلسة في حسابك')
  expect((await here.post(revoke, { sessionID: idOf(there) })).status).toBe(404)
})

test('all others are ended at once, this one stays', async () => {
  const browsers = [await server.signIn(cast.faisal), await server.signIn(cast.faisal), await server.signIn(cast.faisal)]
  const [here, ...others] = browsers as [Browser, Browser, Browser]
  expect((await here.post(revokeOthers)).body).toEqual({ status: '1', sessionsEnded: 2 })
  for (const other of others) expect((await other.get(list)).status).toBe(401)
  expect((await here.get(list)).body.totalCount).toBe(1)
  expect((await here.post(revokeOthers)).body).toEqual({ status: '1', sessionsEnded: 0 })
})

test('this very session is not ended here, and somebody else’s answers like one that is not there', async () => {
  const [sarah, reem] = [await server.signIn(cast.sarah), await server.signIn(cast.reem)]
  expect((await sarah.post(revoke, { sessionID: idOf(sarah) })).status).toBe(409)
  const [foreign, absent] = [await sarah.post(revoke, { sessionID: idOf(reem) }), await sarah.post(revoke, { sessionID: randomUUID() })]
  expect(shown(foreign)).toEqual(shown(absent))
  expect(foreign.status).toBe(404)
  expect((await sarah.post(revoke, { sessionID: 'x' })).status).toBe(422)
  expect((await reem.get(list)).status).toBe(200)
})

test('what time has ended is not shown', async () => {
  const old = await server.signIn(cast.hind)
  const before = new Date(server.clock.now().getTime() - (idleMinutes * 60 + 1) * 1000)
  await server.owner.updateTable('session').set({ seen_at: before }).where('id', '=', idOf(old)).execute()
  const here = await server.signIn(cast.hind)
  const { dataList } = (await here.get(list)).body
  expect(dataList.map(({ sessionID }: { sessionID: string }) => sessionID)).toEqual([idOf(here)])
  expect((await here.post(revoke, { sessionID: idOf(old) })).status).toBe(404)
})

test('browsers that end each other do not wait for each other', async () => {
  const browsers: Browser[] = []
  for (let i = 0; i < 6; i++) browsers.push(await server.signIn(cast.majed))
  const answers = await Promise.all(browsers.map((browser) => browser.post(revokeOthers)))
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
  const left = await Promise.all(browsers.map((browser) => browser.get(list)))
  expect(left.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})
