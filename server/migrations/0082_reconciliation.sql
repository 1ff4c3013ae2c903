-- The gateway's statement of a period beside our books, line by line. What a run found stays as it was found; what became of a difference stands beside it.
create table reconciliation (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  gateway text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,               -- the first moment after it
  made_by bigint references person,             -- null: made by itself, each day
  made_at timestamptz not null,
  check (period_from < period_to)
);
create index reconciliation_newest on reconciliation (made_at, id);
create unique index reconciliation_daily on reconciliation (gateway, period_from) where made_by is null;

create table reconciliation_line (
  id bigint generated always as identity primary key,
  run_id bigint not null references reconciliation,
  outcome text not null check (outcome in ('agreed', 'onlyTheirs', 'onlyOurs', 'otherAmount', 'otherStatus')),
  payment_id bigint references payment,         -- ours
  gateway_payment_id text,                      -- theirs
  reference text,                               -- our number, as whichever side has it
  our_halalas bigint,
  their_halalas bigint,
  our_status text,
  their_status text check (their_status in ('paid', 'refunded', 'partlyRefunded')),
  at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint references person,           -- null: closed by what the gateway told later
  remarks text not null default '',
  check ((outcome = 'onlyTheirs') = (payment_id is null)),
  check ((outcome = 'onlyOurs') = (gateway_payment_id is null)),
  check (closed_by is null or closed_at is not null),
  check (outcome <> 'agreed' or closed_at is null)
);
create index reconciliation_line_run on reconciliation_line (run_id, id);
create index reconciliation_line_payment on reconciliation_line (payment_id);
revoke update, delete, truncate on reconciliation from tawqi_app;
revoke update, delete, truncate on reconciliation_line from tawqi_app;
grant update (closed_at, closed_by, remarks) on reconciliation_line to tawqi_app;
