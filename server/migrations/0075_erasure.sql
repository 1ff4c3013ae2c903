-- A request for erasure that was granted is carried out. What a law wants kept is sealed under keys that go on their day; the rest is destroyed.
alter table erasure_request
  add column erased_at timestamptz,
  drop constraint erasure_request_state_check,
  add constraint erasure_request_state_check check (state in ('requested', 'withdrawn', 'decided', 'erased')),
  add constraint erasure_request_erased check ((state = 'erased') = (erased_at is not null)),
  drop constraint erasure_request_check2;
alter table erasure_request
  add constraint erasure_request_granted check ((state in ('decided', 'erased')) = (is_granted is not null)) not valid,
  add constraint erasure_request_erased_where_granted check (state <> 'erased' or is_granted);
create index erasure_request_due on erasure_request (id) where state = 'decided' and is_granted;
create index erasure_request_person on erasure_request (person_id, id);

create or replace function check_erasure_edge() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (('requested', 'withdrawn'), ('requested', 'decided'), ('decided', 'erased')) then
    raise exception 'erasure request % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- From then on the row is a number and nobody's: records that are kept go on referring to it.
alter table person add column erased_at timestamptz, add constraint person_erased_closed check (erased_at is null or status = 'closed');

create or replace function check_person_edge() returns trigger language plpgsql as $$
begin
  if old.status <> new.status
    and (old.status, new.status) not in (('active', 'suspended'), ('active', 'closed'), ('suspended', 'active'), ('suspended', 'closed'),
      ('closed', 'active')) then
    raise exception 'person % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A key for a person, a legal ground and a day. On that day the key goes, and with it what was sealed under it, wherever a copy of it lies.
create table erasure_key (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  ground text not null check (ground in ('taxRecords', 'certification', 'trail')),
  keep_until timestamptz not null,
  key_sealed bytea not null,
  unique (person_id, ground, keep_until)
);
create index erasure_key_due on erasure_key (keep_until);

-- What stood in a kept row of a person's own, as JSON.
create table erasure_sealed (
  table_name text not null,
  row_key text not null,                        -- the number of the row; of a certificate its serial number
  key_id bigint not null references erasure_key on delete cascade,
  sealed bytea not null,
  primary key (table_name, row_key)
);
create index erasure_sealed_key on erasure_sealed (key_id);
revoke insert, update, delete, truncate on erasure_sealed from tawqi_app;
revoke update, truncate on erasure_key from tawqi_app;

-- Rows that nobody may change give their person's words up in one way only: to the seal, for somebody whose erasure was granted.
drop trigger invoice_append_only on invoice;
create function check_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_user <> 'tawqi_app' and to_jsonb(new) #- '{facts,buyer}' = to_jsonb(old) #- '{facts,buyer}' then
    return new;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger invoice_append_only before update or delete on invoice for each row execute function check_invoice();

alter table decision
  drop constraint decision_check,
  drop constraint decision_check2,
  add constraint decision_digest check (content = '' or digest = sha256(convert_to(content, 'UTF8'))), -- empty: sealed
  add constraint decision_reason check (is_approved or remarks <> '' or content = '');

create function is_being_erased(of_person bigint) returns boolean language sql stable as $$
  select exists (select from erasure_request r join person p on p.id = r.person_id
    where r.person_id = of_person and r.state = 'decided' and r.is_granted and p.status = 'closed')
$$;

-- Numbers and yes or no tell nothing of who somebody is; words may.
create function without_words(facts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name, value) filter (where jsonb_typeof(value) in ('number', 'boolean', 'null')), '{}')
  from jsonb_each(facts) as each (name, value)
$$;

-- Of a request that they made, or that somebody made about them.
create function is_decision_about(d decision, who bigint) returns boolean language sql stable as $$
  select d.maker_id = who or exists (select from membership_change c join membership m on m.id = c.membership_id
    where m.person_id = who and c.public_id = d.number)
$$;

create function seal_row(of_key bigint, of_table text, of_row text, with_bytes bytea) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint := (select person_id from erasure_key where id = of_key);
  buyer jsonb := '{"nameAr": "بيانات أُتلفت", "nameEn": "Erased", "addressAr": "", "addressEn": ""}';
begin
  if who is null or not is_being_erased(who) then
    raise exception 'no erasure was granted' using errcode = 'check_violation';
  end if;
  insert into erasure_sealed (table_name, row_key, key_id, sealed) values (of_table, of_row, of_key, with_bytes) on conflict do nothing;
  if not found then
    return;
  end if;
  case of_table
    when 'audit_event' then
      update audit_event e set device_public_id = null, address = null, facts = without_words(facts)
        where e.id = of_row::bigint and (e.person_id = who or (e.person_id is null
          and exists (select from device d where d.person_id = who and d.public_id = e.device_public_id)));
    when 'invoice' then
      update invoice i set facts = jsonb_set(i.facts, '{buyer}', buyer)
        from payment p join sales_order o on o.id = p.order_id join account a on a.id = o.account_id
        where i.id = of_row::bigint and p.id = i.payment_id and a.person_id = who;
    when 'certificate' then
      update certificate c set certificate = '', tbs = null where c.serial_number = decode(of_row, 'hex') and c.person_id = who;
    when 'decision' then
      update decision d set content = '', remarks = '' where d.id = of_row::bigint and is_decision_about(d, who);
    when 'decision_approval' then
      update decision d set assertion_sealed = '' where d.id = of_row::bigint and d.decider_id = who;
    when 'agreement_acceptance' then
      update agreement_acceptance a set device_public_id = null, address = '' where a.id = of_row::bigint and a.person_id = who;
    when 'challenge' then
      update challenge c set national_id_sealed = '', assertion_sealed = null, device_public_id = '', session_id = null, network = null,
        national_id_hash = sha256(convert_to('erased ' || c.id, 'UTF8')) where c.id = of_row::bigint and c.person_id = who;
    when 'dsc' then
      update dsc c set issued_to = null where c.id = of_row::bigint and c.person_id = who;
    when 'person' then
      perform from person where id = of_row::bigint and id = who;
  end case;
  if not found then
    raise exception 'row % of % is not of person %', of_row, of_table, who using errcode = 'check_violation';
  end if;
end $$;

-- What nobody deletes by themselves: who looked at the person, and what they sent with requests. Papers of an organisation stay with it.
create function forget_rows(of_person bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_being_erased(of_person) then
    raise exception 'no erasure was granted' using errcode = 'check_violation';
  end if;
  update evidence_file f set person_id = null, organisation_id = kept.organisation_id
    from (select public_id, organisation_id from organisation_application where organisation_id is not null
      union all select public_id, organisation_id from organisation_unit
      union all select public_id, organisation_id from organisation_change
      union all select public_id, organisation_id from dsc where organisation_id is not null) as kept
    where f.person_id = of_person and f.request_number = kept.public_id;
  delete from evidence_file where person_id = of_person;
  delete from data_look where person_id = of_person;
  if not exists (select from certificate where person_id = of_person) then
    delete from agreement_acceptance where person_id = of_person;
  end if;
end $$;

revoke execute on function seal_row(bigint, text, text, bytea), forget_rows(bigint) from public;
grant execute on function seal_row(bigint, text, text, bytea), forget_rows(bigint) to tawqi_app;
