/** The codes that are sent to a person, who types them: what all of them obey, whatever they confirm and wherever they are kept. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { oneTimeCodeLength } from '#contract/limits.ts'
import { addSeconds } from './clock.ts'
import type { Queryable } from './db/db.ts'
import type { Ctx } from './http/context.ts'
import { Problem } from './problems.ts'
import { countAttempt } from './throttle.ts'

const codeSeconds = 300
export const resendSeconds = 60
export const maxTries = 5
/** Codes to one address, whoever asks for them and for whatever. */
const mostTo = { hour: 5, day: 10 }

/** What a code confirms: one for an address, or a sign-in, never serves another. */
export type Confirms = readonly [of: 'signIn' | 'enrolment' | 'contactChange', ...whichAndWhere: string[]]

const hashOf = ({ app }: Pick<Ctx, 'app'>, confirms: Confirms, code: string) =>
  createHmac('sha256', app.secrets.codes)
    .update([...confirms, code].join('|'))
    .digest()

/** @returns the code, and its columns: written over those of an earlier one, they void it */
export function newCode(ctx: Pick<Ctx, 'app' | 'now'>, confirms: Confirms) {
  const code = String(randomInt(10 ** oneTimeCodeLength)).padStart(oneTimeCodeLength, '0')
  const { now } = ctx
  return { code, columns: { code_hash: hashOf(ctx, confirms, code), tries: 0, sent_at: now, expires_at: addSeconds(now, codeSeconds) } }
}

/** Until when a code that is sent now serves, and when the next one may be asked for. */
export const codeTimes = ({ now }: Pick<Ctx, 'now'>) => ({
  expiresAt: addSeconds(now, codeSeconds),
  resendAt: addSeconds(now, resendSeconds),
})

/** After this a code that nobody used cannot be sent again either. */
export const forgottenBefore = ({ now }: Pick<Ctx, 'now'>) => addSeconds(now, -codeSeconds)

/** Call it after the try was counted, in one statement with the question whether there are tries left: a thousand guesses at once are still five. */
export const isRightCode = (ctx: Pick<Ctx, 'app'>, confirms: Confirms, typed: string, codeHash: Buffer) =>
  timingSafeEqual(hashOf(ctx, confirms, typed), codeHash)

const wrongCode = { ar: 'رمز التحقق غير صحيح.', en: 'The code is not right.' }

/** @param tries how many there were, this one included */
export const wrongCodeAnswer = ({ language }: Pick<Ctx, 'language'>, tries: number) => ({
  status: '0' as const,
  errorMessage: wrongCode[language],
  triesLeft: maxTries - tries,
})

export const noCode = () => new Problem('TOO_MANY', { cause: 'code: unknown, used, expired or tried out' })
export const noResend = () => new Problem('TOO_MANY', { cause: 'resend', retryAfterSeconds: resendSeconds })

/** @throws Problem TOO_MANY */
export async function limitCodesTo(db: Queryable, { app, now }: Pick<Ctx, 'app' | 'now'>, address: string): Promise<void> {
  const key = `codes to|${app.secrets.lookUp(address).toString('base64url')}`
  const inHour = await countAttempt(db, `${key}|hour`, 3_600, now)
  const inDay = await countAttempt(db, `${key}|day`, 86_400, now)
  if (inHour > mostTo.hour) throw new Problem('TOO_MANY', { cause: 'codes to one address in an hour', retryAfterSeconds: 3_600 })
  if (inDay > mostTo.day) throw new Problem('TOO_MANY', { cause: 'codes to one address in a day', retryAfterSeconds: 86_400 })
}
