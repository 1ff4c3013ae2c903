-- A refund of a whole payment: one of the staff proposes it, another decides, and only then is the gateway asked. The payment itself moves by what the gateway holds.
create table refund (
  id bigint generated always as identity primary key,
  public_id text not null unique,               -- the gateway knows the request by it, so that none is carried out twice
  payment_id bigint not null references payment,
  amount_halalas bigint not null check (amount_halalas > 0),
  reason text not null check (reason <> ''),
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'done', 'refused', 'rejected', 'withdrawn')),
  made_by bigint not null references person,
  created_at timestamptz not null,
  decided_by bigint references person,
  decided_at timestamptz,
  remarks text not null default '',             -- of whoever decided it
  try_count int not null default 0,
  tried_at timestamptz,
  next_try_at timestamptz,                      -- when the gateway is asked again, of one that is approved
  leased_until timestamptz,                     -- whoever asks the gateway now; nobody else does until then
  told text not null default '',                -- what the gateway said when it refused
  ended_at timestamptz,
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by <> made_by),
  check ((status = 'approved') = (next_try_at is not null)),
  check ((status in ('proposed', 'approved')) = (ended_at is null))
);
create unique index refund_living on refund (payment_id) where status in ('proposed', 'approved');
create index refund_newest on refund (created_at, id);
create index refund_payment on refund (payment_id);
create index refund_due on refund (next_try_at) where next_try_at is not null;
revoke delete, truncate on refund from tawqi_app;

create function check_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'a refund begins proposed' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> new.status and (old.status, new.status) not in
    (('proposed', 'approved'), ('proposed', 'rejected'), ('proposed', 'withdrawn'), ('approved', 'done'), ('approved', 'refused')) then
    raise exception 'refund % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if old.amount_halalas <> new.amount_halalas or old.payment_id <> new.payment_id then
    raise exception 'the amount and the payment of a refund are fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_edges before insert or update on refund for each row execute function check_refund();

-- While its money goes back, nothing is taken from what was bought.
alter table plan add held_at timestamptz;
