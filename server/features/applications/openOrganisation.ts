import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { creditStartingSeats, takeSeat } from '#server/platform/seats.ts'
import { type Application, detailsOf } from './applications.ts'

/**
 * Registers the organisation of an approved application: with the seats that each begins with, and its applicant as its first enrolment admin.
 * @throws Problem WRONG_STATE where its unified number is registered already
 */
export async function openOrganisation(tx: Tx, { now }: Ctx, row: Application): Promise<number> {
  const details = detailsOf(row)
  const added = await tx
    .insertInto('organisation')
    .values({
      unified_number: details.unifiedOrgNo,
      cr_number: details.crNumber || null,
      name_ar: details.organizationNameAr,
      name_en: details.organizationName,
      dba_ar: details.DBANameAr,
      dba_en: details.DBAName,
      vat_number: details.vatNumber || null,
      email: details.email,
      telephone: details.telephoneNumber,
      country: details.country,
      region: details.stateProvinceRegion,
      city: details.city,
      address: details.address,
      postal_code: details.postalCodeZIPCode,
      sip_code: `SIP-${details.unifiedOrgNo}`,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('unified_number').doNothing()) // another was approved since this one was looked at
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Problem('WRONG_STATE', { title: alreadyRegistered, cause: 'unified number is taken' })
  const account = await tx.selectFrom('account').select('id').where('organisation_id', '=', added.id).executeTakeFirstOrThrow()
  await creditStartingSeats(tx, now, account.id)
  const member = await tx
    .insertInto('membership')
    .values({ organisation_id: added.id, person_id: row.person_id, role: 'enrolmentAdmin', status: 'approved', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await takeSeat(tx, now, member.id)
  return added.id
}

export const alreadyRegistered = {
  ar: 'منشأة بهذا الرقم الوطني الموحد مسجلة من قبل. أعد الطلب إلى صاحبه أو ارفضه.',
  en: 'An organisation with this unified national number is registered already. Return the application or reject it.',
}
