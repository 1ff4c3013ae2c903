-- A statement is fetched page by page, by whichever process has time for it; a run goes on where the last page ended, and is compared once all of it is here.
alter table reconciliation
  add state text not null default 'done' check (state in ('fetching', 'done', 'failed')),
  add next_page int check (next_page > 0),      -- of one that is fetched: null once all of it is here
  add page_count int not null default 0,
  add try_count int not null default 0,         -- since the last page came
  add next_try_at timestamptz,
  add leased_until timestamptz,                 -- whoever fetches now; nobody else does until then
  add ended_at timestamptz,
  add check ((state = 'fetching') = (next_try_at is not null));
update reconciliation set ended_at = made_at;
alter table reconciliation alter state set default 'fetching', add check ((state = 'fetching') = (ended_at is null));
create index reconciliation_due on reconciliation (next_try_at) where next_try_at is not null;
grant update (state, next_page, page_count, try_count, next_try_at, leased_until, ended_at) on reconciliation to tawqi_app;

create function check_reconciliation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'fetching' then
      raise exception 'a reconciliation begins with fetching' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (('fetching', 'done'), ('fetching', 'failed'), ('failed', 'fetching')) then
    raise exception 'reconciliation % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_edges before insert or update on reconciliation for each row execute function check_reconciliation();

-- What a run has fetched, until it is compared. While pages are read a new payment pushes the last one of a page to the next: it stands here once.
create table statement_line (
  run_id bigint not null references reconciliation,
  gateway_payment_id text not null,
  invoice_id text,
  reference text,
  status text not null check (status in ('initiated', 'paid', 'failed', 'refunded', 'voided')),
  halalas bigint not null,
  refunded_halalas bigint not null,
  at timestamptz not null,
  primary key (run_id, gateway_payment_id)
);
create index statement_line_invoice on statement_line (run_id, invoice_id);
alter table reconciliation_line
  add our_refunded_halalas bigint not null default 0,
  add their_refunded_halalas bigint not null default 0;
