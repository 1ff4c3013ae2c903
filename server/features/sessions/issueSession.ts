import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Membership, Session } from '#contract/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import { isolate } from '#server/platform/isolate.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { CallerMembership, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { rightsOf } from '#server/platform/sessions/authenticate.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { accessTokenMinutes } from '#server/platform/sessions/lifetime.ts'
import { preferenceColumns, preferencesOf } from '#server/platform/sessions/preferences.ts'
import { readProof, spendProof } from '#server/platform/sessions/proof.ts'
import { writeAccessToken, writeRefreshToken } from '#server/platform/sessions/tokens.ts'
import { tell } from '#server/platform/tell.ts'
import { describeDevice } from './describeDevice.ts'
import { riyadhFormat } from '#server/platform/riyadh.ts'

export type SignIn = {
  personId: number
  method: 'nafath' | 'credentials' | 'enrolment'
  /** When the identity was proven; left out: a moment ago. */
  provenAt?: Date
}

/** Registers the device and opens a session on it, in the transaction that used up the proof of identity. */
export async function openSession(tx: Queryable, ctx: Ctx, { personId, method, provenAt = ctx.now }: SignIn): Promise<Session> {
  const deviceId = deviceOf(ctx)
  const person = await tx.selectFrom('person').select('status').where('id', '=', personId).executeTakeFirstOrThrow()
  if (person.status !== 'active') throw new Problem('NOT_ALLOWED', { cause: `account ${person.status}` })
  const device = await registerDevice(tx, ctx, personId, deviceId)
  const { organisation } = await rightsOf({ db: tx }, personId, null)
  const id = randomUUID()
  await tx
    .insertInto('session')
    .values({
      id,
      person_id: personId,
      device_id: device.id,
      born_at: ctx.now,
      rotated_at: ctx.now,
      seen_at: ctx.now,
      confirmed_at: provenAt,
      key_thumbprint: await offeredKey(tx, ctx),
      organisation_id: organisation?.organisationId ?? null,
      method,
      address: ctx.address,
    })
    .execute()
  await audit(tx, ctx, 'session.opened', { personId, subject: id, facts: { method, newDevice: device.isNew } })
  // Whoever has just opened the account hears of it in the welcome.
  if (device.isNew && method !== 'enrolment') await warnOfNewDevice(tx, ctx, personId)
  return describeSession(tx, ctx, id)
}

/** The session as the browser gets it, at its present generation. */
export async function describeSession(db: Queryable, ctx: Pick<Ctx, 'app' | 'now'>, id: string): Promise<Session> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select([
      'session.generation',
      'session.rotated_at',
      'session.organisation_id',
      'person.id',
      'person.name_ar',
      'person.name_en',
      'person.is_subscriber',
      'person.kyc_until',
    ])
    .select(preferenceColumns)
    .where('session.id', '=', id)
    .executeTakeFirstOrThrow()
  const { memberships, organisation, operatorRoles } = await rightsOf({ db }, row.id, row.organisation_id)
  const { tokens } = ctx.app.secrets
  const expiresAt = new Date(Math.floor(addSeconds(row.rotated_at, accessTokenMinutes * 60).getTime() / 1000) * 1000)
  const selected = organisation && onTheWire(organisation)
  return {
    token: writeAccessToken(tokens, { sessionId: id, generation: row.generation, expiresAt }),
    tokenExpiresAt: expiresAt,
    refreshToken: writeRefreshToken(tokens, { sessionId: id, generation: row.generation }),
    slno: row.id,
    userName: row.name_en,
    userNameAr: row.name_ar,
    isSubscriber: row.is_subscriber,
    operatorRoles: [...operatorRoles],
    organizationList: memberships.map(onTheWire),
    selectedOrganization: selected,
    sipSlNo: selected?.sipSlNo ?? null,
    organizationUserSlno: selected?.organizationUserSlno ?? null,
    kycDue: row.kyc_until <= ctx.now,
    preferences: preferencesOf(row),
  }
}

export const onTheWire = (membership: CallerMembership): z.output<typeof Membership> => ({
  slno: membership.organisationId,
  organizationSlno: membership.organisationId,
  organizationName: membership.nameEn,
  organizationNameAr: membership.nameAr,
  sipSlNo: membership.sipNumber,
  organizationUserSlno: membership.id,
  userRole: membership.role,
})

async function registerDevice(tx: Queryable, ctx: Ctx, personId: number, deviceId: string): Promise<{ id: number; isNew: boolean }> {
  const { kind, model } = describeDevice(ctx.userAgent)
  const place = { person_id: personId, public_id: deviceId }
  const known = await tx
    .selectFrom('device')
    .select(['id', 'revoked_at'])
    .where('person_id', '=', personId)
    .where('public_id', '=', place.public_id)
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('device')
    .values({ ...place, kind, model, created_at: ctx.now, seen_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['person_id', 'public_id']).doUpdateSet({ kind, model, seen_at: ctx.now, revoked_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isNew: !known || known.revoked_at !== null }
}

/** The key that a browser offers at sign-in; the session answers only to it from then on (RFC 9449). */
async function offeredKey(tx: Queryable, ctx: Ctx): Promise<string | null> {
  const proof = await readProof(ctx, 'POST')
  if (proof) await spendProof(tx, proof)
  return proof?.thumbprint ?? null
}

const minute = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

async function warnOfNewDevice(tx: Queryable, ctx: Ctx, personId: number): Promise<void> {
  const { model } = describeDevice(ctx.userAgent)
  const at = (language: 'ar' | 'en') => riyadhFormat(language, minute).format(ctx.now)
  const letter = {
    subject: { ar: 'تسجيل دخول من جهاز جديد', en: 'Signed in on a new device' },
    text: {
      ar: `سُجّل الدخول إلى حسابك في توقيع من جهاز جديد (${isolate(model)}) في ${at('ar')} بتوقيت الرياض. إن لم تكن أنت، فألغِ الجهاز من صفحة «الأجهزة المسجلة».`,
      en: `Your Tawqi account was used on a new device (${isolate(model)}) on ${at('en')}, Riyadh time. If this was not you, revoke the device under “Registered devices”.`,
    },
  }
  await tell(tx, ctx, { to: personId, kind: 'newDevice', facts: { model }, letter })
}
