import { createHash, createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { enrolmentEdges, enrolmentMay, type Channel, type Enrolment as OnTheWire } from '#contract/enrolment.ts'
import type { IdentityAssertion, PersonName } from '#server/adapters/identity/identity.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Enrolment, EnrolmentCode } from '#server/platform/db/schema.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { machine } from '#server/platform/machine.ts'
import { maxTries, resendSeconds } from '#server/platform/oneTimeCodes.ts'
import { Problem } from '#server/platform/problems.ts'
import { maskNationalId } from '#server/platform/secrets.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'

/** How long an enrolment may be left before the identity has to be proven anew. */
export const enrolmentSeconds = 86_400
export const maxSends = 5

export type EnrolmentRow = Selectable<Enrolment>

export const enrolments = machine({
  table: 'enrolment',
  edges: enrolmentEdges,
  event: null,
  action: (_, to) => (to === 'completed' ? 'account.opened' : `enrolment.${to}`),
})

/** A new generation gives a new secret: whoever held the one before holds nothing any more. */
export const secretOf = ({ app }: Pick<Ctx, 'app'>, { public_id, generation }: Pick<EnrolmentRow, 'public_id' | 'generation'>) =>
  createHmac('sha256', app.secrets.codes).update(`enrolment|${public_id}|${generation}`).digest().subarray(0, 16).toString('base64url')

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** This browser's enrolment, locked. Another browser's, one that ended and none at all look the same. @throws Problem EXPIRED */
export async function lockEnrolment(tx: Queryable, ctx: Ctx, secret: string): Promise<EnrolmentRow> {
  const row = await ownEnrolment(tx, ctx, secret).forUpdate().executeTakeFirst()
  if (!row) throw new Problem('EXPIRED', { cause: 'no such enrolment of this browser' })
  return row
}

export const ownEnrolment = (db: Queryable, ctx: Ctx, secret: string) =>
  db
    .selectFrom('enrolment')
    .selectAll()
    .where('secret_hash', '=', hashOf(secret))
    .where('device_public_id', '=', deviceOf(ctx))
    .where('expires_at', '>', ctx.now)

/** @throws Problem WRONG_STATE */
export function requireState(row: EnrolmentRow, action: Parameters<typeof enrolmentMay>[0]): void {
  if (!enrolmentMay(action, row.state)) throw new Problem('WRONG_STATE', { cause: `${action} while ${row.state}` })
}

export const sealIdentity = ({ app }: Pick<Ctx, 'app'>, publicId: string, identity: IdentityAssertion) =>
  app.secrets.seal(JSON.stringify(identity), `enrolment ${publicId}`)

export const identityOf = ({ app }: Pick<Ctx, 'app'>, row: EnrolmentRow) =>
  JSON.parse(app.secrets.open(row.identity_sealed!, `enrolment ${row.public_id}`)) as IdentityAssertion

const fullName = ({ first, father, grandfather, family }: PersonName) =>
  [first, father, grandfather, family].filter((part) => part !== '').join(' ')

/** An enrolment as its own browser sees it. */
export async function describeEnrolment(db: Queryable, ctx: Ctx, id: number): Promise<OnTheWire> {
  const row = await db.selectFrom('enrolment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const codes = await db.selectFrom('enrolment_code').selectAll().where('enrolment_id', '=', id).execute()
  const plan = row.pricing_id
    ? await db.selectFrom('product_pricing').select('public_id').where('id', '=', row.pricing_id).executeTakeFirst()
    : undefined
  const identity = identityOf(ctx, row)
  const codeOf = (channel: Channel) => codes.find((code) => code.channel === channel)
  return {
    enrolmentID: secretOf(ctx, row),
    state: row.state,
    expiresAt: row.expires_at,
    person: {
      nationalID: maskNationalId(identity.nationalId),
      fullName: fullName(identity.nameEn) || fullName(identity.nameAr),
      fullNameAr: fullName(identity.nameAr),
      dateOfBirth: identity.bornOn,
      nationality: identity.nationality ?? null, // sealed before countries were known
    },
    email: row.email === null ? null : contactState(ctx, row.email, row.email_confirmed_at, codeOf('email')),
    mobile: row.mobile === null ? null : contactState(ctx, row.mobile, row.mobile_confirmed_at, codeOf('sms')),
    encodedPlanSlno: plan?.public_id ?? null,
  }
}

function contactState({ now }: Ctx, address: string, confirmedAt: Date | null, code: Selectable<EnrolmentCode> | undefined) {
  const isConfirmed = confirmedAt !== null
  const isGood = code !== undefined && code.used_at === null && code.tries < maxTries && code.expires_at > now
  const mayResend = !isConfirmed && (code === undefined || code.sends < maxSends)
  return {
    address,
    isConfirmed,
    codeExpiresAt: !isConfirmed && isGood ? code.expires_at : null,
    resendAt: mayResend ? (code ? addSeconds(code.sent_at, resendSeconds) : now) : null,
  }
}
