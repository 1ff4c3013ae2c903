-- What is to change about what is registered of an organisation, once a signatory and, where it is public, the provider agree.
create table organisation_change (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  organisation_id bigint not null references organisation,
  kind text not null check (kind in ('name', 'tradingName', 'vatNumber', 'address', 'contact')),
  old_values jsonb not null,                    -- by the names of the fields, as they were when it was asked for
  new_values jsonb not null check (new_values <> old_values),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text not null,                         -- of whoever asked
  remarks text not null default '',             -- of whoever decided it
  made_by bigint not null references person,
  created_at timestamptz not null,
  signatory_approved_at timestamptz,            -- half-way: what is public waits for the registration officer next
  decided_by bigint references person,
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create unique index organisation_change_open on organisation_change (organisation_id, kind) where status = 'pending';
create index organisation_change_newest on organisation_change (organisation_id, created_at, id);
create index organisation_change_waiting on organisation_change (created_at, id) where status = 'pending';
revoke delete, truncate on organisation_change from tawqi_app;
create trigger organisation_change_edges before insert or update on organisation_change for each row execute function check_submission_edge();
