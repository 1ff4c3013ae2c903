-- A person's application to register an organisation, and what becomes of the organisation afterwards.
create table organisation_application (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  state text not null default 'application' check (state in ('application', 'review', 'returned', 'active', 'rejected')),
  details jsonb not null,                       -- as typed until it is sent, as decoded from then on
  remarks text not null default '',             -- of whoever returned or decided it
  field_remarks jsonb not null default '[]',
  created_at timestamptz not null,
  saved_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  organisation_id bigint unique references organisation,
  check ((state = 'active') = (organisation_id is not null)),
  check (state = 'application' or submitted_at is not null),
  check ((state in ('active', 'rejected')) = (decided_at is not null))
);
create unique index organisation_application_one on organisation_application (person_id) where state in ('application', 'review', 'returned');
create index organisation_application_person on organisation_application (person_id, id);
create index organisation_application_waiting on organisation_application (submitted_at, id) where state = 'review';

create function check_organisation_application_edge() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'application' then
      raise exception 'an application begins unsent' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('application', 'review'), ('review', 'active'), ('review', 'returned'), ('review', 'rejected'), ('returned', 'review')) then
    raise exception 'application % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.state = new.state and old.details <> new.details and old.state not in ('application', 'returned') then
    raise exception 'what was sent for review stays as it is' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger organisation_application_edges before insert or update on organisation_application
  for each row execute function check_organisation_application_edge();

-- An application is a row of its own, so an organisation begins approved.
alter table organisation
  drop constraint organisation_status_check,
  add constraint organisation_status_check check (status in ('active', 'suspended')),
  add column dba_ar text not null default '',
  add column dba_en text not null default '',
  add column email text not null default '',
  add column telephone text not null default '',
  add column country text not null default 'SA',
  add column region text not null default '',
  add column city text not null default '',
  add column address text not null default '',
  add column postal_code text not null default '',
  add column remarks text not null default '';  -- why it was suspended, or active again

create function check_organisation_edge() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (('active', 'suspended'), ('suspended', 'active')) then
    raise exception 'organisation % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger organisation_edges before update on organisation for each row execute function check_organisation_edge();
