import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AltchaChallenge } from '../human-check.ts'
import { altcha } from './altcha.ts'

const hmacKey = randomBytes(32)
let time = Date.parse('2026-11-21T09:00:00Z')
const check = altcha({ hmacKey, now: () => new Date(time), hardness: 2000, validSeconds: 300 })

function challenge(from = check): AltchaChallenge {
  const made = from.createChallenge()
  if (made.kind !== 'altcha') throw new Error('not ours')
  return made.challenge
}
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** What the widget does: count until the hash fits. */
function solve({ algorithm, challenge: wanted, salt, signature, maxnumber }: AltchaChallenge) {
  for (let number = 0; number <= maxnumber; number++) {
    if (hash(`${salt}${number}`) === wanted) return { algorithm, challenge: wanted, number, salt, signature, took: 3 }
  }
  throw new Error('no solution')
}
const send = (answer: object) => check.verify(Buffer.from(JSON.stringify(answer)).toString('base64'), '203.0.113.9')

test('a solved challenge is accepted with an id of its own, until it expires', async () => {
  const [one, two] = [solve(challenge()), solve(challenge())]
  const verdict = await send(one)
  expect(verdict).toEqual({ id: one.challenge, expiresAt: new Date(time + 300_000) })
  // Single use is the caller's: the id stays the same.
  expect(await send(one)).toEqual(verdict)
  expect((await send(two))!.id).not.toBe(one.challenge)
})

test('the challenge has the widget’s shape', () => {
  expect(challenge()).toEqual({
    algorithm: 'SHA-256',
    challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
    maxnumber: 2000,
    salt: expect.stringMatching(/^[0-9a-f]{32}\?expires=1795251900&$/),
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('time ends it', async () => {
  const solved = solve(challenge())
  time += 299_000
  expect(await send(solved)).not.toBeNull()
  time += 1000
  expect(await send(solved)).toBeNull()
})

test('another server’s challenge is not ours', async () => {
  const other = altcha({ hmacKey: randomBytes(32), now: () => new Date(time), hardness: 2000 })
  expect(await send(solve(challenge(other)))).toBeNull()
  expect(() => altcha({ hmacKey: randomBytes(16), now: () => new Date() })).toThrow('32 bytes')
})

type Solved = ReturnType<typeof solve>
const forgeries: [string, (solved: Solved) => object][] = [
  ['another number', (one) => ({ ...one, number: one.number + 1 })],
  ['a negative number', (one) => ({ ...one, number: -1 })],
  ['a number as text', (one) => ({ ...one, number: String(one.number) })],
  ['a fraction', (one) => ({ ...one, number: one.number + 0.5 })],
  ['no number', (one) => ({ ...one, number: undefined })],
  ['a later end', (one) => ({ ...one, salt: one.salt.replace(/\d+&$/, '9999999999&') })],
  ['a digit moved from the number to the end', (one) => ({ ...one, salt: one.salt.replace('&', String(one.number)), number: 0 })],
  ['a salt without an end', (one) => ({ ...one, salt: one.salt.slice(0, 32) })],
  ['another algorithm', (one) => ({ ...one, algorithm: 'SHA-1' })],
  ['algorithm none', (one) => ({ ...one, algorithm: 'none' })],
  ['no signature', (one) => ({ ...one, signature: '' })],
  ['a wrong signature', (one) => ({ ...one, signature: '0'.repeat(64) })],
  ['a challenge of their own, unsigned', (one) => ({ ...one, challenge: hash(`${one.salt}7`), number: 7 })],
  [
    'a challenge signed with a guessed key',
    (one) => ({ ...one, signature: createHmac('sha256', 'secret').update(one.challenge).digest('hex') }),
  ],
  ['the signature of another challenge', (one) => ({ ...one, signature: challenge().signature })],
]
test.each(forgeries)('refused: %s', async (_, forge) => {
  expect(await send(forge(solve(challenge())))).toBeNull()
})

test.each(['', 'x', '{}', Buffer.from('null').toString('base64'), Buffer.from('[]').toString('base64'), 'A'.repeat(3000)])(
  'refused: text that is no answer',
  async (answer) => {
    expect(await check.verify(answer, '203.0.113.9')).toBeNull()
  },
)
