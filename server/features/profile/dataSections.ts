import { sql, type SelectQueryBuilder } from 'kysely'
import type { DB } from '#server/platform/db/schema.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'

type Rows = SelectQueryBuilder<DB, never, object>

/**
 * Everything that is held about a person, by table; what is missing is a secret of the product (keys, hashes of codes) or the sealed ID, which
 * stands masked. A test demands that each table with a person's number is here or has a reason not to be.
 */
export const dataSections: Record<string, (ctx: Ctx<Caller>) => Rows> = {
  profile: ({ db, caller }) =>
    db
      .selectFrom('person')
      .select([
        'national_id_masked',
        'name_ar',
        'name_en',
        'born_on',
        'gender',
        'nationality',
        'nationality_code',
        'identity_expires_on',
        'email',
        'mobile',
        'language',
      ])
      .select([
        'screen_language',
        'letter_language',
        'theme',
        'digits',
        'calendar',
        'page_size',
        'is_subscriber',
        'status',
        'kyc_until',
        'password_changed_at',
        'created_at',
      ])
      .where('id', '=', caller.personId)
      .orderBy('id'),
  memberships: ({ db, caller }) =>
    db
      .selectFrom('membership as m')
      .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
      .select(['o.name_ar', 'o.name_en', 'o.unified_number', 'm.role', 'm.status', 'm.active', 'm.created_at'])
      .select(['m.employee_number', 'm.work_email', 'm.work_mobile', 'm.designation'])
      .where('m.person_id', '=', caller.personId)
      .orderBy('m.id'),
  operatorRoles: ({ db, caller }) => db.selectFrom('operator_role').select('role').where('person_id', '=', caller.personId).orderBy('role'),
  agreements: ({ db, caller }) =>
    db
      .selectFrom('agreement_acceptance')
      .select(['kind', 'version', 'language', 'user_type', 'how', 'accepted_at', 'device_public_id', 'address'])
      .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  enrolments: ({ db, caller }) =>
    db
      .selectFrom('enrolment')
      .select(['public_id', 'state', 'language', 'email', 'mobile', 'device_public_id', 'verified_at', 'created_at', 'completed_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  devices: ({ db, caller }) =>
    db
      .selectFrom('device')
      .select(['public_id', 'kind', 'model', 'app_version', 'created_at', 'seen_at', 'revoked_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  sessions: ({ db, caller }) =>
    db
      .selectFrom('session')
      .innerJoin('device', 'device.id', 'session.device_id')
      .select(['device.model', 'session.method', 'session.address', 'born_at', 'session.seen_at', 'confirmed_at', 'ended_at', 'end_reason'])
      .where('session.person_id', '=', caller.personId)
      .orderBy('born_at')
      .orderBy('session.id'),
  identityConfirmations: ({ db, caller }) =>
    db
      .selectFrom('challenge')
      .select(['purpose', 'state', 'device_public_id', 'started_at', 'expires_at', 'ended_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  contactChanges: ({ db, caller }) =>
    db
      .selectFrom('contact_change')
      .select(['contact', 'address', 'state', 'created_at', 'ended_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  messages: ({ db, caller }) =>
    db
      .selectFrom('message')
      .innerJoin('person', (join) => join.on((e) => e('message.recipient', 'in', [e.ref('person.email'), e.ref('person.mobile')])))
      .select(['channel', 'recipient', 'subject', 'message.created_at', 'sent_at', 'gave_up_at'])
      .where('person.id', '=', caller.personId)
      .orderBy('message.id'),
  notifications: ({ db, caller }) =>
    db.selectFrom('notification').select(['kind', 'facts', 'created_at', 'read_at']).where('person_id', '=', caller.personId).orderBy('id'),
  plans: ({ db, caller }) =>
    db
      .selectFrom('plan')
      .select(['public_id', 'kind', 'valid_from', 'valid_to', 'credited', 'available', 'reserved', 'spent', 'expired', 'reversed'])
      .where('account_id', '=', caller.accountId)
      .orderBy('id'),
  ledger: ({ db, caller }) =>
    db
      .selectFrom('ledger_entry as l')
      .innerJoin('plan', 'plan.id', 'l.plan_id')
      .select(['plan.public_id as plan', 'l.kind', 'from_account', 'to_account', 'amount', 'at'])
      .where('l.account_id', '=', caller.accountId)
      .orderBy('l.id'),
  orders: ({ db, caller }) =>
    db
      .selectFrom('sales_order as o')
      .innerJoin('order_line as line', 'line.order_id', 'o.id')
      .select(['o.public_id', 'o.kind', 'line.unit', 'line.quantity', 'line.validity_days', 'line.price_halalas', 'line.vat_halalas'])
      .select(['o.created_at', 'o.paid_at'])
      .where('o.account_id', '=', caller.accountId)
      .orderBy('o.id')
      .orderBy('line.position'),
  payments: ({ db, caller }) =>
    db
      .selectFrom('payment as p')
      .innerJoin('sales_order as o', 'o.id', 'p.order_id')
      .select(['o.public_id as order', 'p.reference', 'gateway', 'amount_halalas', 'currency', 'p.status', 'p.created_at', 'settled_at'])
      .where('o.account_id', '=', caller.accountId)
      .orderBy('p.id'),
  invoices: ({ db, caller }) =>
    db
      .selectFrom('invoice as i')
      .innerJoin('payment as p', 'p.id', 'i.payment_id')
      .innerJoin('sales_order as o', 'o.id', 'p.order_id')
      .select(['i.number', 'i.kind', 'i.issued_at', 'i.facts'])
      .where('o.account_id', '=', caller.accountId)
      .orderBy('i.id'),
  transactions: ({ db, caller }) =>
    db
      .selectFrom('esign_transaction')
      .select([
        'public_id',
        'state',
        'originator',
        'user_role',
        'document_count',
        'device_public_id',
        'approved_at',
        'created_at',
        'ended_at',
      ])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  documents: ({ db, caller }) =>
    db
      .selectFrom('document as d')
      .leftJoin('esign_transaction as t', 't.id', 'd.transaction_id')
      .select(['d.public_id', 'd.name', 'd.size', 't.public_id as transaction', 'd.uploaded_at', 'd.signed_at', 'd.expires_at'])
      .select([sql<string>`encode(d.sha256, 'hex')`.as('sha256'), sql<string | null>`encode(d.signed_sha256, 'hex')`.as('signed_sha256')])
      .where('d.person_id', '=', caller.personId)
      .orderBy('d.id'),
  signingDrafts: ({ db, caller }) =>
    db.selectFrom('signing_draft').select(['documents', 'updated_at']).where('person_id', '=', caller.personId).orderBy('account_id'),
  certificates: ({ db, caller }) =>
    db
      .selectFrom('certificate')
      .select(['profile', 'issued_at', 'not_before', 'not_after', 'revoked_at', 'revocation_reason'])
      .select([
        sql<string>`encode(serial_number, 'hex')`.as('serial_number'),
        sql<string | null>`encode(certificate, 'base64')`.as('certificate'),
      ])
      .where('person_id', '=', caller.personId)
      .orderBy('intended_at')
      .orderBy('serial_number'),
  certificateRequests: ({ db, caller }) =>
    db
      .selectFrom('dsc')
      .select(['public_id', 'state', 'years', 'key_source', 'key_algorithm', 'created_at'])
      .where('person_id', '=', caller.personId)
      .where('organisation_id', 'is', null)
      .orderBy('id'),
  /** What the person ordered and sealed for organisations. */
  sealOrders: ({ db, caller }) =>
    db
      .selectFrom('dsc')
      .innerJoin('organisation as o', 'o.id', 'dsc.organisation_id')
      .select(['dsc.public_id', 'o.name_ar', 'o.name_en', 'dsc.state', 'dsc.years', 'dsc.created_at'])
      .where('dsc.person_id', '=', caller.personId)
      .orderBy('dsc.id'),
  documentsWithSeals: ({ db, caller }) =>
    db
      .selectFrom('sealed_document as d')
      .innerJoin('organisation as o', 'o.id', 'd.organisation_id')
      .select(['d.public_id', 'o.name_ar', 'o.name_en', 'd.name', 'd.size', 'd.uploaded_at', 'd.approved_at', 'd.sealed_at as done_at'])
      .select(sql<string>`encode(d.sha256, 'hex')`.as('sha256'))
      .where((e) => e.or([e('d.person_id', '=', caller.personId), e('d.sealed_by', '=', caller.personId)]))
      .orderBy('d.id'),
  erasureRequests: ({ db, caller }) =>
    db
      .selectFrom('erasure_request')
      .select(['public_id', 'state', 'reason', 'requested_at', 'answer_due_at', 'is_granted', 'answer', 'ended_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  accountClosures: ({ db, caller }) =>
    db
      .selectFrom('account_closure')
      .select(['public_id', 'state', 'reason', 'remarks', 'created_at', 'ended_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  organisationApplications: ({ db, caller }) =>
    db
      .selectFrom('organisation_application')
      .select(['public_id', 'state', 'details', 'remarks', 'field_remarks', 'created_at', 'saved_at', 'submitted_at', 'decided_at'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  decisions: ({ db, caller }) =>
    db
      .selectFrom('decision')
      .select(['public_id', 'kind', 'number', 'is_approved', 'remarks', 'content', 'decided_at'])
      .where('maker_id', '=', caller.personId)
      .orderBy('id'),
  evidenceFiles: ({ db, caller }) =>
    db
      .selectFrom('evidence_file')
      .select(['public_id', 'purpose', 'name', 'kind', 'size', 'uploaded_at', 'expires_at', 'request_number', 'sent_at'])
      .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
  looks: ({ db, caller }) =>
    db
      .selectFrom('data_look as l')
      .leftJoin('organisation as o', 'o.id', 'l.organisation_id')
      .select(['l.at', 'l.what', 'l.reference', 'o.name_ar', 'o.name_en'])
      .where('l.person_id', '=', caller.personId)
      .orderBy('l.id'),
  auditTrail: ({ db, caller }) =>
    db
      .selectFrom('audit_event')
      .select(['at', 'action', 'outcome', 'subject', 'device_public_id', 'address', 'reference', 'facts'])
      .where('person_id', '=', caller.personId)
      .orderBy('id'),
}

const batch = 500

/** One JSON document, written as it is read, so that a long history needs no memory. */
export async function* everythingAbout(ctx: Ctx<Caller>): AsyncGenerator<string> {
  yield `{\n"product": "Tawqi", "madeAt": ${JSON.stringify(ctx.now)}, "reference": ${JSON.stringify(ctx.reference)}`
  for (const [name, query] of Object.entries(dataSections)) {
    yield `,\n\n"${name}": [`
    for (let offset = 0; ; offset += batch) {
      const rows = await query(ctx).limit(batch).offset(offset).execute()
      if (rows.length > 0) yield `${offset > 0 ? ',' : ''}\n  ${rows.map((row) => JSON.stringify(row)).join(',\n  ')}`
      if (rows.length < batch) break
    }
    yield ']'
  }
  yield '\n}\n'
}
