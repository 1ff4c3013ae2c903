-- What an organisation submits and somebody else decides: its units, and the people who answer for its applications.
create table organisation_unit (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  organisation_id bigint not null references organisation,
  name_ar text not null,
  name_en text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  active boolean not null default true,
  remarks text not null default '',             -- of whoever decided it, or made it inactive or active last
  made_by bigint not null references person,
  created_at timestamptz not null,
  decided_by bigint references person,
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (active or status = 'approved')
);
create index organisation_unit_newest on organisation_unit (organisation_id, created_at, id);
create index organisation_unit_waiting on organisation_unit (created_at, id) where status = 'pending';
-- One living unit of a name: what was rejected can be submitted again.
create unique index organisation_unit_name_ar on organisation_unit (organisation_id, lower(name_ar)) where status <> 'rejected';
create unique index organisation_unit_name_en on organisation_unit (organisation_id, lower(name_en)) where status <> 'rejected';

create table organisation_contact (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  organisation_id bigint not null references organisation,
  kind text not null check (kind in ('sponsor', 'technicalContact')),
  name text not null,
  email text not null,
  mobile text not null,
  is_primary boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  active boolean not null default true,
  remarks text not null default '',
  made_by bigint not null references person,
  created_at timestamptz not null,
  decided_by bigint references person,
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (active or status = 'approved'),
  check (not is_primary or (status = 'approved' and active))
);
create index organisation_contact_newest on organisation_contact (organisation_id, kind, created_at, id);
create unique index organisation_contact_primary on organisation_contact (organisation_id, kind) where is_primary;
create unique index organisation_contact_email on organisation_contact (organisation_id, kind, email) where status <> 'rejected';
revoke delete, truncate on organisation_unit, organisation_contact from tawqi_app;

create function check_submission_edge() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'what is submitted begins pending' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> new.status and (old.status, new.status) not in (('pending', 'approved'), ('pending', 'rejected')) then
    raise exception '% % may not go from % to %', tg_table_name, old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger organisation_unit_edges before insert or update on organisation_unit for each row execute function check_submission_edge();
create trigger organisation_contact_edges before insert or update on organisation_contact for each row execute function check_submission_edge();

-- The unit of a member is one of their own organisation.
alter table organisation_unit add unique (organisation_id, id);
alter table membership
  add column unit_id bigint,
  add column is_auto_unit boolean not null default false,
  add foreign key (organisation_id, unit_id) references organisation_unit (organisation_id, id),
  add check (unit_id is not null or not is_auto_unit);
create index membership_unit on membership (unit_id) where unit_id is not null;
