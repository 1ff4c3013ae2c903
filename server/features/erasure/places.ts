/**
 * Where the product keeps something of a person, and what an erasure makes of it: every table, and of those whose rows stay every column. A test
 * demands a place here for each column of the database, so that whoever adds one decides what becomes of it.
 */
import type { ErasureGround } from '#contract/erasure.ts'
import type { DB } from '#server/platform/db/schema.ts'

type Place =
  /** No person’s: why. */
  | { nothing: string }
  /** Their rows are deleted. */
  | { rows: 'destroyed' }
  /** Their rows end by themselves within days, and hold no words of theirs. */
  | { rows: 'passing'; why: string }
  /** The rows stay under the person’s number: each column is plain (numbers, states, moments), emptied, or sealed for a law’s years. */
  | { columns: Partial<Record<'plain' | 'emptied' | ErasureGround, string>> }

const catalogue = { nothing: 'what is on sale' }
const authority = { nothing: 'the authority’s own' }
const destroyed = { rows: 'destroyed' } as const

export const erasurePlaces: Record<keyof DB, Place> = {
  account: { columns: { plain: 'id person_id organisation_id' } },
  account_closure: {
    columns: { plain: 'id public_id person_id made_by state created_at ended_at', emptied: 'reason remarks' },
  },
  activation: destroyed,
  agreement_acceptance: {
    // Without a certificate that rests on them the rows go.
    columns: {
      plain: 'id public_id person_id organisation_id user_type kind version language sha256 how accepted_at',
      certification: 'device_public_id address',
    },
  },
  approval_turn: destroyed,
  audit_event: {
    columns: { plain: 'id at action outcome person_id organisation_id subject reference', trail: 'device_public_id address facts' },
  },
  authority_key: authority,
  blocked_key: authority,
  certificate: {
    columns: {
      plain:
        'serial_number issuer_id profile profile_hash person_id organisation_id transaction_id intended_at issued_at not_before not_after revoked_at revocation_reason dsc_id public_key_sha256 crl_pending',
      certification: 'tbs certificate',
    },
  },
  catalogue_change: { nothing: 'what is sold, and who of the staff changed it' },
  certificate_class: catalogue,
  certificate_price: catalogue,
  challenge: {
    // Those that prove a signing, a certificate or a decision; the others are deleted.
    columns: {
      plain:
        'id secret_hash purpose person_id subject provider_trans_id request_id random state started_at expires_at ended_at known_device approved_at',
      emptied: 'national_id_hash session_id network',
      certification: 'national_id_sealed assertion_sealed device_public_id',
    },
  },
  challenge_precedence: destroyed,
  contact_change: destroyed,
  contact_message: destroyed,
  crl: authority,
  data_look: destroyed,
  decision: {
    columns: {
      plain: 'id public_id kind number maker_id decider_id is_approved digest challenge_id assertion_sha256 provider_key decided_at',
      trail: 'remarks content assertion_sealed',
    },
  },
  device: destroyed,
  document: destroyed,
  dsc: {
    columns: {
      plain:
        'id public_id person_id organisation_id order_id class_id years state key_source key_algorithm public_key challenge_id renews serial_number leased_until created_at issued_by serial_decimal key_usage key_destroyed_at old_name_until image_id subject signatory_approved_at decided_at remarks refund_next_at',
      emptied: 'key_sealed pkcs12_sealed pkcs12_until',
      certification: 'issued_to',
    },
  },
  dsc_event: { columns: { plain: 'id dsc_id at from_state to_state cause reason' } },
  dsc_reminder: { columns: { plain: 'dsc_id days_left at' } },
  enrolment: destroyed,
  enrolment_code: destroyed,
  erasure_key: { columns: { plain: 'id person_id ground keep_until key_sealed' } },
  erasure_request: {
    columns: {
      plain: 'id public_id person_id state requested_at answer_due_at ended_at is_granted erased_at',
      emptied: 'reason answer',
    },
  },
  erasure_sealed: { columns: { plain: 'table_name row_key key_id sealed' } },
  esign_transaction: {
    columns: {
      plain:
        'id public_id person_id plan_id originator user_role language state document_count challenge_id approved_at created_at expires_at leased_until attempts ended_at failure dsc_id told_at account_id logs_id',
      emptied: 'session_id device_public_id proof_code',
    },
  },
  esign_transaction_event: { columns: { plain: 'id transaction_id at from_state to_state cause' } },
  evidence_file: destroyed,
  health_fault: { nothing: 'of the product' },
  health_watch: { nothing: 'of the product' },
  idempotency_key: destroyed,
  idempotency_step: destroyed,
  invoice: {
    columns: {
      plain: 'id number kind counter uuid previous_hash hash payment_id refers_to refund_id issued_at',
      taxRecords: 'facts',
    },
  },
  ledger_entry: {
    columns: { plain: 'id operation_key plan_id kind from_account to_account amount transaction_id at account_id membership_id' },
  },
  let_go: { nothing: 'what staff saw to' },
  link: destroyed,
  login_attempt: destroyed,
  membership: {
    columns: {
      plain:
        'id organisation_id person_id role active created_at seat_plan_id status public_id invited_by invited_at invitation_ends_at submitted_at signatory_approved_at unit_id is_auto_unit',
      emptied:
        'designation employee_number work_email work_mobile city region postal_code country remarks invited_name national_id_hash national_id_masked',
    },
  },
  membership_change: {
    columns: {
      plain: 'id public_id membership_id kind old_unit_id new_unit_id status made_by created_at signatory_approved_at decided_at',
      emptied: 'old_value new_value reason remarks',
    },
  },
  message: destroyed,
  notification: destroyed,
  operator_role: { nothing: 'nobody of the staff is erased: they are dismissed first' },
  order_line: { columns: { plain: 'order_id position pricing_id unit quantity validity_days price_halalas vat_halalas' } },
  organisation: { nothing: 'an organisation’s' },
  organisation_application: {
    // Of what came to nothing the rows go; of what was approved they are the organisation’s.
    columns: {
      plain: 'id public_id person_id state details remarks field_remarks created_at saved_at submitted_at decided_at organisation_id',
    },
  },
  organisation_change: { nothing: 'an organisation’s' },
  organisation_contact: { nothing: 'whom an organisation names to us is the organisation’s, which changes it' },
  organisation_unit: { nothing: 'an organisation’s' },
  payment: {
    columns: {
      plain:
        'id public_id order_id reference gateway gateway_id gateway_payment_id payment_url amount_halalas currency status failure_told created_at expires_at checked_at check_count next_check_at settled_at failure refunded_halalas',
    },
  },
  payment_event: { columns: { plain: 'id payment_id at from_status to_status cause' } },
  payment_webhook: { columns: { plain: 'event_id type gateway_id received_at' } },
  person: {
    columns: {
      plain: 'id status erased_at',
      emptied:
        'email mobile language password_hash is_subscriber screen_language theme digits calendar password_changed_at page_size letter_language letters_left_out national_id_hash national_id_masked',
      // Where no certificate rests on it, who they proved to be is destroyed.
      certification:
        'national_id_sealed first_name_ar father_name_ar grandfather_name_ar family_name_ar first_name_en father_name_en grandfather_name_en family_name_en name_ar name_en born_on gender nationality_code nationality identity_expires_on kyc_until created_at',
    },
  },
  plan: {
    columns: {
      plain:
        'id public_id order_id pricing_id kind valid_from valid_to held_at held credited available reserved spent expired account_id order_position unit role allocated reversed',
    },
  },
  product: catalogue,
  product_pricing: catalogue,
  reconciliation: { nothing: 'of the gateway and the books' },
  reconciliation_line: { nothing: 'of the gateway and the books' },
  refund: {
    columns: {
      plain:
        'id public_id payment_id amount_halalas position transactions price_halalas vat_halalas status made_by created_at decided_by decided_at try_count tried_at next_try_at leased_until ended_at',
      emptied: 'reason remarks told',
    },
  },
  // What the register tells everybody; it goes with the application where that came to nothing.
  register_look_up: { columns: { plain: 'id application_id asked_by unified_number outcome entry applicant_capacity asked_at' } },
  sales_order: {
    columns: {
      plain: 'id public_id person_id price_halalas vat_basis_points vat_halalas total_halalas created_at paid_at account_id kind',
    },
  },
  schema_migration: { nothing: 'of the database' },
  sealed_document: {
    // What was not sealed goes; what was is the organisation’s.
    columns: {
      plain:
        'id public_id organisation_id person_id state name sha256 size hash_state facts uploaded_at expires_at dsc_id placement sealed_by challenge_id approval_digest approved_at leased_until attempts tail_sha256 sealed_sha256 sealed_size sealed_at',
    },
  },
  session: destroyed,
  signing_draft: destroyed,
  statement_line: { nothing: 'of the gateway, until it is compared' },
  stored_content: { rows: 'passing', why: 'hashes of content; row and bytes go once nothing refers to them' },
  throttle: { rows: 'passing', why: 'counters under keyed or hashed names, for two days' },
  time_confirmation: { nothing: 'of the clock' },
  used_proof: { rows: 'passing', why: 'numbers of proofs that were seen, for minutes' },
  vat_rate: catalogue,
}
