-- Who started a challenge: a device that its person signed in from before, or a stranger from this network. An approval takes the
-- start out of the counts.
alter table challenge add column known_device boolean not null default false;
alter table challenge add column network text;             -- null where the start was not counted for a network
-- When the provider first said that the person approved, while its signed assertion has not come.
alter table challenge add column approved_at timestamptz;

-- superseded: the owner's known device took over. unconfirmed: approved, says the provider, and the assertion never came.
alter table challenge drop constraint challenge_state_check;
alter table challenge add constraint challenge_state_check
  check (state in ('waiting', 'completed', 'rejected', 'expired', 'cancelled', 'failed', 'consumed', 'superseded', 'unconfirmed'));

-- The owner's known device waits here until the provider is done with somebody else's request; strangers' starts stand behind it.
create table challenge_precedence (
  national_id_hash bytea primary key,
  device_public_id text not null,
  asked_at timestamptz not null,
  free_at timestamptz not null                             -- when the other request is over at the latest
);
