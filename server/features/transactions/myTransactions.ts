import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { downloadDocument, listMyDocuments, listMyTransactions } from '#contract/transactions.ts'
import { isForgotten } from '#server/features/signing/contents.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { contains, dayEnds, dayStarts } from '#server/platform/search.ts'

/** The three labels that people see, over the states that the product keeps. */
export const labelOfState = sql<'pending' | 'success' | 'failed'>`case esign_transaction.state
  when 'success' then 'success'
  when 'failed' then 'failed' when 'expired' then 'failed' when 'rejected' then 'failed' when 'cancelled' then 'failed'
  else 'pending' end`

type Filters = { type?: '' | 'pending' | 'success' | 'failed'; search?: string; fromDate?: string; toDate?: string }

/** The caller's signings under the wire's names, newest first. */
export const transactionRows = ({ db, caller }: Ctx<Caller>, { type, search, fromDate, toDate }: Filters = {}) =>
  db
    .selectFrom('esign_transaction')
    .innerJoin('plan', 'plan.id', 'esign_transaction.plan_id')
    .innerJoin('product_pricing', 'product_pricing.id', 'plan.pricing_id')
    .where('esign_transaction.person_id', '=', caller.personId)
    .$if(!!type, (q) => q.where(labelOfState, '=', type as 'pending'))
    .$if(!!fromDate, (q) => q.where('esign_transaction.created_at', '>=', dayStarts(fromDate!)))
    .$if(!!toDate, (q) => q.where('esign_transaction.created_at', '<', dayEnds(toDate!)))
    .$if(!!search, (q) =>
      q.where((e) =>
        e.or([
          e('esign_transaction.public_id', 'ilike', contains(search!)),
          e('product_pricing.plan_name_ar', 'ilike', contains(search!)),
          e('product_pricing.plan_name_en', 'ilike', contains(search!)),
          e.exists(
            e
              .selectFrom('document')
              .select('document.id')
              .whereRef('document.transaction_id', '=', 'esign_transaction.id')
              .where('document.name', 'ilike', contains(search!)),
          ),
        ]),
      ),
    )
    .select([
      'esign_transaction.created_at as transactionDate',
      'esign_transaction.document_count as numberOfDocuments',
      'esign_transaction.public_id as transactionID',
      'product_pricing.plan_name_en as planType',
      'product_pricing.plan_name_ar as planTypeAr',
      'esign_transaction.user_role as userRole',
      sql<number>`case ${labelOfState} when 'pending' then 0 when 'success' then 1 else 2 end`.as('statusID'),
      labelOfState.as('statusLabel'),
      'esign_transaction.originator as originator',
      'esign_transaction.public_id as esignLogsID',
    ])
    .orderBy('esign_transaction.created_at', 'desc')
    .orderBy('esign_transaction.id', 'desc')

export const myTransactions = listRoute(listMyTransactions, transactionRows)

export const myDocuments = route(listMyDocuments, async ({ db, caller, now }, { transactionID }) => {
  const transaction = await db
    .selectFrom('esign_transaction')
    .select('id')
    .where('public_id', '=', transactionID)
    .where('person_id', '=', caller.personId)
    .executeTakeFirst()
  if (!transaction) throw new Problem('NOT_FOUND')
  const rows = await db
    .selectFrom('document')
    .select(['public_id', 'name', 'sha256', 'signed_size', 'signed_at', isForgotten(now).as('is_forgotten')])
    .where('transaction_id', '=', transaction.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const dataList = rows.map((row, i) => ({
    rowCount: i + 1,
    documentName: row.name,
    uniqueFileID: row.public_id,
    sha256: row.sha256.toString('hex'),
    signedSize: row.signed_size,
    signedAt: row.signed_at,
    isKept: !row.is_forgotten,
  }))
  return { dataList, totalCount: dataList.length }
})

export const download = route(downloadDocument, async (ctx, { uniqueFileID, edition }) => {
  const row = await ctx.db
    .selectFrom('document')
    .selectAll()
    .where('public_id', '=', uniqueFileID)
    .where('person_id', '=', ctx.caller.personId)
    .where(isForgotten(ctx.now), '=', false)
    .executeTakeFirst()
  if (!row || (edition === 'signed' && row.tail_sha256 === null)) throw new Problem('NOT_FOUND')
  await audit(ctx.db, ctx, 'document.downloaded', { subject: uniqueFileID, facts: { version: edition } })
  const parts = edition === 'signed' ? [row.sha256, row.tail_sha256!] : [row.sha256]
  return {
    content: Readable.from(assembled(ctx, parts)),
    size: edition === 'signed' ? row.signed_size! : row.size,
    fileName: edition === 'signed' ? row.name.replace(/(\.pdf)?$/i, '-signed.pdf') : row.name,
  }
})

/** The stored parts one after the other: the file as it was uploaded, then what signing appended. */
async function* assembled({ app }: Ctx<Caller>, parts: Buffer[]): AsyncGenerator<Uint8Array> {
  for (const sha256 of parts) yield* await app.documents.read(sha256.toString('hex'))
}
