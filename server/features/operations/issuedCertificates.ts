import { type Expression, type SqlBool, sql } from 'kysely'
import type { issuedFor, issuedStates } from '#contract/issuedCertificates.ts'
import * as calls from '#contract/issuedCertificates.ts'
import { westernDigits } from '#contract/typedDigits.ts'
import { describeCertificate } from '#server/ca/describeCertificate.ts'
import { onHold } from '#server/ca/revocation.ts'
import { changeByProvider, type NotChanged, type ProviderChange } from '#server/features/certificates/byProvider.ts'
import { destroyKeys } from '#server/features/certificates/keys.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { contains } from '#server/platform/search.ts'

type State = (typeof issuedStates)[number]

/** Revoked stays revoked; what ended while it was suspended has ended. */
const stateAt = (now: Date) => sql<State>`case
  when c.revoked_at is not null and c.revocation_reason <> ${onHold} then 'revoked'
  when c.not_after < ${now} then 'expired'
  when c.revoked_at is not null then 'suspended'
  else 'active' end`

/** The same as conditions: a register of millions has an index for the few that were revoked, and none for an expression. */
const isIn: Record<State, (now: Date) => Expression<SqlBool>> = {
  revoked: () => sql`c.revoked_at is not null and c.revocation_reason <> ${onHold}`,
  expired: (now) => sql`c.not_after < ${now} and (c.revoked_at is null or c.revocation_reason = ${onHold})`,
  suspended: (now) => sql`c.revoked_at is not null and c.revocation_reason = ${onHold} and c.not_after >= ${now}`,
  active: (now) => sql`c.revoked_at is null and c.not_after >= ${now}`,
}
const madeFor = sql<(typeof issuedFor)[number]>`case when c.transaction_id is null then 'holder' else 'signing' end`

/** Every certificate that was issued to a person, or for an organisation's seal. Who holds it stands in none of these rows: reading one tells it, and is recorded. */
const issuedCertificates = ({ db, now }: Ctx) =>
  db
    .selectFrom('certificate as c')
    .leftJoin('dsc', 'dsc.serial_number', 'c.serial_number')
    .leftJoin('certificate_class as class', 'class.id', 'dsc.class_id')
    .leftJoin('product', 'product.id', 'class.product_id')
    .where('c.certificate', 'is not', null)
    .where(sql<SqlBool>`(c.person_id is not null or c.organisation_id is not null)`)
    .select([
      sql<string>`upper(encode(c.serial_number, 'hex'))`.as('serialNumber'),
      madeFor.as('issuedFor'),
      sql<string>`coalesce(product.name_en, 'Certificate of one e-signature')`.as('classofCertificate'),
      sql<string>`coalesce(product.name_ar, 'شهادة توقيع إلكتروني واحد')`.as('classofCertificateAr'),
      stateAt(now).as('state'),
      sql<Date>`c.not_before`.as('validFrom'),
      sql<Date>`c.not_after`.as('validTo'),
    ])

type Filters = { state?: State; issuedFor?: (typeof issuedFor)[number]; search?: string }

const issuedRows = (ctx: Ctx<Caller>, { state, issuedFor: purpose, search }: Filters) =>
  issuedCertificates(ctx)
    .$if(state !== undefined, (q) => q.where(isIn[state!](ctx.now)))
    .$if(purpose !== undefined, (q) => q.where('c.transaction_id', purpose === 'signing' ? 'is not' : 'is', null))
    .$if(!!search, (q) => q.where(found(ctx, search!)))
    .orderBy('c.issued_at', 'desc')
    .orderBy('c.serial_number', 'desc')

/** By the beginning of a serial number, a whole one, the holder's national ID or their name: whatever the text can be. Nobody's name has digits. */
function found({ app }: Ctx, search: string): Expression<SqlBool> {
  const typed = westernDigits(search)
  const hex = typed.replace(/[:\s]/g, '').replace(/^0x/i, '')
  const holders: Expression<SqlBool>[] = []
  if (!/\d/.test(typed)) holders.push(sql`p.name_ar ilike ${contains(typed)}`, sql`p.name_en ilike ${contains(typed)}`)
  if (/^\d{10}$/.test(typed)) holders.push(sql`p.national_id_hash = ${app.secrets.lookUp(typed)}`)
  const organisations = [sql`o.name_ar ilike ${contains(typed)}`, sql`o.name_en ilike ${contains(typed)}`, sql`o.unified_number = ${typed}`]
  const ways = [sql`organisation_id in (select o.id from organisation as o where ${sql.join(organisations, sql` or `)})`]
  if (holders.length > 0) ways.push(sql`person_id in (select p.id from person as p where ${sql.join(holders, sql` or `)})`)
  if (/^([0-9a-f]{2}){2,20}$/i.test(hex)) {
    const [from, upTo] = [Buffer.from(hex, 'hex'), Buffer.from(hex.padEnd(42, 'f'), 'hex')]
    ways.push(sql`serial_number between ${from} and ${upTo}`)
  }
  if (/^\d{11,49}$/.test(typed)) {
    const whole = BigInt(typed).toString(16)
    ways.push(sql`serial_number = ${Buffer.from(whole.padStart(whole.length + (whole.length % 2), '0'), 'hex')}`)
  }
  // each way by its own index; alternatives of one condition would be tried on every certificate
  const serials = ways.map((way) => sql`select serial_number from certificate where ${way}`)
  return sql<SqlBool>`c.serial_number in (${sql.join(serials, sql` union all `)})`
}

export const listIssuedCertificates = listRoute(calls.listIssuedCertificates, issuedRows)
export const exportIssuedCertificates = exportRoute(calls.exportIssuedCertificates, issuedRows)

/** Everything about one, and who holds it. @throws Problem NOT_FOUND */
async function readIssued(ctx: Ctx<Caller>, serialNumber: string, db: Ctx['db'] = ctx.db) {
  const row = await issuedCertificates({ ...ctx, db })
    .leftJoin('person as p', 'p.id', 'c.person_id')
    .leftJoin('organisation as o', 'o.id', 'c.organisation_id')
    .leftJoin('esign_transaction as t', 't.id', 'c.transaction_id')
    .select(['c.person_id as personId', 'c.organisation_id as organisationId', 'p.national_id_masked as nationalID'])
    .select(['o.unified_number as unifiedOrgNo', sql<string>`coalesce(p.name_en, o.name_en)`.as('fullName')])
    .select(sql<string>`coalesce(p.name_ar, o.name_ar)`.as('fullNameAr'))
    .select(['t.public_id as transactionID', 'c.revoked_at as revokedAt', 'c.revocation_reason as reasonCode', 'c.certificate'])
    .where('c.serial_number', '=', Buffer.from(serialNumber, 'hex'))
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  const { personId, organisationId, certificate, reasonCode, ...shown } = row
  const { subject, issuer, policyOid, sha256, pem } = describeCertificate(certificate!)
  const revocationReason = reasonCode === null ? null : ctx.app.authority.status.reasonOf(reasonCode)!
  return { personId, organisationId, shown: { ...shown, subject, issuer, policyOid, sha256, pem, revocationReason } }
}

export const readIssuedCertificate = route(calls.readIssuedCertificate, async (ctx, { serialNumber }) => {
  const { personId, shown } = await readIssued(ctx, serialNumber)
  if (personId !== null)
    await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'certificates' })
  return shown
})

export const holdIssuedCertificate = route(calls.holdIssuedCertificate, (ctx, input) => change(ctx, input, { action: 'suspend' }))
export const releaseIssuedCertificate = route(calls.releaseIssuedCertificate, (ctx, input) => change(ctx, input, { action: 'resume' }))
export const revokeIssuedCertificate = route(calls.revokeIssuedCertificate, (ctx, { reason, ...input }) =>
  change(ctx, input, { action: 'revoke', reason }),
)

/** @throws Problem NOT_FOUND, NOT_ALLOWED for the caller's own certificate, WRONG_STATE with the reason */
async function change(ctx: Ctx<Caller>, { serialNumber, remarks }: { serialNumber: string; remarks: string }, to: ProviderChange) {
  const { personId, organisationId } = await readIssued(ctx, serialNumber)
  const isOwn = personId === ctx.caller.personId || ctx.caller.memberships.some((one) => one.organisationId === organisationId)
  if (isOwn) throw new Problem('NOT_ALLOWED', { title: own, cause: 'nobody decides their own certificate' })
  const facts = { by: ctx.caller.personId, remarks }
  const serial = Buffer.from(serialNumber, 'hex')
  // The answer is read before anybody else can change it: it tells what was done, not what another officer did since.
  const { shown } = await ctx.db.transaction().execute(async (tx) => {
    const refusal = await changeByProvider(tx, ctx, serial, to, facts)
    if (refusal) throw new Problem('WRONG_STATE', { title: sentences[refusal], cause: refusal })
    return readIssued(ctx, serialNumber, tx)
  })
  // On record already: were one of these to fail, the sweep would do it.
  await ctx.app.authority
    .publish(organisationId === null ? 'people' : 'seals')
    .catch((cause: unknown) => ctx.log.error({ cause }, 'revocation list'))
  if (to.action === 'revoke') await destroyKeys(ctx.app).catch((cause: unknown) => ctx.log.error({ cause }, 'key not destroyed'))
  return shown
}

const own = {
  ar: 'هذه شهادتك أنت، فيقرّر فيها غيرك.',
  en: 'This is a certificate of your own: somebody else decides it.',
}

const gone = { ar: 'لا توجد شهادة مشترك بهذا الرقم.', en: 'There is no subscriber’s certificate with this number.' }
const sentences: Record<NotChanged, { ar: string; en: string }> = {
  unknown: gone,
  authority: gone,
  oneSigning: {
    ar: 'صدرت هذه الشهادة لتوقيع واحد ولا تُستعمل ثانية، فتُلغى ولا تُعلّق.',
    en: 'This certificate was made for one signing and is not used again: it can be revoked, not suspended.',
  },
  expired: { ar: 'انتهت صلاحية هذه الشهادة.', en: 'This certificate has expired.' },
  active: { ar: 'الشهادة سارية وليست معلّقة.', en: 'The certificate is active, not suspended.' },
  suspended: { ar: 'الشهادة معلّقة من قبل.', en: 'The certificate is suspended already.' },
  revoked: { ar: 'أُلغيت هذه الشهادة من قبل.', en: 'This certificate was revoked already.' },
}
