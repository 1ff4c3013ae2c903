import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
