-- What was bought: an order has a kind, which says what its money leads to, and lines. Purchase orders are something else: organisations have them.
alter table purchase_order rename to sales_order;
alter index purchase_order_pkey rename to sales_order_pkey;
alter index purchase_order_account rename to sales_order_account;

create table order_line (
  order_id bigint not null references sales_order,
  position int not null check (position > 0),
  pricing_id bigint not null references product_pricing,
  unit text not null check (unit in ('transaction', 'seat', 'certificate')),
  quantity int not null check (quantity > 0),            -- of that unit
  validity_days int not null check (validity_days > 0),
  price_halalas bigint not null check (price_halalas >= 0), -- of the line, without VAT
  vat_halalas bigint not null check (vat_halalas >= 0),
  primary key (order_id, position)
);
revoke update, delete, truncate on order_line from tawqi_app;

alter table sales_order add kind text check (kind in ('esignPlan', 'certificate'));
update sales_order set kind = product.kind
  from product_pricing join product on product.id = product_pricing.product_id where product_pricing.id = sales_order.pricing_id;
alter table sales_order alter kind set not null;
insert into order_line (order_id, position, pricing_id, unit, quantity, validity_days, price_halalas, vat_halalas)
  select id, 1, pricing_id, case kind when 'esignPlan' then 'transaction' else 'certificate' end, transactions, validity_days, price_halalas, vat_halalas
  from sales_order order by id;
alter table sales_order drop pricing_id, drop transactions, drop validity_days;

create trigger order_line_append_only before update or delete on order_line for each row execute function refuse_change();

-- Whose an order is and what it costs is fixed; nothing is paid whose lines do not add up to it.
create function check_order() returns trigger language plpgsql as $$
begin
  if (old.account_id, old.person_id, old.kind, old.price_halalas, old.vat_basis_points, old.vat_halalas)
    is distinct from (new.account_id, new.person_id, new.kind, new.price_halalas, new.vat_basis_points, new.vat_halalas)
    or (old.paid_at is not null and new.paid_at is distinct from old.paid_at) then
    raise exception 'what was ordered, and that it was paid, is fixed' using errcode = 'check_violation';
  end if;
  if old.paid_at is null and new.paid_at is not null and not exists (
    select from order_line where order_id = new.id
    having sum(price_halalas) = new.price_halalas and sum(vat_halalas) = new.vat_halalas) then
    raise exception 'the lines of order % do not add up to it', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_fixed before update on sales_order for each row execute function check_order();

-- A line of an order is credited as one plan, once.
alter table plan add order_position int;
update plan set order_position = 1 where order_id is not null;
alter table plan drop constraint plan_order_id_key, add unique (order_id, order_position),
  add foreign key (order_id, order_position) references order_line (order_id, position),
  add check ((order_id is null) = (order_position is null));
