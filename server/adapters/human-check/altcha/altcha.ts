import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type HumanCheck, nothingFromElsewhere } from '../human-check.ts'

export type AltchaSettings = {
  /** At least 32 bytes; the same on every replica. */
  hmacKey: Uint8Array
  now: () => Date
  /** The browser tries half as many numbers on average; 100,000 take a telephone about a second. */
  hardness?: number
  validSeconds?: number
}

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const Answer = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  number: z.int().min(0),
  // The closing & keeps digits from moving between the salt and the number: both would hash alike.
  salt: z.string().regex(/^[0-9a-f]{32}\?expires=\d{1,12}&$/),
  signature: hex,
})

/** Proof of work on our own server, no outside party: ALTCHA challenge format, version 1. */
export function altcha({ hmacKey, now, hardness = 100_000, validSeconds = 300 }: AltchaSettings): HumanCheck {
  if (hmacKey.length < 32) throw new Error('the human check’s key must have at least 32 bytes')
  const hash = (salt: string, number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex')
  const sign = (challenge: string) => createHmac('sha256', hmacKey).update(challenge).digest()

  return {
    page: nothingFromElsewhere,
    createChallenge() {
      const expires = Math.floor(now().getTime() / 1000) + validSeconds
      const salt = `${randomBytes(16).toString('hex')}?expires=${expires}&`
      const challenge = hash(salt, randomInt(hardness + 1))
      return {
        kind: 'altcha',
        challenge: { algorithm: 'SHA-256', challenge, maxnumber: hardness, salt, signature: sign(challenge).toString('hex') },
      }
    },

    async verify(answer) {
      const parsed = Answer.safeParse(decode(answer))
      if (!parsed.success) return null
      const { challenge, number, salt, signature } = parsed.data
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), sign(challenge))) return null
      if (number > hardness || hash(salt, number) !== challenge) return null
      const expiresAt = new Date(Number(/expires=(\d+)/.exec(salt)![1]) * 1000)
      return expiresAt > now() ? { id: challenge, expiresAt } : null
    },
  }
}

/** The widget sends base64 of JSON. */
function decode(answer: string): unknown {
  if (answer.length > 2000) return undefined
  try {
    return JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
