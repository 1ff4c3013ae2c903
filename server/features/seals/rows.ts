/** Seals and orders of them as everybody reads them: their own organisation, and the provider's staff. */
import { sql } from 'kysely'
import type { OrganisationSeal, SealWait } from '#contract/seals.ts'
import type { z } from 'zod'
import { isHeldByProvider } from '#server/features/certificates/rows.ts'
import { certificates, type Certificate } from '#server/features/certificates/states.ts'
import { payableSince } from '#server/features/payments/orders.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import type { App } from '#server/app.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import type { Name } from '#server/signing/organisationSubject.ts'

export type Acting = Ctx<Caller, ActingOrganisation>
export type Seal = z.output<typeof OrganisationSeal>
type Person = Seal['madeBy']

export const whatItWaitsFor = sql<SealWait | null>`(case dsc.state
  when 'applied' then 'payment' when 'paid' then 'identity'
  when 'identityVerified' then (case when dsc.signatory_approved_at is null then 'authorizedSignatory' else 'registrationOfficer' end)
  when 'approved' then 'issuing' when 'issued' then 'issuing' end)`

const named = (column: string) => sql<Person>`(select jsonb_build_object('fullName', by.name_en, 'fullNameAr', by.name_ar)
  from person by where by.id = ${sql.ref(column)})`

const hasPaper = (kind: 'invoice' | 'creditNote') =>
  sql<boolean>`exists (select from invoice join payment p on p.id = invoice.payment_id where p.order_id = o.id and invoice.kind = ${kind})`

/** Orders and seals of organisations under the wire's names. */
const sealRows = (db: Queryable, now: Date) =>
  db
    .selectFrom('dsc')
    .innerJoin('certificate_class as class', 'class.id', 'dsc.class_id')
    .innerJoin('product', 'product.id', 'class.product_id')
    .innerJoin('sales_order as o', 'o.id', 'dsc.order_id')
    .innerJoin('evidence_file as image', 'image.id', 'dsc.image_id')
    .innerJoin('payment', (join) =>
      join.on('payment.id', '=', (e) =>
        e
          .selectFrom('payment as newest')
          .select((m) => m.fn.max('newest.id').as('id'))
          .whereRef('newest.order_id', '=', 'o.id'),
      ),
    )
    .leftJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .leftJoin('dsc as replaced', 'replaced.id', 'dsc.renews')
    .select(['dsc.id as slNo', 'dsc.public_id as requestID', 'dsc.state', whatItWaitsFor.as('waitsFor')])
    .select(
      sql<Date>`greatest(dsc.signatory_approved_at, (select max(event.at) from dsc_event as event where event.dsc_id = dsc.id))`.as(
        'changed',
      ),
    )
    .select(['class.code as classCode', 'product.name_en as classofCertificate', 'product.name_ar as classofCertificateAr'])
    .select(['dsc.years', 'dsc.key_algorithm as keyAlgorithm', sql<Name>`dsc.subject`.as('subject'), 'dsc.created_at as appliedAt'])
    .select(['image.public_id as imageID', 'image.name as imageName', 'image.kind as imageKind', 'image.size as imageSize'])
    .select(['image.sha256 as imageSha256', 'image.uploaded_at as imageAt', named('dsc.person_id').as('madeBy')])
    .select(
      sql<Person | null>`(select jsonb_build_object('fullName', by.name_en, 'fullNameAr', by.name_ar)
        from decision d join person by on by.id = d.decider_id
        where dsc.signatory_approved_at is not null and d.kind = 'seal' and d.number = dsc.public_id order by d.id limit 1)`.as(
        'signatory',
      ),
    )
    .select(['dsc.signatory_approved_at as approvedDate', 'dsc.decided_at as decidedDate'])
    .select(sql<string | null>`nullif(dsc.remarks, '')`.as('remarks'))
    .select(['dsc.issued_by as issuedBy', 'dsc.issued_to as issuedTo', 'dsc.serial_decimal as serialNumberDecimal'])
    .select(['certificate.not_before as validFrom', 'certificate.not_after as validTo', 'certificate.revocation_reason as reasonCode'])
    .select(sql<string | null>`upper(encode(dsc.serial_number, 'hex'))`.as('serialNumberHex'))
    .select(sql<string | null>`upper(encode(replaced.serial_number, 'hex'))`.as('replaces'))
    .select([isHeldByProvider.as('isHeldByProvider'), 'payment.status as paymentStatus'])
    .select((e) => [
      e
        .and([e('o.paid_at', 'is', null), e('o.created_at', '>', payableSince(now)), e('dsc.state', '=', 'applied')])
        .$castTo<boolean>()
        .as('initiatePayment'),
      e('payment.status', '=', 'initiated').$castTo<boolean>().as('recheckPayment'),
      e.ref('o.total_halalas').$castTo<number>().as('totalPrice'),
    ])
    .select([hasPaper('invoice').as('hasInvoice'), hasPaper('creditNote').as('hasCreditNote')])
    .where('dsc.organisation_id', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof sealRows>['executeTakeFirstOrThrow']>>

function told({ authority }: App, row: Row): Seal {
  const { imageID, imageName, imageKind, imageSize, imageSha256, imageAt, subject, reasonCode, changed, ...seal } = row
  return {
    ...seal,
    waitingSince: seal.waitsFor === null ? null : changed,
    subject: subject.map(([name, value]) => ({ name, value })),
    stamp: {
      uniqueFileID: imageID,
      fileName: imageName,
      kind: imageKind,
      size: imageSize,
      sha256: imageSha256.toString('hex'),
      uploadedDate: imageAt,
    },
    revocationReason: reasonCode === null ? null : authority.status.reasonOf(reasonCode)!,
  }
}

type Looking = Pick<Ctx, 'app' | 'now'>

/** Every order and seal of an organisation, the newest first. */
export const sealsOf = async (db: Queryable, { app, now }: Looking, organisationId: number): Promise<Seal[]> =>
  (await sealRows(db, now).where('dsc.organisation_id', '=', organisationId).orderBy('dsc.id', 'desc').execute()).map((row) =>
    told(app, row),
  )

/** One order or seal as everybody is shown it. @throws Problem NOT_FOUND */
export async function describeSeal(db: Queryable, { app, now }: Looking, id: number): Promise<Seal> {
  const row = await sealRows(db, now).where('dsc.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return told(app, row)
}

/** An order or seal of the acting organisation; locked, after its organisation, where a transaction asks. @throws Problem NOT_FOUND */
export async function ownSeal(db: Queryable, { organisation }: Pick<Acting, 'organisation'>, id: number): Promise<Certificate> {
  const found = await db
    .selectFrom('dsc')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisation.id)
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

/** The organisation before the seal: so does whatever changes which of its seals is in force. */
export async function lockSeal(tx: Tx, { id, organisation_id }: Pick<Certificate, 'id' | 'organisation_id'>): Promise<Certificate> {
  await lockOrganisation(tx, organisation_id!)
  return certificates.lock(tx, id)
}

/** The seal of an organisation that is in force, or on hold. */
export const sealInForce = (db: Queryable, organisationId: number) =>
  db
    .selectFrom('dsc')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('state', 'in', ['issued', 'active', 'suspended'])
    .executeTakeFirst()

/** The picture that an organisation has: of the seal that is or was last in force, or the one that came with its registration. */
export async function pictureOf(db: Queryable, organisationId: number) {
  const columns = ['f.id', 'f.public_id', 'f.name', 'f.kind', 'f.size', 'f.sha256', 'f.uploaded_at', 'f.width', 'f.height'] as const
  const ofSeal = await db
    .selectFrom('dsc')
    .innerJoin('evidence_file as f', 'f.id', 'dsc.image_id')
    .select(columns)
    .where('dsc.organisation_id', '=', organisationId)
    .where('dsc.serial_number', 'is not', null)
    .orderBy('dsc.id', 'desc')
    .executeTakeFirst()
  if (ofSeal) return ofSeal
  return db
    .selectFrom('evidence_file as f')
    .innerJoin('organisation_application as a', 'a.public_id', 'f.request_number')
    .select(columns)
    .where('f.purpose', '=', 'organisationSeal')
    .where('a.organisation_id', '=', organisationId)
    .orderBy('f.id', 'desc')
    .executeTakeFirst()
}
export type Picture = NonNullable<Awaited<ReturnType<typeof pictureOf>>>
