import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { SigningState, TransactionState } from '#contract/signing.ts'
import { fixedStatement } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { signingFailures } from '#server/platform/signingFailures.ts'
import { failureOf } from './failures.ts'

const statusOf: Record<TransactionState, '0' | '1' | '2' | '3' | '4' | '5'> = {
  received: '3',
  reserved: '3',
  authentication: '3',
  signing: '3',
  success: '1',
  failed: '0',
  rejected: '2',
  expired: '4',
  cancelled: '5',
}

const sentences: Record<TransactionState, { ar: string; en: string }> = {
  received: { ar: '', en: '' },
  reserved: {
    ar: 'في تطبيق نفاذ طلب آخر قائم بهويتك. يصلك طلب هذه المعاملة بعده، وإن لم تطلب الآخر فارفضه في التطبيق.',
    en: 'Another request for your ID is open in the Nafath app. This one follows it; if you did not make the other, reject it there.',
  },
  authentication: { ar: 'بانتظار موافقتك في تطبيق نفاذ.', en: 'Waiting for your approval in the Nafath app.' },
  signing: { ar: 'وصلت موافقتك، وجارٍ توقيع المستندات.', en: 'Your approval has arrived; the documents are being signed.' },
  success: { ar: '', en: '' },
  failed: { ar: 'تعذّر التوقيع. لم يُخصم من رصيدك شيء.', en: 'The documents could not be signed. Nothing was taken from your balance.' },
  rejected: {
    ar: 'رُفض الطلب في تطبيق نفاذ. لم يُخصم من رصيدك شيء.',
    en: 'The request was rejected in the Nafath app. Nothing was taken from your balance.',
  },
  expired: { ar: 'انتهت مهلة الموافقة. لم يُخصم من رصيدك شيء.', en: 'The time to approve is over. Nothing was taken from your balance.' },
  cancelled: { ar: 'أُلغي التوقيع. لم يُخصم من رصيدك شيء.', en: 'The signing was cancelled. Nothing was taken from your balance.' },
}

/** The transaction with its plan, its challenge and its documents. */
const signingOf = fixedStatement((db, id: number) =>
  db
    .selectFrom('esign_transaction')
    .leftJoin('challenge', 'challenge.id', 'esign_transaction.challenge_id')
    .innerJoin('plan', 'plan.id', 'esign_transaction.plan_id')
    .innerJoin('product_pricing', 'product_pricing.id', 'plan.pricing_id')
    .select([
      'esign_transaction.public_id',
      'esign_transaction.state',
      'esign_transaction.expires_at',
      'challenge.random',
      'product_pricing.plan_name_ar',
      'product_pricing.plan_name_en',
      'esign_transaction.dsc_id',
      'esign_transaction.failure',
    ])
    .select((e) =>
      jsonArrayFrom(
        e
          .selectFrom('document')
          .select(['document.public_id as uniqueFileID', 'document.name as documentName'])
          .select([sql<string>`encode(document.sha256, 'hex')`.as('sha256'), 'document.signed_size as signedSize'])
          .whereRef('document.transaction_id', '=', 'esign_transaction.id')
          .orderBy('document.position')
          .orderBy('document.id'),
      ).as('documents'),
    )
    .where('esign_transaction.id', '=', id),
)

/** A transaction as its waiting screen needs it. */
export async function describeSigning(ctx: Pick<Ctx, 'db' | 'language'>, id: number): Promise<z.output<typeof SigningState>> {
  const [row] = await signingOf(ctx.db, id)
  if (!row) throw new Error(`there is no signing ${id}`)
  const reason = row.state === 'failed' && row.failure ? failureOf(row.failure) : null
  return {
    transactionID: row.public_id,
    state: row.state,
    status: statusOf[row.state],
    errorMessage: `${sentences[row.state][ctx.language]}${reason ? ` ${signingFailures[reason][ctx.language]}` : ''}`,
    random: row.state === 'authentication' ? (row.random ?? '') : '',
    expiresAt: row.expires_at,
    documents: row.documents,
    planName: row.plan_name_en,
    planNameAr: row.plan_name_ar,
    certificate: row.dsc_id === null ? null : await certificateOf(ctx, row.dsc_id),
  }
}

/** The signer's own certificate, as they chose it. */
const certificateOf = ({ db }: Pick<Ctx, 'db'>, dscId: number) =>
  db
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .innerJoin('certificate_class', 'certificate_class.id', 'dsc.class_id')
    .innerJoin('product', 'product.id', 'certificate_class.product_id')
    .select([
      'dsc.public_id as encodedCertificateSlno',
      'product.name_en as classofCertificate',
      'product.name_ar as classofCertificateAr',
      sql<string>`upper(encode(dsc.serial_number, 'hex'))`.as('serialNumberHex'),
      'certificate.not_after as validTo',
    ])
    .where('dsc.id', '=', dscId)
    .$narrowType<{ validTo: Date }>()
    .executeTakeFirstOrThrow()
