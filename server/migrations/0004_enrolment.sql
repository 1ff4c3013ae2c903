-- Enrolment: from a proven identity to an account, and the single-use links that messages carry.

create table enrolment (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  secret_hash bytea not null unique,            -- of what the enrolling browser holds
  generation int not null default 1,            -- each new proof of identity takes the secret from whoever had it before
  device_public_id text not null,
  national_id_hash bytea not null,
  identity_sealed bytea,                        -- the verified person, until the account is open
  language text not null check (language in ('ar', 'en')),
  state text not null default 'verified' check (state in ('verified', 'detailed', 'completed')),
  email text,
  email_confirmed_at timestamptz,
  mobile text,
  mobile_confirmed_at timestamptz,
  password_hash text,
  accepted_at timestamptz,                      -- of the agreements
  pricing_id bigint references product_pricing, -- the plan to be bought afterwards
  person_id bigint references person,           -- whom it made
  verified_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  check ((state = 'completed') = (completed_at is not null)),
  check (state <> 'detailed' or (email is not null and mobile is not null and password_hash is not null and accepted_at is not null)),
  check (state = 'completed' or identity_sealed is not null)
);
create unique index enrolment_one_open on enrolment (national_id_hash) where state <> 'completed';
create index enrolment_end on enrolment (expires_at);

create function check_enrolment_edge() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (('verified', 'detailed'), ('detailed', 'completed')) then
    raise exception 'enrolment % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enrolment_edges before update on enrolment for each row execute function check_enrolment_edge();

create table enrolment_code (
  enrolment_id bigint not null references enrolment on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  code_hash bytea not null,
  tries int not null default 0,
  sends int not null default 1,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (enrolment_id, channel)
);

-- Links in messages. The token itself is kept nowhere: it opens what its message was about, once, until it expires.
create table link (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('emailConfirmation', 'accountInvitation')),
  subject text not null,                        -- public id of what it is about
  recipient text not null,                      -- the address that it was sent to
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  void_at timestamptz                           -- replaced by a newer one
);
create index link_subject on link (purpose, subject);
create index link_end on link (expires_at);

create index person_email on person (lower(email));
create index person_mobile on person (mobile);
