-- People, their devices and sessions, and the organisations they belong to.
-- The application's role may read and write every table made here, unless a table says otherwise.
alter default privileges in schema public grant select, insert, update, delete on tables to tawqi_app;
alter default privileges in schema public grant usage, select on sequences to tawqi_app;

create table person (
  id bigint generated always as identity primary key,
  national_id_hash bytea not null unique,       -- keyed hash: look-up without decryption
  national_id_sealed bytea not null,            -- encrypted; shown masked only
  national_id_masked text not null,
  first_name_ar text not null, father_name_ar text not null, grandfather_name_ar text not null, family_name_ar text not null,
  first_name_en text not null, father_name_en text not null, grandfather_name_en text not null, family_name_en text not null,
  name_ar text not null generated always as (first_name_ar || ' ' || father_name_ar || ' ' || grandfather_name_ar || ' ' || family_name_ar) stored,
  name_en text not null generated always as (first_name_en || ' ' || father_name_en || ' ' || grandfather_name_en || ' ' || family_name_en) stored,
  born_on date not null,
  gender text not null check (gender in ('M', 'F')),
  nationality_code text not null,
  email text,
  mobile text,
  language text not null default 'ar' check (language in ('ar', 'en')),
  password_hash text,
  is_subscriber boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  kyc_until timestamptz not null,
  created_at timestamptz not null
);

create table operator_role (
  person_id bigint not null references person,
  role text not null check (role in ('registrationOfficer', 'sales', 'finance', 'auditor', 'administrator')),
  primary key (person_id, role)
);

create table organisation (
  id bigint generated always as identity primary key,
  unified_number text not null unique check (unified_number ~ '^7\d{9}$'),
  cr_number text,
  name_ar text not null,
  name_en text not null,
  vat_number text check (vat_number ~ '^3\d{13}3$'),
  sip_number bigint generated always as identity unique,
  sip_code text not null unique,
  status text not null default 'active' check (status in ('application', 'review', 'returned', 'active', 'suspended', 'rejected')),
  created_at timestamptz not null
);

create table membership (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation,
  person_id bigint not null references person,
  role text not null check (role in ('enrolmentAdmin', 'authorizedSignatory', 'organizationUser')),
  active boolean not null default true,
  created_at timestamptz not null,
  unique (organisation_id, person_id)
);
create index membership_person on membership (person_id);

create table device (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  public_id text not null,                      -- X-DEVICE-ID
  kind text not null,
  model text not null,
  app_version text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  revoked_at timestamptz,
  unique (person_id, public_id)
);

create table session (
  id uuid primary key,
  person_id bigint not null references person,
  device_id bigint not null references device,
  generation int not null default 1,
  born_at timestamptz not null,
  rotated_at timestamptz not null,
  seen_at timestamptz not null,
  confirmed_at timestamptz not null,            -- last proof of identity: sign-in or step-up
  key_thumbprint text,                          -- RFC 9449 §6.1; set when a proof was offered at sign-in
  organisation_id bigint references organisation,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'idle', 'absolute', 'reuse', 'revoked'))
);
create index session_person on session (person_id) where ended_at is null;
create index session_device on session (device_id) where ended_at is null;

-- The identifiers of DPoP proofs that were seen (RFC 9449 §11.1), kept while a proof could be replayed.
create table used_proof (
  id text primary key,
  expires_at timestamptz not null
);

create table challenge (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,            -- of the transId that the browser holds
  purpose text not null check (purpose in ('login', 'enrolment', 'stepUp', 'kycRenewal', 'signing', 'organisation')),
  national_id_hash bytea not null,
  national_id_sealed bytea not null,
  device_public_id text not null,
  person_id bigint references person,
  session_id uuid references session,
  subject text,                                 -- what is approved, beyond who: the e-sign transaction
  provider_trans_id text not null,
  request_id uuid not null,
  random text not null,
  state text not null default 'waiting' check (state in ('waiting', 'completed', 'rejected', 'expired', 'cancelled', 'failed', 'consumed')),
  assertion_sealed bytea,                       -- the verified person, until consumed
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index challenge_request on challenge (request_id);
create unique index challenge_one_live on challenge (national_id_hash) where state = 'waiting';
create index challenge_recent on challenge (national_id_hash, started_at);

create table login_attempt (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  person_id bigint references person,           -- null: nobody; answers look the same
  device_public_id text not null,
  channel text not null check (channel in ('sms', 'email')),
  code_hash bytea not null,
  tries int not null default 0,
  sends int not null default 1,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Fixed windows; one row a key and window.
create table throttle (
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (key, window_start)
);

create table idempotency_key (
  person_id bigint not null references person,
  call text not null,
  key text not null check (length(key) between 8 and 128),
  request_hash bytea not null,
  status int,
  answer text,
  created_at timestamptz not null,
  primary key (person_id, call, key)
);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  person_id bigint,
  organisation_id bigint,
  subject text,
  device_public_id text,
  address text,
  reference text,
  facts jsonb not null default '{}'
);
create index audit_event_person on audit_event (person_id, id);
revoke update, delete, truncate on audit_event from tawqi_app;
