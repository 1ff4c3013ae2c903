import { sql } from 'kysely'
import * as calls from '#contract/certificates.ts'
import { applicationStates, type CertificateUsage, type DscState } from '#contract/certificateStates.ts'
import { payableSince } from '#server/features/payments/orders.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute } from '#server/platform/http/route.ts'
import { contains } from '#server/platform/search.ts'

const hexadecimal = sql<string | null>`upper(encode(dsc.serial_number, 'hex'))`

/** Whether the suspension that a row is in is the provider's, not its holder's. */
export const isHeldByProvider = sql<boolean>`(dsc.state = 'suspended' and (
  select event.cause = 'operator' from dsc_event as event where event.dsc_id = dsc.id order by event.id desc limit 1))`

/** Every certificate and application of the caller's own. */
export const certificateRows = ({ db, caller, now }: Ctx<Caller>) =>
  db
    .selectFrom('dsc')
    .innerJoin('certificate_class as class', 'class.id', 'dsc.class_id')
    .innerJoin('product', 'product.id', 'class.product_id')
    .innerJoin('sales_order as o', 'o.id', 'dsc.order_id')
    .innerJoin('payment', (join) =>
      join.on('payment.id', '=', (e) =>
        e
          .selectFrom('payment as newest')
          .select((m) => m.fn.max('newest.id').as('id'))
          .whereRef('newest.order_id', '=', 'o.id'),
      ),
    )
    .leftJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .leftJoin('dsc as followed', 'followed.id', 'dsc.renews')
    .leftJoin('dsc as following', (join) =>
      join.onRef('following.renews', '=', 'dsc.id').on('following.state', 'not in', ['rejected', 'cancelled']),
    )
    .where('dsc.person_id', '=', caller.personId)
    .where('dsc.organisation_id', 'is', null)
    .select((e) => [
      'dsc.public_id as encodedCertificateSlno',
      'dsc.state',
      'class.code as classCode',
      'product.name_en as classofCertificate',
      'product.name_ar as classofCertificateAr',
      e.ref('class.usage').$castTo<CertificateUsage>().as('usage'),
      'dsc.key_source as keySource',
      'dsc.key_algorithm as keyAlgorithm',
      'dsc.years',
      e('dsc.organisation_id', 'is not', null).$castTo<boolean>().as('isDocumentSigner'),
      'dsc.created_at as appliedAt',
      'dsc.issued_by as issuedBy',
      'dsc.issued_to as issuedTo',
      'certificate.not_before as validFrom',
      'certificate.not_after as validTo',
      hexadecimal.as('serialNumberHex'),
      'dsc.serial_decimal as serialNumberDecimal',
      'dsc.key_usage as keyUsage',
      'dsc.pkcs12_until as pkcs12Until',
      'followed.public_id as renews',
      'following.public_id as renewedBy',
      'dsc.old_name_until as oldNameUntil',
      isHeldByProvider.as('isHeldByProvider'),
      'payment.public_id as encodedPaymentSlno',
      'payment.status as paymentStatus',
      e
        .and([e('o.paid_at', 'is', null), e('o.created_at', '>', payableSince(now)), e('dsc.state', '=', 'applied')])
        .$castTo<boolean>()
        .as('initiatePayment'),
      e('payment.status', '=', 'initiated').$castTo<boolean>().as('recheckPayment'),
      e.ref('o.total_halalas').$castTo<number>().as('totalPrice'),
      e(
        'dsc.id',
        'is not distinct from',
        e.selectFrom('esign_transaction').select('dsc_id').where('account_id', '=', caller.accountId).orderBy('id', 'desc').limit(1),
      )
        .$castTo<boolean>()
        .as('signedLast'),
    ])

export const listMyCertificates = listRoute(calls.listMyCertificates, (ctx, { stage, state, canSign, search }) =>
  certificateRows(ctx)
    .$if(stage === 'application', (q) => q.where('dsc.state', 'in', [...applicationStates]))
    .$if(stage === 'certificate', (q) => q.where('dsc.state', 'not in', [...applicationStates] as DscState[]))
    .$if(state !== undefined, (q) => q.where('dsc.state', '=', state!))
    .$if(canSign !== undefined, (q) => {
      const able = sql<boolean>`(dsc.state = 'active' and dsc.key_source = 'keyStore' and dsc.old_name_until is null and class.usage = 'signing' and certificate.not_after > ${ctx.now})`
      return q.where(canSign ? able : sql<boolean>`${able} is not true`)
    })
    .$if(!!search, (q) =>
      q.where((e) =>
        e.or([
          e(hexadecimal, 'ilike', contains(search!.replace(/[\s:]/g, ''))),
          e('dsc.serial_decimal', 'like', contains(search!)),
          e('product.name_en', 'ilike', contains(search!)),
          e('product.name_ar', 'ilike', contains(search!)),
        ]),
      ),
    )
    .orderBy('dsc.id', 'desc'),
)
