-- The certification authority's record, and e-sign transactions.

create table authority_key (
  id text primary key,                          -- root, issuing-people, issuing-seals, tsa-1, ocsp-people-1 …
  purpose text not null check (purpose in ('root', 'issuingPeople', 'issuingSeals', 'timestamping', 'ocsp')),
  state text not null check (state in ('pending', 'active', 'verifyOnly', 'destroyed')),
  issuer_id text references authority_key,
  certificate bytea not null,
  not_before timestamptz not null,
  not_after timestamptz not null
);

-- One row a serial number, written before the key is used (C1, C2).
create table certificate (
  serial_number bytea primary key,              -- unsigned, big-endian, at most 20 octets
  issuer_id text not null references authority_key,
  profile text not null,
  profile_hash text not null,
  person_id bigint references person,
  transaction_id bigint,
  intended_at timestamptz not null,
  tbs bytea,
  certificate bytea,
  issued_at timestamptz,
  not_before timestamptz,
  not_after timestamptz,
  revoked_at timestamptz,
  revocation_reason int,
  check ((certificate is null) = (issued_at is null))
);
create index certificate_revoked on certificate (issuer_id, not_after) where revoked_at is not null;
create index certificate_orphan on certificate (intended_at) where certificate is null and revoked_at is null;
create index certificate_person on certificate (person_id);

create table crl (
  issuer_id text not null references authority_key,
  number bigint not null,
  crl bytea not null,
  this_update timestamptz not null,
  next_update timestamptz not null,
  primary key (issuer_id, number)
);

create table document (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  name text not null,
  sha256 bytea not null,
  size bigint not null,
  hash_state bytea not null,                    -- SHA-256 after `size` bytes, to go on from
  facts jsonb not null,                         -- what the signer must know of the file
  uploaded_at timestamptz not null,
  expires_at timestamptz not null,              -- an upload that no transaction took is forgotten then
  transaction_id bigint,
  position int,
  placement jsonb,
  tail_sha256 bytea,                            -- the appended revisions, stored apart
  signed_sha256 bytea,
  signed_size bigint,
  signed_at timestamptz
);
create index document_transaction on document (transaction_id, position);
create index document_forgotten on document (expires_at) where transaction_id is null;

create table esign_transaction (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  plan_id bigint references plan,               -- set once something is reserved
  session_id uuid references session,
  device_public_id text not null,
  originator text not null default 'portal',
  user_role text not null default 'subscriber',
  language text not null default 'ar' check (language in ('ar', 'en')),
  state text not null check (state in ('received', 'reserved', 'authentication', 'signing', 'success', 'failed', 'expired', 'rejected', 'cancelled')),
  document_count int not null check (document_count between 1 and 10),
  challenge_id bigint references challenge,
  approved_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,              -- of the reservation, while nothing is approved
  leased_until timestamptz,                     -- a signer is at work
  attempts int not null default 0,
  ended_at timestamptz,
  failure text,
  check (state in ('received', 'failed') or plan_id is not null)
);
create index esign_transaction_person on esign_transaction (person_id, created_at desc, id desc);
create index esign_transaction_open on esign_transaction (expires_at) where ended_at is null;
alter table document add foreign key (transaction_id) references esign_transaction;
alter table certificate add foreign key (transaction_id) references esign_transaction;
alter table ledger_entry add foreign key (transaction_id) references esign_transaction;

create table esign_transaction_event (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references esign_transaction,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  cause text not null
);
revoke update, delete, truncate on esign_transaction_event from tawqi_app;

-- What a person approved: consumed by deletion, once, by the signer (S1).
create table activation (
  transaction_id bigint primary key references esign_transaction,
  person_id bigint not null references person,
  hashes bytea[] not null,
  purpose text not null,
  expires_at timestamptz not null
);

-- The identity app takes one approval of a person at a time: whose turn it is.
create table approval_turn (
  person_id bigint primary key references person,
  transaction_id bigint not null references esign_transaction,
  until timestamptz not null
);

create function check_transaction_edge() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (
    ('received', 'reserved'), ('received', 'failed'),
    ('reserved', 'authentication'), ('reserved', 'failed'), ('reserved', 'expired'), ('reserved', 'cancelled'),
    ('authentication', 'signing'), ('authentication', 'failed'), ('authentication', 'expired'), ('authentication', 'rejected'), ('authentication', 'cancelled'),
    ('signing', 'success'), ('signing', 'failed')) then
    raise exception 'transaction % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger transaction_edges before update on esign_transaction for each row execute function check_transaction_edge();

-- Messages to people, written in the transaction that causes them and sent afterwards, at least once.
create table message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  html text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries int not null default 0,
  sent_at timestamptz,
  gave_up_at timestamptz
);
create index message_due on message (due_at) where sent_at is null and gave_up_at is null;
