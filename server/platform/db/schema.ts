/** The tables, as the migrations leave them. Written by `npm run schema`. */
import type { ColumnType } from 'kysely'

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type GeneratedAlways<T> = T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>
type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>
/** Written as text (JSON.stringify): pg would take an array for one of PostgreSQL’s. */
type Json = ColumnType<unknown, string, string>
type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface Account {
  id: GeneratedAlways<number>
  person_id: number | null
  organisation_id: number | null
}

export interface AccountClosure {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  made_by: number
  state: Generated<'requested' | 'withdrawn' | 'approved' | 'rejected'>
  reason: string
  remarks: Generated<string>
  created_at: Timestamp
  ended_at: Timestamp | null
}

export interface Activation {
  transaction_id: number
  person_id: number
  hashes: Buffer[]
  purpose: string
  expires_at: Timestamp
  credential: Bytes | null
}

export interface AgreementAcceptance {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  organisation_id: number | null
  user_type: 'subscriber' | 'enrolmentAdmin' | 'authorizedSignatory' | 'organizationUser'
  kind: 'termsOfUse' | 'certificationAgreement' | 'privacyNotice' | 'actingForOrganisation'
  version: number
  language: 'ar' | 'en'
  sha256: Bytes
  how: 'enrolment' | 'invitation' | 'account'
  accepted_at: Timestamp
  device_public_id: string | null
  address: string
}

export interface ApprovalTurn {
  person_id: number
  transaction_id: number
  until: Timestamp
}

export interface AuditEvent {
  id: GeneratedAlways<number>
  at: Timestamp
  action: string
  outcome: 'done' | 'refused'
  person_id: number | null
  organisation_id: number | null
  subject: string | null
  device_public_id: string | null
  address: string | null
  reference: string | null
  facts: Generated<Json>
}

export interface AuthorityKey {
  id: string
  purpose: 'root' | 'issuingPeople' | 'issuingSeals' | 'timestamping' | 'sealing' | 'ocsp'
  state: 'pending' | 'active' | 'verifyOnly' | 'destroyed'
  issuer_id: string | null
  certificate: Bytes
  not_before: Timestamp
  not_after: Timestamp
}

export interface BlockedKey {
  public_key_sha256: Bytes
  reason: string
  blocked_at: Timestamp
}

export interface CatalogueChange {
  id: GeneratedAlways<number>
  public_id: string
  kind: 'plan' | 'certificate' | 'offSale' | 'vat' | 'agreement' | 'classTexts'
  code: string
  class_id: number | null
  years: number | null
  plan_name_ar: string | null
  plan_name_en: string | null
  transactions: number | null
  validity_days: number | null
  price_halalas: number | null
  vat_basis_points: number | null
  holds_from: Timestamp
  reason: string
  status: Generated<'proposed' | 'approved' | 'rejected' | 'withdrawn'>
  made_by: number
  created_at: Timestamp
  decided_by: number | null
  decided_at: Timestamp | null
  remarks: Generated<string>
  withdrawn_by: number | null
  withdrawn_at: Timestamp | null
  texts: Json | null
  applied_at: Timestamp | null
}

export interface Certificate {
  serial_number: Bytes
  issuer_id: string
  profile: string
  profile_hash: string
  person_id: number | null
  transaction_id: number | null
  intended_at: Timestamp
  tbs: Bytes | null
  certificate: Bytes | null
  issued_at: Timestamp | null
  not_before: Timestamp | null
  not_after: Timestamp | null
  revoked_at: Timestamp | null
  revocation_reason: number | null
  dsc_id: number | null
  public_key_sha256: Bytes | null
  crl_pending: Generated<boolean>
  organisation_id: number | null
}

export interface CertificateClass {
  id: GeneratedAlways<number>
  code: string
  product_id: number
  description_ar: string
  description_en: string
  usage: 'signing' | 'authentication' | 'sealing'
  assurance: 'substantial' | 'high'
  key_sources: string[]
  key_kinds: string[]
  position: number
}

export interface CertificatePrice {
  pricing_id: number
  class_id: number
  years: number
}

export interface Challenge {
  id: GeneratedAlways<number>
  secret_hash: Bytes
  purpose: 'login' | 'enrolment' | 'stepUp' | 'kycRenewal' | 'signing' | 'organisation' | 'certificate' | 'decision' | 'sealing'
  national_id_hash: Bytes
  national_id_sealed: Bytes
  device_public_id: string
  person_id: number | null
  session_id: string | null
  subject: string | null
  provider_trans_id: string
  request_id: string
  random: string
  state: Generated<'waiting' | 'completed' | 'rejected' | 'expired' | 'cancelled' | 'failed' | 'consumed' | 'superseded' | 'unconfirmed'>
  assertion_sealed: Bytes | null
  started_at: Timestamp
  expires_at: Timestamp
  ended_at: Timestamp | null
  known_device: Generated<boolean>
  network: string | null
  approved_at: Timestamp | null
}

export interface ChallengePrecedence {
  national_id_hash: Bytes
  device_public_id: string
  asked_at: Timestamp
  free_at: Timestamp
}

export interface ContactChange {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  session_id: string
  contact: 'email' | 'mobile'
  address: string
  is_decoy: boolean
  code_hash: Bytes
  tries: Generated<number>
  sends: Generated<number>
  state: Generated<'waiting' | 'confirmed' | 'replaced'>
  sent_at: Timestamp
  expires_at: Timestamp
  created_at: Timestamp
  ended_at: Timestamp | null
  membership_id: number | null
}

export interface ContactMessage {
  id: GeneratedAlways<number>
  reference: string
  received_at: Timestamp
  language: 'ar' | 'en'
  subject: 'signing' | 'plans' | 'organisation' | 'certificate' | 'compromise' | 'integration' | 'privacy' | 'complaint' | 'other'
  name: string
  email: string
  mobile: string | null
  organisation: string | null
  body: string
  public_id: Generated<string>
  state: Generated<'received' | 'answered' | 'closed'>
  answer: Generated<string>
  remarks: Generated<string>
  handled_by: number | null
  handled_at: Timestamp | null
}

export interface Crl {
  issuer_id: string
  number: number
  crl: Bytes
  this_update: Timestamp
  next_update: Timestamp
}

export interface DataLook {
  id: GeneratedAlways<number>
  person_id: number
  viewer_id: number
  organisation_id: number | null
  what: 'profile' | 'documents' | 'transactions' | 'certificates' | 'payments' | 'requests' | 'activity' | 'export'
  reference: string
  at: Timestamp
}

export interface Decision {
  id: GeneratedAlways<number>
  public_id: string
  kind: string
  number: string
  maker_id: number
  decider_id: number
  is_approved: boolean
  remarks: string
  content: string
  digest: Bytes
  challenge_id: number
  assertion_sha256: Bytes
  assertion_sealed: Bytes
  provider_key: Json
  decided_at: Timestamp
}

export interface Device {
  id: GeneratedAlways<number>
  person_id: number
  public_id: string
  kind: string
  model: string
  app_version: Generated<string>
  created_at: Timestamp
  seen_at: Timestamp
  revoked_at: Timestamp | null
}

export interface Document {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  name: string
  sha256: Bytes
  size: number
  hash_state: Bytes
  facts: Json
  uploaded_at: Timestamp
  expires_at: Timestamp
  transaction_id: number | null
  position: number | null
  placement: Json | null
  tail_sha256: Bytes | null
  signed_sha256: Bytes | null
  signed_size: number | null
  signed_at: Timestamp | null
  account_id: number
  appearance: Json | null
}

export interface Dsc {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  organisation_id: number | null
  order_id: number
  class_id: number
  years: number
  state: Generated<'applied' | 'paid' | 'identityVerified' | 'approved' | 'issued' | 'active' | 'suspended' | 'revoked' | 'expired' | 'rejected' | 'cancelled'>
  key_source: 'keyStore' | 'csr' | 'pkcs12'
  key_algorithm: string
  public_key: Bytes | null
  key_sealed: Bytes | null
  pkcs12_sealed: Bytes | null
  pkcs12_until: Timestamp | null
  challenge_id: number | null
  renews: number | null
  serial_number: Bytes | null
  leased_until: Timestamp | null
  created_at: Timestamp
  issued_by: string | null
  issued_to: string | null
  serial_decimal: string | null
  key_usage: Generated<string[]>
  key_destroyed_at: Timestamp | null
  old_name_until: Timestamp | null
  image_id: number | null
  subject: Json | null
  signatory_approved_at: Timestamp | null
  decided_at: Timestamp | null
  remarks: Generated<string>
  refund_next_at: Timestamp | null
}

export interface DscEvent {
  id: GeneratedAlways<number>
  dsc_id: number
  at: Timestamp
  from_state: string | null
  to_state: string
  cause: string
  reason: string | null
}

export interface DscReminder {
  dsc_id: number
  days_left: number
  at: Timestamp
}

export interface Enrolment {
  id: GeneratedAlways<number>
  public_id: string
  secret_hash: Bytes
  generation: Generated<number>
  device_public_id: string
  national_id_hash: Bytes
  identity_sealed: Bytes | null
  language: 'ar' | 'en'
  state: Generated<'verified' | 'detailed' | 'completed'>
  email: string | null
  email_confirmed_at: Timestamp | null
  mobile: string | null
  mobile_confirmed_at: Timestamp | null
  password_hash: string | null
  accepted_at: Timestamp | null
  pricing_id: number | null
  person_id: number | null
  verified_at: Timestamp
  created_at: Timestamp
  expires_at: Timestamp
  completed_at: Timestamp | null
}

export interface EnrolmentCode {
  enrolment_id: number
  channel: 'email' | 'sms'
  code_hash: Bytes
  tries: Generated<number>
  sends: Generated<number>
  sent_at: Timestamp
  expires_at: Timestamp
  used_at: Timestamp | null
}

export interface ErasureKey {
  id: GeneratedAlways<number>
  person_id: number
  ground: 'taxRecords' | 'certification' | 'trail'
  keep_until: Timestamp
  key_sealed: Bytes
}

export interface ErasureRequest {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  state: Generated<'requested' | 'withdrawn' | 'decided' | 'erased'>
  reason: string
  requested_at: Timestamp
  answer_due_at: Timestamp
  answer: string | null
  ended_at: Timestamp | null
  is_granted: boolean | null
  erased_at: Timestamp | null
}

export interface ErasureSealed {
  table_name: string
  row_key: string
  key_id: number
  sealed: Bytes
}

export interface EsignTransaction {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  plan_id: number | null
  session_id: string | null
  device_public_id: string
  originator: Generated<1 | 5>
  user_role: Generated<string>
  language: Generated<'ar' | 'en'>
  state: 'received' | 'reserved' | 'authentication' | 'signing' | 'success' | 'failed' | 'expired' | 'rejected' | 'cancelled'
  document_count: number
  challenge_id: number | null
  approved_at: Timestamp | null
  created_at: Timestamp
  expires_at: Timestamp
  leased_until: Timestamp | null
  attempts: Generated<number>
  ended_at: Timestamp | null
  failure: 'notStarted' | 'notApproved' | 'approvalUnconfirmed' | 'approvalUsed' | 'noActivation' | 'activationExpired' | 'otherActivation' | 'otherPerson' | 'accountClosed' | 'otherDocuments' | 'otherCertificate' | 'certificateRefused' | 'placementRefused' | 'noTime' | 'notRechecked' | 'notIssued' | 'trouble' | null
  dsc_id: number | null
  told_at: Timestamp | null
  account_id: number
  proof_code: string | null
  logs_id: Generated<string>
}

export interface EsignTransactionEvent {
  id: GeneratedAlways<number>
  transaction_id: number
  at: Timestamp
  from_state: string | null
  to_state: string
  cause: string
}

export interface EvidenceFile {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number | null
  organisation_id: number | null
  uploaded_by: number
  purpose: string
  name: string
  kind: 'pdf' | 'png' | 'jpeg'
  sha256: Bytes
  size: number
  width: number | null
  height: number | null
  uploaded_at: Timestamp
  expires_at: Timestamp
  request_number: string | null
  sent_at: Timestamp | null
}

export interface HealthFault {
  id: GeneratedAlways<number>
  component: string
  began_at: Timestamp
  seen_at: Timestamp
  ended_at: Timestamp | null
}

export interface HealthWatch {
  is_only: Generated<boolean>
  since: Timestamp
  looked_at: Timestamp
}

export interface IdempotencyKey {
  person_id: number
  call: string
  key: string
  request_hash: Bytes
  status: number | null
  answer: string | null
  created_at: Timestamp
  effected_at: Timestamp | null
}

export interface IdempotencyStep {
  person_id: number
  call: string
  key: string
  number: number
  work: string
  result: string
}

export interface Invoice {
  id: GeneratedAlways<number>
  number: string
  kind: 'invoice' | 'creditNote'
  counter: number
  uuid: string
  previous_hash: string
  hash: string
  payment_id: number
  refers_to: number | null
  issued_at: Timestamp
  facts: Json
  refund_id: number | null
}

export interface LedgerEntry {
  id: GeneratedAlways<number>
  operation_key: string
  plan_id: number
  kind: 'credit' | 'reserve' | 'debit' | 'release' | 'expire' | 'allocate' | 'reverse'
  from_account: 'issued' | 'available' | 'reserved' | 'allocated' | 'expired'
  to_account: 'available' | 'reserved' | 'spent' | 'expired' | 'allocated' | 'reversed'
  amount: number
  transaction_id: number | null
  at: Timestamp
  account_id: number
  membership_id: number | null
}

export interface LetGo {
  kind: 'message' | 'signing' | 'payment'
  row_id: number
  by: number
  reason: string
  at: Timestamp
}

export interface Link {
  token_hash: Bytes
  purpose: 'emailConfirmation' | 'accountInvitation'
  subject: string
  recipient: string
  created_at: Timestamp
  expires_at: Timestamp
  used_at: Timestamp | null
  void_at: Timestamp | null
}

export interface LoginAttempt {
  id: GeneratedAlways<number>
  secret_hash: Bytes
  person_id: number | null
  device_public_id: string
  channel: 'sms' | 'email'
  code_hash: Bytes
  tries: Generated<number>
  sends: Generated<number>
  sent_at: Timestamp
  expires_at: Timestamp
  used_at: Timestamp | null
}

export interface Membership {
  id: GeneratedAlways<number>
  organisation_id: number
  person_id: number | null
  role: 'enrolmentAdmin' | 'authorizedSignatory' | 'organizationUser'
  active: Generated<boolean>
  created_at: Timestamp
  seat_plan_id: number | null
  status: 'initiated' | 'pending' | 'approved' | 'rejected' | 'userRejected' | 'deactivated' | 'cancelled'
  employee_number: string | null
  work_email: string | null
  work_mobile: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string | null
  remarks: Generated<string>
  public_id: string | null
  invited_by: number | null
  invited_at: Timestamp | null
  invited_name: string | null
  national_id_hash: Bytes | null
  national_id_masked: string | null
  invitation_ends_at: Timestamp | null
  submitted_at: Timestamp | null
  signatory_approved_at: Timestamp | null
  unit_id: number | null
  is_auto_unit: Generated<boolean>
  designation: Generated<string>
}

export interface MembershipChange {
  id: GeneratedAlways<number>
  public_id: string
  membership_id: number
  kind: 'email' | 'mobile' | 'unit' | 'role'
  old_value: Generated<string>
  new_value: Generated<string>
  old_unit_id: number | null
  new_unit_id: number | null
  status: Generated<'pending' | 'approved' | 'rejected'>
  reason: Generated<string>
  remarks: Generated<string>
  made_by: number
  created_at: Timestamp
  signatory_approved_at: Timestamp | null
  decided_at: Timestamp | null
}

export interface Message {
  id: GeneratedAlways<number>
  channel: 'mail' | 'sms'
  recipient: string
  subject: Generated<string>
  body: string
  html: string | null
  created_at: Timestamp
  due_at: Timestamp
  tries: Generated<number>
  sent_at: Timestamp | null
  gave_up_at: Timestamp | null
  reply_to: string | null
  sealed: Bytes | null
}

export interface Notification {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  kind: string
  facts: Generated<Json>
  once_key: string | null
  created_at: Timestamp
  read_at: Timestamp | null
}

export interface OperatorRole {
  person_id: number
  role: 'registrationOfficer' | 'sales' | 'finance' | 'auditor' | 'administrator'
}

export interface OrderLine {
  order_id: number
  position: number
  pricing_id: number
  unit: 'transaction' | 'seat' | 'certificate'
  quantity: number
  validity_days: number
  price_halalas: number
  vat_halalas: number
}

export interface Organisation {
  id: GeneratedAlways<number>
  unified_number: string
  cr_number: string | null
  name_ar: string
  name_en: string
  vat_number: string | null
  sip_number: GeneratedAlways<number>
  sip_code: string
  status: Generated<'active' | 'suspended'>
  created_at: Timestamp
  dba_ar: Generated<string>
  dba_en: Generated<string>
  email: Generated<string>
  telephone: Generated<string>
  country: Generated<string>
  region: Generated<string>
  city: Generated<string>
  address: Generated<string>
  postal_code: Generated<string>
  remarks: Generated<string>
}

export interface OrganisationApplication {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  state: Generated<'application' | 'review' | 'returned' | 'active' | 'rejected'>
  details: Json
  remarks: Generated<string>
  field_remarks: Generated<Json>
  created_at: Timestamp
  saved_at: Timestamp
  submitted_at: Timestamp | null
  decided_at: Timestamp | null
  organisation_id: number | null
}

export interface OrganisationChange {
  id: GeneratedAlways<number>
  public_id: string
  organisation_id: number
  kind: 'name' | 'tradingName' | 'vatNumber' | 'address' | 'contact'
  old_values: Json
  new_values: Json
  status: Generated<'pending' | 'approved' | 'rejected'>
  reason: string
  remarks: Generated<string>
  made_by: number
  created_at: Timestamp
  signatory_approved_at: Timestamp | null
  decided_by: number | null
  decided_at: Timestamp | null
}

export interface OrganisationContact {
  id: GeneratedAlways<number>
  public_id: string
  organisation_id: number
  kind: 'sponsor' | 'technicalContact'
  name: string
  email: string
  mobile: string
  is_primary: Generated<boolean>
  status: Generated<'pending' | 'approved' | 'rejected'>
  active: Generated<boolean>
  remarks: Generated<string>
  made_by: number
  created_at: Timestamp
  decided_by: number | null
  decided_at: Timestamp | null
}

export interface OrganisationUnit {
  id: GeneratedAlways<number>
  public_id: string
  organisation_id: number
  name_ar: string
  name_en: string
  status: Generated<'pending' | 'approved' | 'rejected'>
  active: Generated<boolean>
  remarks: Generated<string>
  made_by: number
  created_at: Timestamp
  decided_by: number | null
  decided_at: Timestamp | null
}

export interface Payment {
  id: GeneratedAlways<number>
  public_id: string
  order_id: number
  reference: string
  gateway: string
  gateway_id: string | null
  gateway_payment_id: string | null
  payment_url: string | null
  amount_halalas: number
  currency: Generated<string>
  status: Generated<'initiated' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded'>
  failure_told: string | null
  created_at: Timestamp
  expires_at: Timestamp
  checked_at: Timestamp | null
  check_count: Generated<number>
  next_check_at: Timestamp | null
  settled_at: Timestamp | null
  failure: 'insufficientFunds' | 'expiredCard' | 'notAuthenticated' | 'declined' | 'unknown' | 'partlyRefunded' | 'otherReference' | 'otherAmount' | 'otherCurrency' | 'otherAmountPaid' | null
  refunded_halalas: Generated<number>
}

export interface PaymentEvent {
  id: GeneratedAlways<number>
  payment_id: number
  at: Timestamp
  from_status: string | null
  to_status: string
  cause: string
}

export interface PaymentWebhook {
  event_id: string
  type: string
  gateway_id: string
  received_at: Timestamp
}

export interface Person {
  id: GeneratedAlways<number>
  national_id_hash: Bytes
  national_id_sealed: Bytes
  national_id_masked: string
  first_name_ar: string
  father_name_ar: string
  grandfather_name_ar: string
  family_name_ar: string
  first_name_en: string
  father_name_en: string
  grandfather_name_en: string
  family_name_en: string
  born_on: string
  gender: 'M' | 'F'
  nationality_code: string
  email: string | null
  mobile: string | null
  language: Generated<'ar' | 'en'>
  password_hash: string | null
  is_subscriber: Generated<boolean>
  status: Generated<'active' | 'suspended' | 'closed'>
  kyc_until: Timestamp
  created_at: Timestamp
  screen_language: 'ar' | 'en' | null
  theme: 'light' | 'dark' | 'system' | null
  digits: Generated<'latn' | 'arab'>
  calendar: Generated<'gregory' | 'islamic-umalqura'>
  password_changed_at: Timestamp | null
  name_ar: GeneratedAlways<string>
  name_en: GeneratedAlways<string>
  nationality: string | null
  identity_expires_on: string | null
  page_size: Generated<10 | 25 | 50 | 100>
  letter_language: 'ar' | 'en' | null
  letters_left_out: Generated<string[]>
  erased_at: Timestamp | null
}

export interface Plan {
  id: GeneratedAlways<number>
  public_id: string
  order_id: number | null
  pricing_id: number | null
  kind: 'esignPlan' | 'welcomePack' | 'startingSeats'
  valid_from: Timestamp
  valid_to: Timestamp | null
  credited: number
  available: Generated<number>
  reserved: Generated<number>
  spent: Generated<number>
  expired: Generated<number>
  account_id: number
  order_position: number | null
  unit: Generated<'transaction' | 'seat'>
  role: 'enrolmentAdmin' | 'authorizedSignatory' | 'organizationUser' | null
  allocated: Generated<number>
  reversed: Generated<number>
  held_at: Timestamp | null
  held: Generated<number>
}

export interface Product {
  id: GeneratedAlways<number>
  kind: 'esignPlan' | 'welcomePack' | 'certificate'
  name_ar: string
  name_en: string
}

export interface ProductPricing {
  id: GeneratedAlways<number>
  public_id: string
  product_id: number
  plan_name_ar: string
  plan_name_en: string
  transactions: number
  validity_days: number
  price_halalas: number
  position: number
  code: string
  sold_from: Timestamp
  sold_until: Timestamp | null
}

export interface Reconciliation {
  id: GeneratedAlways<number>
  public_id: string
  gateway: string
  period_from: Timestamp
  period_to: Timestamp
  made_by: number | null
  made_at: Timestamp
  state: Generated<'fetching' | 'done' | 'failed'>
  next_page: number | null
  page_count: Generated<number>
  try_count: Generated<number>
  next_try_at: Timestamp | null
  leased_until: Timestamp | null
  ended_at: Timestamp | null
}

export interface ReconciliationLine {
  id: GeneratedAlways<number>
  run_id: number
  outcome: 'agreed' | 'onlyTheirs' | 'onlyOurs' | 'otherAmount' | 'otherStatus'
  payment_id: number | null
  gateway_payment_id: string | null
  reference: string | null
  our_halalas: number | null
  their_halalas: number | null
  our_status: string | null
  their_status: 'paid' | 'refunded' | 'partlyRefunded' | null
  at: Timestamp
  closed_at: Timestamp | null
  closed_by: number | null
  remarks: Generated<string>
  our_refunded_halalas: Generated<number>
  their_refunded_halalas: Generated<number>
}

export interface Refund {
  id: GeneratedAlways<number>
  public_id: string
  payment_id: number
  amount_halalas: number
  reason: string
  status: Generated<'proposed' | 'approved' | 'done' | 'refused' | 'rejected' | 'withdrawn'>
  made_by: number
  created_at: Timestamp
  decided_by: number | null
  decided_at: Timestamp | null
  remarks: Generated<string>
  try_count: Generated<number>
  tried_at: Timestamp | null
  next_try_at: Timestamp | null
  leased_until: Timestamp | null
  told: Generated<string>
  ended_at: Timestamp | null
  position: number | null
  transactions: number | null
  price_halalas: number | null
  vat_halalas: number | null
}

export interface RegisterLookUp {
  id: GeneratedAlways<number>
  application_id: number
  asked_by: number
  unified_number: string
  outcome: 'found' | 'notFound' | 'unavailable'
  entry: Json | null
  applicant_capacity: 'owner' | 'manager' | 'none' | null
  asked_at: Timestamp
}

export interface SalesOrder {
  id: GeneratedAlways<number>
  public_id: string
  person_id: number
  price_halalas: number
  vat_basis_points: number
  vat_halalas: number
  total_halalas: GeneratedAlways<number | null>
  created_at: Timestamp
  paid_at: Timestamp | null
  account_id: number
  kind: 'esignPlan' | 'certificate' | 'seal'
}

export interface SchemaMigration {
  number: number
  name: string
  sha256: string
  applied_at: Generated<Timestamp>
}

export interface SealedDocument {
  id: GeneratedAlways<number>
  public_id: string
  organisation_id: number
  person_id: number
  state: Generated<'uploaded' | 'sealing' | 'sealed' | 'failed'>
  name: string
  sha256: Bytes
  size: number
  hash_state: Bytes
  facts: Json
  uploaded_at: Timestamp
  expires_at: Timestamp
  dsc_id: number | null
  placement: Json | null
  sealed_by: number | null
  challenge_id: number | null
  approval_digest: Bytes | null
  approved_at: Timestamp | null
  leased_until: Timestamp | null
  attempts: Generated<number>
  tail_sha256: Bytes | null
  sealed_sha256: Bytes | null
  sealed_size: number | null
  sealed_at: Timestamp | null
}

export interface Session {
  id: string
  person_id: number
  device_id: number
  generation: Generated<number>
  born_at: Timestamp
  rotated_at: Timestamp
  seen_at: Timestamp
  confirmed_at: Timestamp
  key_thumbprint: string | null
  organisation_id: number | null
  ended_at: Timestamp | null
  end_reason: 'logout' | 'idle' | 'absolute' | 'reuse' | 'revoked' | null
  method: 'nafath' | 'credentials' | 'enrolment' | null
  address: string | null
}

export interface SigningDraft {
  account_id: number
  person_id: number
  version: number
  documents: Json
  transaction_id: number | null
  updated_at: Timestamp
}

export interface StatementLine {
  run_id: number
  gateway_payment_id: string
  invoice_id: string | null
  reference: string | null
  status: 'initiated' | 'paid' | 'failed' | 'refunded' | 'voided'
  halalas: number
  refunded_halalas: number
  at: Timestamp
}

export interface StoredContent {
  sha256: Bytes
  needed_until: Timestamp
}

export interface Throttle {
  key: string
  window_start: Timestamp
  count: number
}

export interface TimeConfirmation {
  id: GeneratedAlways<number>
  ahead_of_database_ms: number
  confirmed_at: Generated<Timestamp>
}

export interface UsedProof {
  id: string
  expires_at: Timestamp
}

export interface VatRate {
  valid_from: Timestamp
  basis_points: number
}

export interface DB {
  account: Account
  account_closure: AccountClosure
  activation: Activation
  agreement_acceptance: AgreementAcceptance
  approval_turn: ApprovalTurn
  audit_event: AuditEvent
  authority_key: AuthorityKey
  blocked_key: BlockedKey
  catalogue_change: CatalogueChange
  certificate: Certificate
  certificate_class: CertificateClass
  certificate_price: CertificatePrice
  challenge: Challenge
  challenge_precedence: ChallengePrecedence
  contact_change: ContactChange
  contact_message: ContactMessage
  crl: Crl
  data_look: DataLook
  decision: Decision
  device: Device
  document: Document
  dsc: Dsc
  dsc_event: DscEvent
  dsc_reminder: DscReminder
  enrolment: Enrolment
  enrolment_code: EnrolmentCode
  erasure_key: ErasureKey
  erasure_request: ErasureRequest
  erasure_sealed: ErasureSealed
  esign_transaction: EsignTransaction
  esign_transaction_event: EsignTransactionEvent
  evidence_file: EvidenceFile
  health_fault: HealthFault
  health_watch: HealthWatch
  idempotency_key: IdempotencyKey
  idempotency_step: IdempotencyStep
  invoice: Invoice
  ledger_entry: LedgerEntry
  let_go: LetGo
  link: Link
  login_attempt: LoginAttempt
  membership: Membership
  membership_change: MembershipChange
  message: Message
  notification: Notification
  operator_role: OperatorRole
  order_line: OrderLine
  organisation: Organisation
  organisation_application: OrganisationApplication
  organisation_change: OrganisationChange
  organisation_contact: OrganisationContact
  organisation_unit: OrganisationUnit
  payment: Payment
  payment_event: PaymentEvent
  payment_webhook: PaymentWebhook
  person: Person
  plan: Plan
  product: Product
  product_pricing: ProductPricing
  reconciliation: Reconciliation
  reconciliation_line: ReconciliationLine
  refund: Refund
  register_look_up: RegisterLookUp
  sales_order: SalesOrder
  schema_migration: SchemaMigration
  sealed_document: SealedDocument
  session: Session
  signing_draft: SigningDraft
  statement_line: StatementLine
  stored_content: StoredContent
  throttle: Throttle
  time_confirmation: TimeConfirmation
  used_proof: UsedProof
  vat_rate: VatRate
}
