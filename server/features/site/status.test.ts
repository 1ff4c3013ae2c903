import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { outsideLooks } from '#server/platform/outsideLooks.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { keepHealth } from './keepHealth.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000 }) // the looks are made here
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.deleteFrom('health_fault').execute()
})

const path = '/api/v1/common/status'
/** A clock that is moved silences time stamps, which is recorded, too. */
const faults = (component: string) =>
  server.owner.selectFrom('health_fault').selectAll().where('component', '=', component).orderBy('id').execute()
const times = async (count: number, seconds = 60) => {
  for (let i = 0; i < count; i++) {
    server.clock.advance(seconds)
    await keepHealth(server.app)
  }
}
type Name = 'identity' | 'payments'
const failing = async (party: Name) => {
  const adapter = server.app.outside.watched(party, { call: () => Promise.reject(new ProviderUnavailable(party, 'timeout')) })
  await adapter.call().catch(() => undefined)
}
const answering = async (party: Name) => {
  await server.app.outside.watched(party, { call: async () => 1 }).call()
}

test('anybody asks, caches may keep it for seconds, and it says nothing but what works', async () => {
  const answer = await server.browser().get(path)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=5'])
  expect(Object.keys(answer.body)).toEqual(['lookedAt', 'components', 'record'])
  expect(answer.body.components.filter(({ state }: { state: string }) => state === 'unwell')).toEqual([])
  expect(answer.body.components.map(({ component }: { component: string }) => component)).toEqual([
    'portal',
    'signing',
    'timeStamps',
    'ocsp',
    'lists',
    'identity',
    'payments',
    'messages',
  ])
})

test('minutes in which a party did not answer are one record, which ends with the last of them', async () => {
  await times(1)
  const before = server.clock.now()
  for (let i = 0; i < 4; i++) {
    await failing('payments')
    await times(1)
  }
  expect(await faults('payments')).toMatchObject([{ component: 'payments', ended_at: null }])
  await answering('payments')
  await times(4)
  const [fault, ...others] = await faults('payments')
  expect(others).toEqual([])
  expect(fault!.ended_at).toEqual(fault!.seen_at)
  expect(Math.round((fault!.seen_at.getTime() - fault!.began_at.getTime()) / 60_000)).toBe(3)
  expect(fault!.began_at.getTime()).toBeGreaterThan(before.getTime())
  await failing('payments')
  await times(1)
  await answering('payments')
  expect(await faults('payments')).toHaveLength(2)
})

test('what was seen while nothing could be written is written when that is possible again', async () => {
  await times(1)
  await failing('identity')
  await server.owner.schema.alterTable('health_watch').renameTo('health_watch_away').execute()
  server.clock.advance(60)
  await expect(keepHealth(server.app)).rejects.toThrow('health_watch')
  server.clock.advance(60)
  await expect(keepHealth(server.app)).rejects.toThrow('health_watch')
  await server.owner.schema.alterTable('health_watch_away').renameTo('health_watch').execute()
  await answering('identity')
  await times(1)
  const [fault, ...others] = await faults('identity')
  expect(others).toEqual([])
  expect(fault).toMatchObject({ component: 'identity' })
  expect(fault!.seen_at.getTime() - fault!.began_at.getTime()).toBeGreaterThanOrEqual(60_000)
})

test('a time in which nobody looked is told as that, and not as working', async () => {
  await times(1)
  server.clock.advance(3_600)
  await keepHealth(server.app)
  const [gap] = await faults('watch')
  expect(gap).toMatchObject({ component: 'watch' })
  expect(Math.round((gap!.ended_at!.getTime() - gap!.began_at.getTime()) / 60_000)).toBe(60)
  await times(3)
  expect(await faults('watch')).toHaveLength(1)
})

test('records are forgotten after ninety days', async () => {
  await times(1)
  server.clock.advance(3_600)
  await times(1, 0)
  expect(await faults('watch')).toHaveLength(1)
  server.clock.advance(89 * 86_400)
  await server.owner.updateTable('health_watch').set({ looked_at: server.clock.now() }).execute()
  await times(1, 0)
  expect(await faults('watch')).toHaveLength(1)
  server.clock.advance(2 * 86_400)
  await server.owner.updateTable('health_watch').set({ looked_at: server.clock.now() }).execute()
  await times(1, 0)
  expect(await faults('watch')).toEqual([])
})

test('an outside party is known by our last calls, and for a quarter of an hour', async () => {
  let now = new Date('2026-11-21T10:00:00Z')
  const looks = outsideLooks(() => now)
  const party = looks.watched('identity', {
    name: 'nafath',
    ask: (how: 'well' | 'down' | 'refused') => {
      if (how === 'well') return Promise.resolve(1)
      return Promise.reject(how === 'down' ? new ProviderUnavailable('nafath', 'timeout') : new Error('refused'))
    },
  })
  expect([party.name, looks.isWell('identity')]).toEqual(['nafath', null])
  await expect(party.ask('down')).rejects.toThrow(ProviderUnavailable)
  expect(looks.isWell('identity')).toBe(false)
  await expect(party.ask('refused')).rejects.toThrow('refused') // it was there to refuse
  expect(looks.isWell('identity')).toBe(true)
  await party.ask('down').catch(() => undefined)
  now = new Date('2026-11-21T10:14:00Z')
  expect(looks.isWell('identity')).toBe(false)
  now = new Date('2026-11-21T10:16:00Z')
  expect([looks.isWell('identity'), looks.isWell('payments')]).toEqual([null, null])
})
