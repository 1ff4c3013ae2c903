-- Everything on sale holds from a moment, and where others follow it, until one. Terms that were on sale are never rewritten, for orders point to them.
update product_pricing as p set code = 'certificate:' || class.code || ':' || price.years
  from certificate_price as price join certificate_class as class on class.id = price.class_id
  where price.pricing_id = p.id and p.code is null and p.on_sale
    and not exists (select from product_pricing other where other.code = 'certificate:' || class.code || ':' || price.years);
update product_pricing set code = 'offer:' || id where code is null;
alter table product_pricing
  alter code set not null,
  add sold_from timestamptz not null default '2020-01-01 00:00:00+03',  -- of what was there before this was kept
  add sold_until timestamptz;                                           -- null: as long as nothing takes its place
update product_pricing set sold_until = sold_from where not on_sale;
alter table product_pricing drop on_sale, alter sold_from drop default, add check (sold_until >= sold_from);
create unique index product_pricing_code on product_pricing (code, sold_from) where sold_until is null or sold_until > sold_from;

-- At one moment an offer has one price.
create function check_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_user = 'tawqi_app' and (to_jsonb(old) - 'sold_until') <> (to_jsonb(new) - 'sold_until') then
    raise exception 'the terms of an offer are fixed' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtext('catalogue'));
  if exists (select from product_pricing other where other.code = new.code and other.id <> new.id
    and tstzrange(other.sold_from, other.sold_until) && tstzrange(new.sold_from, new.sold_until)) then
    raise exception 'offer % has two prices at one moment', new.code using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
create trigger offer_once before insert or update on product_pricing for each row execute function check_offer();

-- What is to change of what is on sale, from which day on: one member of the staff proposes it, another decides.
create table catalogue_change (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  kind text not null check (kind in ('plan', 'certificate', 'offSale', 'vat')),
  code text not null,                           -- of the offer, or `vat`
  class_id bigint references certificate_class, -- of a certificate: its class and for how many years
  years int check (years between 1 and 3),
  plan_name_ar text,
  plan_name_en text,
  transactions int check (transactions > 0),
  validity_days int check (validity_days > 0),
  price_halalas bigint check (price_halalas between 100 and 100000000),
  vat_basis_points int check (vat_basis_points between 0 and 10000),
  holds_from timestamptz not null,              -- the start of a day in Riyadh
  reason text not null,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  made_by bigint not null references person,
  created_at timestamptz not null,
  decided_by bigint references person,
  decided_at timestamptz,
  remarks text not null default '',             -- of whoever decided it
  withdrawn_by bigint references person,
  withdrawn_at timestamptz,
  check ((kind = 'vat') = (code = 'vat')),
  check ((kind = 'certificate') = (class_id is not null and years is not null)),
  check ((kind in ('plan', 'certificate')) =
    (num_nulls(plan_name_ar, plan_name_en, transactions, validity_days, price_halalas) = 0)),
  check ((kind = 'vat') = (vat_basis_points is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((status = 'withdrawn') = (withdrawn_by is not null)),
  check ((withdrawn_by is null) = (withdrawn_at is null)),
  check (decided_by <> made_by),
  check (extract(epoch from holds_from)::bigint % 86400 = 75600)  -- 00:00 in Riyadh is 21:00 UTC
);
create index catalogue_change_newest on catalogue_change (created_at, id);
create unique index catalogue_change_open on catalogue_change (code) where status = 'proposed';
revoke delete, truncate on catalogue_change from tawqi_app;

create function check_catalogue_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'a change of the catalogue begins proposed' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> new.status and (old.status, new.status) not in
    (('proposed', 'approved'), ('proposed', 'rejected'), ('proposed', 'withdrawn'), ('approved', 'withdrawn')) then
    raise exception 'catalogue change % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger catalogue_change_edges before insert or update on catalogue_change for each row execute function check_catalogue_change();
