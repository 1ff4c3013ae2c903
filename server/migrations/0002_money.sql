-- The catalogue, orders, payments, invoices, and the ledger of plans. Money is whole halalas.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table vat_rate (
  valid_from timestamptz primary key,
  basis_points int not null check (basis_points between 0 and 10000)
);

create table product (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('esignPlan', 'welcomePack', 'certificate')),
  name_ar text not null,
  name_en text not null
);

create table product_pricing (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  product_id bigint not null references product,
  plan_name_ar text not null,
  plan_name_en text not null,
  transactions int not null check (transactions > 0),
  validity_days int not null check (validity_days > 0),
  price_halalas bigint not null check (price_halalas >= 0),
  on_sale boolean not null default true,
  position int not null
);

create table purchase_order (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  pricing_id bigint not null references product_pricing,
  transactions int not null,
  validity_days int not null,
  price_halalas bigint not null check (price_halalas >= 0),
  vat_basis_points int not null,
  vat_halalas bigint not null check (vat_halalas >= 0),
  total_halalas bigint generated always as (price_halalas + vat_halalas) stored,
  created_at timestamptz not null,
  paid_at timestamptz
);
create index purchase_order_person on purchase_order (person_id, id);

create table payment (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  order_id bigint not null references purchase_order,
  reference text not null unique,               -- what the gateway knows it by; the person sees it as the transaction number
  gateway text not null,
  gateway_id text unique,
  gateway_payment_id text,
  payment_url text,
  amount_halalas bigint not null check (amount_halalas > 0),
  currency text not null default 'SAR' check (currency = 'SAR'),
  status text not null default 'initiated' check (status in ('initiated', 'paid', 'failed', 'expired', 'cancelled', 'refunded')),
  failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz,
  check_count int not null default 0,
  next_check_at timestamptz,                    -- when the gateway is asked again; null: nothing can come any more
  settled_at timestamptz
);
create index payment_order on payment (order_id);
create index payment_due on payment (next_check_at) where next_check_at is not null;
create unique index payment_one_paid on payment (order_id) where status = 'paid';

create table payment_event (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  cause text not null
);

create table payment_webhook (
  event_id text primary key,
  type text not null,
  gateway_id text not null,
  received_at timestamptz not null
);

create table invoice (
  id bigint generated always as identity primary key,
  number text not null unique,
  kind text not null check (kind in ('invoice', 'creditNote')),
  counter bigint not null unique,               -- ZATCA's invoice counter value
  uuid uuid not null unique,
  previous_hash text not null,
  hash text not null,
  payment_id bigint not null references payment,
  refers_to bigint references invoice,
  issued_at timestamptz not null,
  facts jsonb not null,                         -- seller, buyer and lines as they were on the day
  unique (payment_id, kind)
);
create trigger invoice_append_only before update or delete on invoice for each row execute function refuse_change();

-- A plan that was credited. The three balances are the sums of its ledger entries.
create table plan (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  order_id bigint unique references purchase_order,
  pricing_id bigint not null references product_pricing,
  kind text not null check (kind in ('esignPlan', 'welcomePack')),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  credited int not null check (credited > 0),
  available int not null default 0 check (available >= 0),
  reserved int not null default 0 check (reserved >= 0),
  spent int not null default 0 check (spent >= 0),
  expired int not null default 0 check (expired >= 0)
);
create index plan_person on plan (person_id, valid_to);
create unique index plan_one_welcome on plan (person_id) where kind = 'welcomePack';

-- Double entry: each row moves `amount` out of one account of the plan into another.
create table ledger_entry (
  id bigint generated always as identity primary key,
  operation_key text not null unique,
  plan_id bigint not null references plan,
  kind text not null check (kind in ('credit', 'reserve', 'debit', 'release', 'expire')),
  from_account text not null check (from_account in ('issued', 'available', 'reserved')),
  to_account text not null check (to_account in ('available', 'reserved', 'spent', 'expired')),
  amount int not null check (amount > 0),
  transaction_id bigint,
  at timestamptz not null,
  check ((kind, from_account, to_account) in (
    ('credit', 'issued', 'available'), ('reserve', 'available', 'reserved'), ('debit', 'reserved', 'spent'),
    ('release', 'reserved', 'available'), ('expire', 'available', 'expired')))
);
create index ledger_entry_plan on ledger_entry (plan_id);
create trigger ledger_append_only before update or delete on ledger_entry for each row execute function refuse_change();
revoke update, delete, truncate on ledger_entry, payment_event, invoice from tawqi_app;

-- Payments move along the contract's edges only, whoever writes. Money that comes late is taken (or given back), whatever we thought before.
create function check_payment_edge() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('initiated', 'paid'), ('initiated', 'failed'), ('initiated', 'expired'), ('initiated', 'cancelled'), ('initiated', 'refunded'),
    ('failed', 'paid'), ('failed', 'refunded'), ('expired', 'paid'), ('expired', 'refunded'), ('cancelled', 'paid'), ('cancelled', 'refunded'),
    ('paid', 'refunded')) then
    raise exception 'payment % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if old.amount_halalas <> new.amount_halalas or old.order_id <> new.order_id then
    raise exception 'the amount and the order of a payment are fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_edges before update on payment for each row execute function check_payment_edge();
