/** The certificates of an organisation’s seal, as it and the provider's registration officers read them. */
import { sql } from 'kysely'
import * as calls from '#contract/organisation.ts'
import { route } from '#server/platform/http/route.ts'

export const listOrganisationCertificates = route(calls.listOrganisationCertificates, async ({ db, organisation, language }) => {
  const dataList = await db
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .innerJoin('certificate_class as class', 'class.id', 'dsc.class_id')
    .innerJoin('product', 'product.id', 'class.product_id')
    .where('dsc.organisation_id', '=', organisation.id)
    .select((e) => [
      e.ref('dsc.issued_by').$notNull().as('issuedBy'),
      e.ref('dsc.issued_to').$notNull().as('issuedTo'),
      e.ref('certificate.not_before').$notNull().as('validFrom'),
      e.ref('certificate.not_after').$notNull().as('validTo'),
      `product.${language === 'ar' ? 'name_ar' : 'name_en'} as classofCertificate`,
      sql<boolean>`true`.as('isDocumentSigner'), // whoever’s it is, what an organisation has is its seal
      sql<string>`upper(encode(dsc.serial_number, 'hex'))`.as('serialNumberHex'),
      e.ref('dsc.serial_decimal').$notNull().as('serialNumberDecimal'),
      'dsc.key_usage as keyUsage',
    ])
    .orderBy('certificate.not_before', 'desc')
    .orderBy('dsc.id', 'desc')
    .execute()
  return { dataList, totalCount: dataList.length }
})
