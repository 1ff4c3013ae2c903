-- What was decided of somebody's request, by whom, and the decider's own approval of exactly that.
alter table challenge
  drop constraint challenge_purpose_check,
  add constraint challenge_purpose_check
  check (purpose in ('login', 'enrolment', 'stepUp', 'kycRenewal', 'signing', 'organisation', 'certificate', 'decision'));

create table decision (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  kind text not null,
  number text not null,                         -- public id of the request
  maker_id bigint not null references person,
  decider_id bigint not null references person,
  is_approved boolean not null,
  remarks text not null,
  content text not null,                        -- canonical JSON (RFC 8785): the request as the decider saw it, and the decision
  digest bytea not null check (digest = sha256(convert_to(content, 'UTF8'))),
  challenge_id bigint not null unique references challenge,
  assertion_sha256 bytea not null,
  assertion_sealed bytea not null,              -- the provider's signed token
  provider_key jsonb not null,                  -- which verifies it (RFC 7517)
  decided_at timestamptz not null,
  check (maker_id <> decider_id),
  check (is_approved or remarks <> '')
);
create index decision_maker on decision (maker_id, id);
create index decision_number on decision (number);
revoke update, delete, truncate on decision from tawqi_app;

-- Whether what was asked for was granted.
alter table erasure_request
  add column is_granted boolean,
  add check ((state = 'decided') = (is_granted is not null)) not valid; -- those decided before say it in their answer
