import { sql } from 'kysely'
import * as calls from '#contract/profile.ts'
import { contactChanges } from '#contract/profile.ts'
import { requestContactChange } from '#server/features/members/changeRequests.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx, Queryable } from '#server/platform/db/db.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { queueNothing } from '#server/platform/messages.ts'
import { Problem } from '#server/platform/problems.ts'
import {
  codeTimes,
  isRightCode,
  limitCodesTo,
  maxTries,
  newCode,
  noCode,
  noResend,
  resendSeconds,
  wrongCodeAnswer,
} from '#server/platform/oneTimeCodes.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import { sendContactCode, tellOfChange, warnOwner, type Contact } from './contactLetters.ts'

/** The first, and those that are asked for again. */
const maxSends = 3

export const changeMyEmail = route(calls.changeMyEmail, async (ctx, { email }) => begin(ctx, 'email', email))
export const changeMyMobile = route(calls.changeMyMobile, async (ctx, { mobileNo }) => begin(ctx, 'mobile', mobileNo))

async function begin(ctx: Ctx<Caller>, contact: Contact, address: string) {
  const { personId } = ctx.caller
  const own = await ctx.db.selectFrom('person').select(['email', 'mobile']).where('id', '=', personId).executeTakeFirstOrThrow()
  return beginContactChange(ctx, { contact, address, now: own[contact], membershipId: null })
}

/** `now` is the address as it is. `membershipId`: it is the one that the person has in an organisation, not their own. */
type Beginning = { contact: Contact; address: string; now: string | null; membershipId: number | null }

/** Sends a code to the new address. One that belongs to somebody else’s account looks the same from here: its owner is warned instead. */
export async function beginContactChange(ctx: Ctx<Caller>, { contact, address, now, membershipId }: Beginning) {
  const { personId, sessionId } = ctx.caller
  await countCall(ctx, contactChanges, personId)
  if (now?.toLowerCase() === address) throw new Problem('INVALID', { errors: [{ field: fieldOf[contact], message: same[ctx.language] }] })
  await limitCodesTo(ctx.db, ctx, address)
  const publicId = newPublicId()
  const { code, columns } = newCode(ctx, ['contactChange', publicId, address])
  await ctx.db.transaction().execute(async (tx) => {
    await lockKey(tx, `contact change|${personId}`) // of two that begin at the same moment the later one replaces the other
    await tx
      .updateTable('contact_change')
      .set({ state: 'replaced', ended_at: ctx.now })
      .where('person_id', '=', personId)
      .where('contact', '=', contact)
      .where('membership_id', 'is not distinct from', membershipId)
      .where('state', '=', 'waiting')
      .execute()
    // At work several people may share an address; as one’s own it is nobody else’s.
    const isDecoy = membershipId === null && (await ownerOf(tx, contact, address, personId)) !== undefined
    await tx
      .insertInto('contact_change')
      .values({
        public_id: publicId,
        person_id: personId,
        session_id: sessionId,
        contact,
        membership_id: membershipId,
        address,
        is_decoy: isDecoy,
        ...columns,
        created_at: ctx.now,
      })
      .execute()
    await deliver(tx, ctx, { contact, address, code, isFirst: true, isWork: membershipId !== null })
    await audit(tx, ctx, 'contact.changeBegun', { subject: publicId, facts: { contact } })
  })
  return { changeID: publicId, ...codeTimes(ctx) }
}

const fieldOf = { email: 'email', mobile: 'mobileNo' } as const
const same = { ar: 'هذا هو المسجّل في حسابك الآن.', en: 'This is what your account has now.' }

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
  { contact, address, code, isFirst, isWork }: { contact: Contact; address: string; code: string; isFirst: boolean; isWork: boolean },
): Promise<void> {
  const owner = isWork ? undefined : await ownerOf(tx, contact, address, ctx.caller.personId)
  if (!owner) await sendContactCode(tx, ctx, { contact, to: address, language: ctx.language, code })
  else if (isFirst) await warnOwner(tx, ctx, { contact, to: address, language: owner.language })
  else await queueNothing(tx, ctx)
}

export const resendContactCode = route(calls.resendContactCode, async (ctx, { changeID }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await waiting(tx, ctx, changeID).forUpdate().executeTakeFirst()
    if (!row || row.sends >= maxSends || addSeconds(row.sent_at, resendSeconds) > ctx.now) throw noResend()
    await limitCodesTo(ctx.db, ctx, row.address)
    const { code, columns } = newCode(ctx, ['contactChange', changeID, row.address])
    await tx
      .updateTable('contact_change')
      .set({ ...columns, sends: row.sends + 1 })
      .where('id', '=', row.id)
      .execute()
    await deliver(tx, ctx, { contact: row.contact, address: row.address, code, isFirst: false, isWork: row.membership_id !== null })
    await audit(tx, ctx, 'contact.codeSentAgain', { subject: changeID, facts: { contact: row.contact } })
    return { changeID, ...codeTimes(ctx) }
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
  const row = await ctx.db
    .updateTable('contact_change')
    .set({ tries: sql`tries + 1` })
    .where('public_id', '=', changeID)
    .where('person_id', '=', ctx.caller.personId)
    .where('session_id', '=', ctx.caller.sessionId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', ctx.now)
    .where('tries', '<', maxTries)
    .returning(['id', 'contact', 'membership_id', 'address', 'tries', 'code_hash', 'is_decoy'])
    .executeTakeFirst()
  if (!row) throw noCode()
  if (!isRightCode(ctx, ['contactChange', changeID, row.address], otp, row.code_hash) || row.is_decoy) {
    await audit(ctx.db, ctx, 'contact.codeRefused', { outcome: 'refused', subject: changeID, facts: { contact: row.contact } })
    return wrongCodeAnswer(ctx, row.tries)
  }
  await ctx.db.transaction().execute((tx) => apply(tx, ctx, { ...row, publicId: changeID }))
  return { status: '1' as const }
})

type Confirmed = { id: number; publicId: string; contact: Contact; address: string; membership_id: number | null }

async function apply(tx: Tx, ctx: Ctx<Caller>, { id, publicId, contact, address, membership_id }: Confirmed): Promise<void> {
  await lockKey(tx, `contact|${address}`) // two accounts may confirm one address at the same moment
  const ended = await tx
    .updateTable('contact_change')
    .set({ state: 'confirmed', ended_at: ctx.now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Problem('TOO_MANY', { cause: 'another confirmation was faster' })
  if (membership_id !== null) return requestContactChange(tx, ctx, membership_id, contact, address)
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
