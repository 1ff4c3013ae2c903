import { audit } from '#server/platform/audit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { countAttempt, countedAttempts, secondsToWindowEnd } from '#server/platform/throttle.ts'
import { documentPassword } from '#server/platform/http/documentPassword.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import type { Refusal } from '#server/signing/inspect/inspectPdf.ts'
import { refusalSentence, wrongPassword } from '#server/signing/refusals.ts'
import type { KeptFacts } from './keptFacts.ts'
import { maxUploadBytes } from './receiveUpload.ts'
import type { Received } from './receiveUpload.ts'

const windowSeconds = 600
const mostWrongPasswords = 10
const keyOf = ({ caller }: Ctx<Caller>) => `document passwords|${caller.personId}`

const tooManyPasswords = {
  ar: 'جرّبت كلمات مرور كثيرة لا تفتح المستند. أعد المحاولة بعد دقائق.',
  en: 'Too many passwords that do not open the document. Try again in a few minutes.',
}

/**
 * What signing has to know about a file, opened with the password that came with it.
 * @throws Problem REFUSED_DOCUMENT with why it cannot be signed; TOO_MANY after some passwords that opened nothing; BUSY
 */
export async function inspectUpload(ctx: Ctx<Caller>, { path, leadingBytes }: Received): Promise<KeptFacts> {
  const password = documentPassword(ctx)
  await requirePasswordTry(ctx, password)
  // What was opened with a password is in a process that reads nothing else.
  const sender = password === undefined ? String(ctx.caller.personId) : undefined
  const facts = await inspectPdf(path, { maxBytes: maxUploadBytes(ctx.app), opener: password }, sender)
  if (facts.signable) return leadingBytes > 0 ? { ...facts, leadingBytes } : facts
  // Its offsets count what stands before it, as only some readers do.
  const isReadWithThem = leadingBytes > 0 && facts.code === 'BROKEN'
  return refuse(ctx, isReadWithThem ? { ...facts, what: ['LEADING_BYTES'] } : facts, password)
}

/** Each try costs a process that reads the file. */
async function requirePasswordTry(ctx: Ctx<Caller>, password: string | undefined): Promise<void> {
  if (password === undefined) return
  if ((await countedAttempts(ctx.db, keyOf(ctx), windowSeconds, ctx.now)) < mostWrongPasswords) return
  throw new Problem('TOO_MANY', {
    title: tooManyPasswords,
    cause: 'document passwords',
    retryAfterSeconds: secondsToWindowEnd(windowSeconds, ctx.now),
  })
}

/** Says why an upload is not taken; where a password would change that, at that field. */
async function refuse(ctx: Ctx<Caller>, { code, what, detail }: Refusal, password: string | undefined): Promise<never> {
  await audit(ctx.db, ctx, 'document.refused', { outcome: 'refused', facts: { code, what } })
  const isClosed = code === 'ENCRYPTED' && what.includes('PASSWORD')
  const isWrong = isClosed && password !== undefined
  if (isWrong) await countAttempt(ctx.db, keyOf(ctx), windowSeconds, ctx.now)
  const title = isWrong ? wrongPassword : refusalSentence(code, what)
  const helps = isClosed || code === 'NOT_PERMITTED'
  throw new Problem('REFUSED_DOCUMENT', {
    title,
    cause: `${code}: ${detail}`,
    ...(helps && { errors: [{ field: 'password', message: title[ctx.language] }] }),
  })
}
