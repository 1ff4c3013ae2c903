-- When something of the service did not work, as it saw that itself once a minute; 'watch' is a time in which nobody looked.
create table health_fault (
  id bigint generated always as identity primary key,
  component text not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,                 -- the last look that still found it
  ended_at timestamptz,
  check (seen_at >= began_at and ended_at >= seen_at)
);
create unique index health_fault_open on health_fault (component) where ended_at is null;
create index health_fault_newest on health_fault (seen_at);

-- From when it is watched, and the last look of any process.
create table health_watch (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null,
  looked_at timestamptz not null
);
