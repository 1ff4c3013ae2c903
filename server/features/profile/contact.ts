import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import * as calls from '#contract/profile.ts'
import { contactChanges } from '#contract/profile.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx, Queryable } from '#server/platform/db/db.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { queueNothing } from '#server/platform/messages.ts'
import { Problem } from '#server/platform/problems.ts'
import { newOneTimeCode, newPublicId } from '#server/platform/secrets.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { sendContactCode, tellOfChange, warnOwner, type Contact } from './contactLetters.ts'

const codeSeconds = 300
const resendSeconds = 60
const maxTries = 5
const maxSends = 3
/** Codes that one address may get in an hour, whoever asks. */
const mostInHour = 5

/** Bound to the change and its address: a code for one address never confirms another. */
const codeHash = ({ app }: Pick<Ctx, 'app'>, changeId: string, address: string, code: string) =>
  createHmac('sha256', app.secrets.codes).update(`contact|${changeId}|${address}|${code}`).digest()
const times = (ctx: Pick<Ctx, 'now'>) => ({ expiresAt: addSeconds(ctx.now, codeSeconds), resendAt: addSeconds(ctx.now, resendSeconds) })

export const changeMyEmail = route(calls.changeMyEmail, async (ctx, { email }) => begin(ctx, 'email', email))
export const changeMyMobile = route(calls.changeMyMobile, async (ctx, { mobileNo }) => begin(ctx, 'mobile', mobileNo))

/** Sends a code to the new address. One that belongs to somebody else looks the same from here: its owner is warned instead. */
async function begin(ctx: Ctx<Caller>, contact: Contact, address: string) {
  const { personId, sessionId } = ctx.caller
  await countCall(ctx, contactChanges, personId)
  const own = await ctx.db.selectFrom('person').select(['email', 'mobile']).where('id', '=', personId).executeTakeFirstOrThrow()
  if (own[contact]?.toLowerCase() === address)
    throw new Problem('INVALID', { errors: [{ field: fieldOf[contact], message: same[ctx.language] }] })
  await limitCodesTo(ctx, address)
  const publicId = newPublicId()
  const code = newOneTimeCode()
  await ctx.db.transaction().execute(async (tx) => {
    await lockKey(tx, `contact change|${personId}`) // of two that begin at the same moment the later one replaces the other
    await tx
      .updateTable('contact_change')
      .set({ state: 'replaced', ended_at: ctx.now })
      .where('person_id', '=', personId)
      .where('contact', '=', contact)
      .where('state', '=', 'waiting')
      .execute()
    const isDecoy = (await ownerOf(tx, contact, address, personId)) !== undefined
    await tx
      .insertInto('contact_change')
      .values({
        public_id: publicId,
        person_id: personId,
        session_id: sessionId,
        contact,
        address,
        is_decoy: isDecoy,
        code_hash: codeHash(ctx, publicId, address, code),
        sent_at: ctx.now,
        created_at: ctx.now,
        expires_at: times(ctx).expiresAt,
      })
      .execute()
    await deliver(tx, ctx, { contact, address, code, isFirst: true })
    await audit(tx, ctx, 'contact.changeBegun', { subject: publicId, facts: { contact } })
  })
  return { changeID: publicId, ...times(ctx) }
}

const fieldOf = { email: 'email', mobile: 'mobileNo' } as const
const same = { ar: 'هذا هو المسجّل في حسابك الآن.', en: 'This is what your account has now.' }

async function limitCodesTo(ctx: Ctx, address: string): Promise<void> {
  const key = `contact code|${ctx.app.secrets.lookUp(address).toString('base64url')}`
  if ((await countAttempt(ctx.db, key, 3_600, ctx.now)) > mostInHour)
    throw new Problem('TOO_MANY', { cause: 'codes to one address', retryAfterSeconds: 3_600 })
}

/** The account, other than this one, to which an address belongs. */
const ownerOf = (db: Queryable, contact: Contact, address: string, personId: number) =>
  db
    .selectFrom('person')
    .select(['id', 'language'])
    .where((e) => (contact === 'email' ? e(e.fn('lower', ['email']), '=', address) : e('mobile', '=', address)))
    .where('id', '<>', personId)
    .where('status', '<>', 'closed')
    .orderBy('id')
    .executeTakeFirst()

/** The owner of an address is warned once a change, not with every code that is asked for. */
async function deliver(
  tx: Queryable,
  ctx: Ctx<Caller>,
  { contact, address, code, isFirst }: { contact: Contact; address: string; code: string; isFirst: boolean },
): Promise<void> {
  const owner = await ownerOf(tx, contact, address, ctx.caller.personId)
  if (!owner) await sendContactCode(tx, ctx, { contact, to: address, language: ctx.language, code })
  else if (isFirst) await warnOwner(tx, ctx, { contact, to: address, language: owner.language })
  else await queueNothing(tx, ctx)
}

export const resendContactCode = route(calls.resendContactCode, async (ctx, { changeID }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await waiting(tx, ctx, changeID).forUpdate().executeTakeFirst()
    if (!row || row.sends >= maxSends || addSeconds(row.sent_at, resendSeconds) > ctx.now)
      throw new Problem('TOO_MANY', { cause: 'resend', retryAfterSeconds: resendSeconds })
    await limitCodesTo(ctx, row.address)
    const code = newOneTimeCode()
    await tx
      .updateTable('contact_change')
      .set({
        code_hash: codeHash(ctx, changeID, row.address, code),
        tries: 0,
        sends: row.sends + 1,
        sent_at: ctx.now,
        expires_at: times(ctx).expiresAt,
      })
      .where('id', '=', row.id)
      .execute()
    await deliver(tx, ctx, { contact: row.contact, address: row.address, code, isFirst: false })
    await audit(tx, ctx, 'contact.codeSentAgain', { subject: changeID, facts: { contact: row.contact } })
    return { changeID, ...times(ctx) }
  }),
)

const waiting = (db: Queryable, { caller }: Ctx<Caller>, changeId: string) =>
  db
    .selectFrom('contact_change')
    .selectAll()
    .where('public_id', '=', changeId)
    .where('person_id', '=', caller.personId)
    .where('session_id', '=', caller.sessionId)
    .where('state', '=', 'waiting')

export const confirmContact = route(calls.confirmContact, async (ctx, { changeID, otp }) => {
  // Counted before it is compared, in one statement: a thousand guesses at once are still five.
  const row = await ctx.db
    .updateTable('contact_change')
    .set({ tries: sql`tries + 1` })
    .where('public_id', '=', changeID)
    .where('person_id', '=', ctx.caller.personId)
    .where('session_id', '=', ctx.caller.sessionId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', ctx.now)
    .where('tries', '<', maxTries)
    .returning(['id', 'contact', 'address', 'tries', 'code_hash', 'is_decoy'])
    .executeTakeFirst()
  if (!row) throw new Problem('TOO_MANY', { cause: 'code: unknown, used, expired or tried out' })
  const right = timingSafeEqual(codeHash(ctx, changeID, row.address, otp), row.code_hash)
  if (!right || row.is_decoy) {
    await audit(ctx.db, ctx, 'contact.codeRefused', { outcome: 'refused', subject: changeID, facts: { contact: row.contact } })
    return { status: '0' as const, errorMessage: wrongCode[ctx.language], triesLeft: maxTries - row.tries }
  }
  await ctx.db.transaction().execute((tx) => apply(tx, ctx, { ...row, publicId: changeID }))
  return { status: '1' as const }
})

const wrongCode = { ar: 'رمز التحقق غير صحيح.', en: 'The code is not right.' }

async function apply(
  tx: Tx,
  ctx: Ctx<Caller>,
  { id, publicId, contact, address }: { id: number; publicId: string; contact: Contact; address: string },
): Promise<void> {
  await lockKey(tx, `contact|${address}`) // two accounts may confirm one address at the same moment
  const ended = await tx
    .updateTable('contact_change')
    .set({ state: 'confirmed', ended_at: ctx.now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Problem('TOO_MANY', { cause: 'another confirmation was faster' })
  if (await ownerOf(tx, contact, address, ctx.caller.personId))
    throw new Problem('WRONG_STATE', { cause: 'the address was taken meanwhile' })
  const before = await tx
    .selectFrom('person')
    .select(['mobile', 'language', 'is_subscriber'])
    .where('id', '=', ctx.caller.personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tellOfChange(tx, ctx, { personId: ctx.caller.personId, contact, before, now: address })
  await tx
    .updateTable('person')
    .set(contact === 'email' ? { email: address } : { mobile: address })
    .where('id', '=', ctx.caller.personId)
    .execute()
  await audit(tx, ctx, 'contact.changed', { subject: publicId, facts: { contact } })
}
