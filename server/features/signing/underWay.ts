import { isDeepStrictEqual } from 'node:util'
import type { DocumentToSign, SignatureAppearance } from '#contract/signing.ts'
import type { z } from 'zod'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Place } from '#server/signing/placement.ts'
import type { Transaction } from './states.ts'

export type Wanted = z.output<typeof DocumentToSign>
type Order = { documents: readonly Wanted[]; planUniqueID?: string | undefined; encodedCertificateSlno?: string | undefined }

/**
 * The signing of these documents that this browser began before and nobody approved yet: whoever lost its answer and comes back finds what was
 * reserved, instead of reserving once more beside it. @returns with it whether it is exactly what is wanted now
 */
export async function findUnderWay(
  tx: Tx,
  ctx: Ctx<Caller>,
  order: Order,
): Promise<{ transaction: Transaction; isSame: boolean } | undefined> {
  const transaction = await tx
    .selectFrom('esign_transaction')
    .selectAll()
    .where('account_id', '=', ctx.caller.accountId)
    .where('device_public_id', '=', ctx.deviceId ?? '')
    .where('state', 'in', ['reserved', 'authentication'])
    .where('expires_at', '>', ctx.now)
    .where('id', 'in', (e) =>
      e.selectFrom('document').select('transaction_id').where('public_id', '=', order.documents[0]!.uniqueFileID).$castTo<number>(),
    )
    .executeTakeFirst()
  return transaction && { transaction, isSame: isDeepStrictEqual(await orderOf(tx, transaction, order), order.documents) }
}

/** What a transaction was begun with, its documents in their order; null where plan or certificate are others. */
async function orderOf(tx: Tx, { id, plan_id, dsc_id }: Transaction, wanted: Order): Promise<Wanted[] | null> {
  const [plan, certificate, documents] = await Promise.all([
    plan_id === null ? undefined : tx.selectFrom('plan').select('public_id').where('id', '=', plan_id).executeTakeFirst(),
    dsc_id === null ? undefined : tx.selectFrom('dsc').select('public_id').where('id', '=', dsc_id).executeTakeFirst(),
    tx
      .selectFrom('document')
      .select(['public_id', 'placement', 'appearance'])
      .where('transaction_id', '=', id)
      .orderBy('position')
      .execute(),
  ])
  if (wanted.planUniqueID !== undefined && wanted.planUniqueID !== plan?.public_id) return null
  if (wanted.encodedCertificateSlno !== certificate?.public_id) return null
  return documents.map(({ public_id, placement, appearance }) => {
    const place = placement as Place
    return {
      uniqueFileID: public_id,
      ...(place && 'field' in place ? { placement: null, field: place.field } : { placement: place }),
      ...(appearance !== null && { appearance: appearance as SignatureAppearance }),
    }
  })
}
