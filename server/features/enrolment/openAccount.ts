import * as calls from '#contract/enrolment.ts'
import type { IdentityAssertion } from '#server/adapters/identity/identity.ts'
import { recordAcceptance } from '#server/features/agreements/agreements.ts'
import { openSession } from '#server/features/sessions/issueSession.ts'
import { factsOf as identityFacts } from '#server/features/profile/identityFacts.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { creditPlan } from '#server/platform/ledger.ts'
import { voidLinks } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'
import { maskNationalId } from '#server/platform/secrets.ts'
import { tell } from '#server/platform/tell.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import { enrolments, identityOf, lockEnrolment, requireState, type EnrolmentRow } from './enrolments.ts'
import { mailFormerAddress, welcomeLetter } from './letters.ts'
import { ownerOf } from './owners.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'

/** Account, welcome pack, agreements, letters and session in one transaction: all of it, or none. */
export const completeEnrolment = route(calls.completeEnrolment, async (ctx, { enrolmentID }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await lockEnrolment(tx, ctx, enrolmentID) // two tabs may press the button at once
    requireState(row, 'complete')
    if (!row.email_confirmed_at || !row.mobile_confirmed_at)
      throw new Problem('WRONG_STATE', { cause: 'e-mail or mobile is not confirmed' })
    await refuseTaken(tx, ctx, row)
    const person = await putPerson(tx, ctx, row, identityOf(ctx, row))
    const welcomePack = await creditWelcomePack(tx, ctx, person.id)
    await recordAcceptance(tx, ctx, { personId: person.id, userType: 'subscriber', organisationId: null, how: 'enrolment' })
    const plan = row.pricing_id
      ? await tx.selectFrom('product_pricing').select('public_id').where('id', '=', row.pricing_id).executeTakeFirst()
      : undefined
    const forgotten = { identity_sealed: null, email: null, mobile: null, password_hash: null }
    await enrolments.move(tx, ctx, { ...row, person_id: person.id }, 'completed', {
      set: { completed_at: ctx.now, person_id: person.id, ...forgotten },
      facts: { was: person.was, welcomeTransactions: welcomePack?.transactions ?? 0 },
    })
    await voidLinks(tx, ctx, { purpose: 'emailConfirmation', subject: row.public_id })
    const letter = welcomeLetter(ctx.app.configuration.PUBLIC_URL, {
      name: (ctx.language === 'en' && person.first_name_en) || person.first_name_ar,
      transactions: welcomePack?.transactions ?? null,
      validTo: welcomePack ? riyadhDay(welcomePack.validTo) : '',
    })
    await tell(tx, ctx, { to: person.id, kind: 'accountOpened', letter })
    const session = await openSession(tx, ctx, { personId: person.id, method: 'enrolment', provenAt: row.verified_at })
    return { ...session, status: '1' as const, errorMessage: '', encodedPlanSlno: plan?.public_id ?? null, welcomePack }
  }),
)

const taken = {
  email: {
    ar: 'هذا البريد مسجّل في حساب آخر. استخدم بريدًا غيره.',
    en: 'This e-mail belongs to another account. Use another one.',
  },
  mobileNo: {
    ar: 'رقم الجوال هذا مسجّل في حساب آخر. استخدم رقمًا غيره.',
    en: 'This mobile number belongs to another account. Use another one.',
  },
}

/** Somebody else may have opened an account with the same address since the code went out. Whoever confirmed it may be told. */
async function refuseTaken(tx: Tx, ctx: Ctx, row: EnrolmentRow): Promise<void> {
  for (const address of [row.email!, row.mobile!].toSorted()) await lockKey(tx, `contact|${address}`)
  const errors = []
  if (await ownerOf(tx, 'email', row.email!, row.national_id_hash)) errors.push({ field: 'email', message: taken.email[ctx.language] })
  if (await ownerOf(tx, 'sms', row.mobile!, row.national_id_hash)) errors.push({ field: 'mobileNo', message: taken.mobileNo[ctx.language] })
  if (errors.length > 0) throw new Problem('INVALID', { errors })
}

type Opened = { id: number; first_name_ar: string; first_name_en: string; was: string }

/** A new person; or one who is here for an organisation, or whose account was closed, and who gets an account of their own now. */
async function putPerson(tx: Tx, ctx: Ctx, row: EnrolmentRow, identity: IdentityAssertion): Promise<Opened> {
  const { app, now } = ctx
  const before = await tx
    .selectFrom('person')
    .select(['id', 'status', 'is_subscriber', 'email', 'language'])
    .where('national_id_hash', '=', row.national_id_hash)
    .forUpdate()
    .executeTakeFirst()
  if (before?.status === 'suspended') throw new Problem('NOT_ALLOWED', { cause: 'account suspended' })
  if (before?.status === 'active' && before.is_subscriber) throw new Problem('WRONG_STATE', { cause: 'enrolled already' })
  if (before?.status === 'closed' && (await isBeingErased(tx, before.id)))
    throw new Problem('WRONG_STATE', { title: beingErased, cause: 'the data of the closed account is being erased' })
  const kycUntil = new Date(row.verified_at)
  kycUntil.setUTCMonth(kycUntil.getUTCMonth() + app.configuration.KYC_MONTHS)
  const { nameAr, nameEn } = identity
  const facts = {
    ...identityFacts(identity),
    email: row.email,
    mobile: row.mobile,
    language: ctx.language,
    password_hash: row.password_hash,
    is_subscriber: true,
    status: 'active' as const,
    kyc_until: kycUntil,
  }
  const named = { first_name_ar: nameAr.first, first_name_en: nameEn.first }
  if (before) {
    await tx.updateTable('person').set(facts).where('id', '=', before.id).execute()
    const isMoved = before.email !== null && before.email.toLowerCase() !== row.email
    if (isMoved && before.status === 'active') await mailFormerAddress(tx, ctx, { to: before.email!, language: before.language })
    return { id: before.id, ...named, was: before.status === 'closed' ? 'closed' : 'member' }
  }
  const { id } = await tx
    .insertInto('person')
    .values({
      ...facts,
      national_id_hash: row.national_id_hash,
      national_id_sealed: app.secrets.seal(identity.nationalId, 'national ID'),
      national_id_masked: maskNationalId(identity.nationalId),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...named, was: 'new' }
}

const isBeingErased = async (tx: Tx, personId: number) =>
  (await tx
    .selectFrom('erasure_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('state', '=', 'decided')
    .where('is_granted', '=', true)
    .executeTakeFirst()) !== undefined

const beingErased = {
  ar: 'تُتلف بيانات حسابك السابق الآن كما طلبت. حاول بعد ساعات لتفتح حسابًا جديدًا.',
  en: 'The data of your earlier account is being erased, as you asked. Try again in a few hours to open a new account.',
}

/** One in a lifetime, whatever becomes of the account: a unique index says so too. */
async function creditWelcomePack(tx: Tx, { now }: Ctx, personId: number) {
  const accountId = await accountOf(tx, personId)
  const had = await tx
    .selectFrom('plan')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'welcomePack')
    .executeTakeFirst()
  const offer = await tx
    .selectFrom('product_pricing')
    .innerJoin('product', 'product.id', 'product_pricing.product_id')
    .select(['product_pricing.id', 'transactions', 'validity_days'])
    .where('product.kind', '=', 'welcomePack')
    .orderBy('product_pricing.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (had || !offer) return null
  const validTo = addDays(now, offer.validity_days)
  const { transactions } = offer
  const planSlno = await creditPlan(tx, now, {
    accountId,
    pricingId: offer.id,
    kind: 'welcomePack',
    orderLine: null,
    transactions,
    validFrom: now,
    validTo,
  })
  return { planSlno, transactions, validTo }
}
