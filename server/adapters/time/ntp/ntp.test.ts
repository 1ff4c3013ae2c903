import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startNtp, type Manners } from '#simulators/ntp/ntp.ts'
import { ntpServer } from './ntp.ts'
import { readAnswer } from './packet.ts'

let simulator: Awaited<ReturnType<typeof startNtp>>
beforeAll(async () => {
  simulator = await startNtp()
})
afterAll(() => simulator.close())
beforeEach(() => simulator.behave({}))

/** What the machine itself would say, as the simulator runs on it. */
const truth = () => Date.now() - performance.now()

test.each<[string, Manners]>([
  ['right', {}],
  ['a minute ahead', { aheadMs: 60_000 }],
  ['400 days behind', { aheadMs: -400 * 86_400_000 }],
  ['whose answers take their time', { delayMs: 300 }],
  ['in the era after 2036', { aheadMs: 12 * 365 * 86_400_000 }],
])('a server that is %s: its time lies within the bounds, which are as wide as the way and its own error', async (_, manners) => {
  simulator.behave(manners)
  const bounds = (await ntpServer(simulator.address).ask())!
  const told = truth() + (manners.aheadMs ?? 0)
  expect(told).toBeGreaterThan(bounds.low - 2)
  expect(told).toBeLessThan(bounds.high + 2)
  expect(bounds.high - bounds.low).toBeGreaterThanOrEqual((manners.delayMs ?? 0) + 1)
  expect(bounds.high - bounds.low).toBeLessThan((manners.delayMs ?? 0) + 1_000)
})

test('what a server says of its own error widens the bounds', async () => {
  simulator.behave({ dispersionMs: 400 })
  const { low, high } = (await ntpServer(simulator.address).ask())!
  expect(high - low).toBeGreaterThan(799)
})

test.each<[string, Manners]>([
  ['returns another number than it was sent', { forged: 'origin' }],
  ['answers from another port', { forged: 'otherPort' }],
  ['sends too few octets', { forged: 'short' }],
  ['sends what is no packet', { forged: 'noise' }],
  ['answers as a client', { forged: 'mode' }],
  ['does not say when', { forged: 'zero' }],
  ['sends before it receives', { forged: 'backwards' }],
  ['has no time itself', { leap: 3 }],
  ['is below the last stratum', { stratum: 16 }],
  ['is too far from the root', { dispersionMs: 2_000 }],
  ['says nothing', { silent: true }],
])('a server that %s is not believed', async (_, manners) => {
  simulator.behave(manners)
  expect(await ntpServer(simulator.address).ask()).toBeNull()
})

test('a name or a port where nobody is', async () => {
  expect(await ntpServer('no-such-host.invalid').ask()).toBeNull()
  expect(await ntpServer('127.0.0.1:1').ask()).toBeNull()
})

test.each([
  ['RATE', 119_000, 121_000],
  ['DENY', 86_390_000, 86_410_000],
  ['RSTR', 86_390_000, 86_410_000],
] as const)('after the kiss-o’-death %s the server is left alone for its time', async (kiss, before, after) => {
  let passed = 0
  const server = ntpServer(simulator.address, { monotonicMs: () => performance.now() + passed })
  simulator.behave({ kiss })
  expect(await server.ask()).toBeNull()
  simulator.behave({})
  const asked = simulator.asked.length
  passed = before
  expect(await server.ask()).toBeNull()
  expect(simulator.asked).toHaveLength(asked)
  passed = after
  expect(await server.ask()).not.toBeNull()
})

test('2,000 packets of noise and cut or altered answers are no time', () => {
  const cookie = Buffer.from('0123456789abcdef', 'hex')
  let seed = 7
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  for (let i = 0; i < 2_000; i++) {
    const packet = Buffer.from(Array.from({ length: Math.floor(random() * 80) }, () => Math.floor(random() * 256)))
    expect(readAnswer(packet, cookie)).toBeNull()
  }
})
