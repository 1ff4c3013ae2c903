-- What the application's role cannot do, whatever its code is brought to ask for. The owner, who migrates and repairs, is not held back.

-- Who works for the operator is set by the operator's command.
revoke insert, update, delete, truncate on operator_role from tawqi_app;

-- What was signed stays as it was signed.
revoke delete, truncate on certificate from tawqi_app;
revoke update, delete, truncate on crl from tawqi_app;

-- RFC 5280 §5.3.1: what is revoked stays so, from its moment and for its reason; what is on hold (6) is released, or revoked from the moment of the hold.
create function check_certificate_record() returns trigger language plpgsql as $$
begin
  if current_user <> 'tawqi_app' then
    return new;
  end if;
  if (new.revoked_at is null) <> (new.revocation_reason is null) then
    raise exception 'a revocation has a moment and a reason' using errcode = 'check_violation';
  end if;
  if old.revoked_at is not null and old.revocation_reason is distinct from 6
    and (new.revoked_at is distinct from old.revoked_at or new.revocation_reason is distinct from old.revocation_reason) then
    raise exception 'what is revoked stays revoked' using errcode = 'check_violation';
  end if;
  if old.revoked_at is not null and new.revoked_at is not null and new.revoked_at <> old.revoked_at then
    raise exception 'a hold counts from its own moment' using errcode = 'check_violation';
  end if;
  if (old.certificate is not null and (new.certificate is distinct from old.certificate or new.not_after is distinct from old.not_after
      or new.not_before is distinct from old.not_before or new.issued_at is distinct from old.issued_at))
    or (old.tbs is not null and new.tbs is distinct from old.tbs)
    or new.serial_number <> old.serial_number or new.issuer_id <> old.issuer_id or new.profile <> old.profile or new.profile_hash <> old.profile_hash
    or new.person_id is distinct from old.person_id or new.transaction_id is distinct from old.transaction_id
    or new.dsc_id is distinct from old.dsc_id or new.public_key_sha256 is distinct from old.public_key_sha256 then
    raise exception 'what was certified is fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger certificate_record before update on certificate for each row execute function check_certificate_record();

-- A state moves with its event: written before it, in the same transaction. Deferred triggers would judge too late for a retry and hold rows for longer.
create function check_event() returns trigger language plpgsql as $$
declare
  machine text[] := tg_argv;  -- table of events, its reference, its words for before and after, the column of the state
  was text := to_jsonb(old) ->> tg_argv[4];
  becomes text := to_jsonb(new) ->> tg_argv[4];
  is_written boolean;
begin
  if current_user <> 'tawqi_app' or was = becomes then
    return new;
  end if;
  execute format('select exists (select from %I where %I = $1 and %I = $2 and %I = $3 and xmin = pg_current_xact_id()::xid)',
    machine[0], machine[1], machine[2], machine[3]) into is_written using new.id, was, becomes;
  if not is_written then
    raise exception '% % goes from % to % without its event', tg_table_name, old.id, was, becomes using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_event_written before update of status on payment
  for each row execute function check_event('payment_event', 'payment_id', 'from_status', 'to_status', 'status');
create trigger transaction_event_written before update of state on esign_transaction
  for each row execute function check_event('esign_transaction_event', 'transaction_id', 'from_state', 'to_state', 'state');
create trigger dsc_event_written before update of state on dsc
  for each row execute function check_event('dsc_event', 'dsc_id', 'from_state', 'to_state', 'state');

-- An approval is given once, and used once.
create function check_challenge_edge() returns trigger language plpgsql as $$
begin
  if current_user = 'tawqi_app' and old.state <> new.state and not (old.state = 'waiting' and new.state <> 'consumed')
    and (old.state, new.state) <> ('completed', 'consumed') then
    raise exception 'challenge % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger challenge_edges before update of state on challenge for each row execute function check_challenge_edge();
