-- A key that is kept here is destroyed when its certificate is over. What was done is noted, so that it is done even if a process stops between.
alter table dsc add key_destroyed_at timestamptz;
create index dsc_key_left on dsc (id)
  where key_source = 'keyStore' and key_destroyed_at is null and state in ('revoked', 'expired', 'cancelled', 'rejected');
