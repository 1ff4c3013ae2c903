import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testServer } from '#test/server.ts'

test('a beat that no timer can hold is a long one, not none', async () => {
  const warned: string[] = []
  const note = ({ name }: Error) => void warned.push(name)
  process.on('warning', note)
  const server = await testServer({ sweepScale: 10_000_000 })
  await wait(200)
  await server.close()
  process.off('warning', note)
  expect(warned.filter((name) => name === 'TimeoutOverflowWarning')).toEqual([])
})

test('beats of weeks leave nothing behind', async () => {
  const made: AbortController[] = []
  const AbortControllers = class extends AbortController {
    constructor() {
      super()
      made.push(this)
    }
  }
  vi.stubGlobal('AbortController', AbortControllers)
  const server = await testServer({ sweepScale: 0.000_001 })
  vi.unstubAllGlobals()
  const listeners = () => Math.max(...made.map(({ signal }) => getEventListeners(signal, 'abort').length))
  const sweeps = 21
  await vi.waitFor(() => expect(listeners()).toBeGreaterThan(0))
  await wait(1_000)
  expect(listeners()).toBeLessThanOrEqual(sweeps)
  await server.close()
})
