-- The account, further: how a person wants things shown, changes of contact data, who looked at data, and requests for erasure.

alter table person
  add column screen_language text check (screen_language in ('ar', 'en')),       -- null: as each device says
  add column theme text check (theme in ('light', 'dark', 'system')),            -- likewise
  add column digits text not null default 'latn' check (digits in ('latn', 'arab')),
  add column calendar text not null default 'gregory' check (calendar in ('gregory', 'islamic-umalqura')),
  add column password_changed_at timestamptz;

alter table session
  add column method text check (method in ('nafath', 'credentials', 'enrolment')), -- null: opened before this was kept
  add column address text;

create table contact_change (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  session_id uuid not null references session,  -- the code serves the session that asked for it
  contact text not null check (contact in ('email', 'mobile')),
  address text not null,
  is_decoy boolean not null,                    -- belongs to somebody else: no code went out, and none will do
  code_hash bytea not null,
  tries int not null default 0,
  sends int not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'replaced')),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index contact_change_one on contact_change (person_id, contact) where state = 'waiting';

-- Each look that somebody else took at a person's data; the person reads it.
create table data_look (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  viewer_id bigint not null references person,
  organisation_id bigint references organisation, -- for which the viewer looked; null: for the provider
  what text not null check (what in ('profile', 'documents', 'transactions', 'certificates', 'payments', 'requests', 'export')),
  reference text not null,
  at timestamptz not null
);
create index data_look_person on data_look (person_id, id);
revoke update, delete, truncate on data_look from tawqi_app;

create table erasure_request (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  state text not null default 'requested' check (state in ('requested', 'withdrawn', 'decided')),
  reason text not null,
  requested_at timestamptz not null,
  answer_due_at timestamptz not null,
  answer text,
  ended_at timestamptz,
  check ((state = 'requested') = (ended_at is null)),
  check (state <> 'decided' or answer is not null)
);
create unique index erasure_request_one on erasure_request (person_id) where state = 'requested';

create function check_erasure_edge() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and old.state <> 'requested' then
    raise exception 'erasure request % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger erasure_edges before update on erasure_request for each row execute function check_erasure_edge();
