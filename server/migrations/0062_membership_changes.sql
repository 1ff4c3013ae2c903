-- What is to change about a member of an organisation, once a signatory agrees.
create table membership_change (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  membership_id bigint not null references membership,
  kind text not null check (kind in ('email', 'mobile', 'unit', 'role')),
  old_value text not null default '',           -- an address, or a role; of a unit its number stands beside
  new_value text not null default '',
  old_unit_id bigint references organisation_unit,
  new_unit_id bigint references organisation_unit,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text not null default '',              -- of whoever asked
  remarks text not null default '',             -- of whoever decided it
  made_by bigint not null references person,
  created_at timestamptz not null,
  signatory_approved_at timestamptz,            -- half-way: who is to act for the organisation waits for the registration officer next
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((kind = 'unit') = (new_unit_id is not null)),
  check (kind = 'unit' or new_value <> '')
);
create unique index membership_change_open on membership_change (membership_id, kind) where status = 'pending';
create index membership_change_member on membership_change (membership_id, id);
create index membership_change_waiting on membership_change (created_at, id) where status = 'pending';
revoke delete, truncate on membership_change from tawqi_app;
create trigger membership_change_edges before insert or update on membership_change for each row execute function check_submission_edge();

-- A code confirms a person's own address, or the one that they have in an organisation.
alter table contact_change add column membership_id bigint references membership;
drop index contact_change_one;
create unique index contact_change_one on contact_change (person_id, contact, coalesce(membership_id, 0)) where state = 'waiting';
