-- Part of a payment goes back: so many of the transactions that a line of its order bought and nobody used, with their share of the price.
alter table refund
  add position int check (position > 0),          -- of the line; null: all that is left of the payment goes back
  add transactions int check (transactions > 0),
  add price_halalas bigint,                       -- of the amount: before VAT, and VAT
  add vat_halalas bigint,
  add check (num_nulls(position, transactions, price_halalas, vat_halalas) in (0, 4)),
  add check (price_halalas + vat_halalas = amount_halalas);
alter table payment
  add refunded_halalas bigint not null default 0, -- what went back in part, while the payment stays paid
  add check (refunded_halalas between 0 and amount_halalas - 1);
alter table plan add held int not null default 0 check (held >= 0); -- of what is available: nothing takes these while their price goes back

-- Each part that went back has a credit note of its own; what goes back at last has one that names no refund.
alter table invoice
  drop constraint invoice_payment_id_kind_key,
  add refund_id bigint references refund,
  add check (refund_id is null or kind = 'creditNote');
create unique index invoice_of_payment on invoice (payment_id) where kind = 'invoice';
create unique index invoice_credit_note on invoice (payment_id, coalesce(refund_id, 0)) where kind = 'creditNote';

create or replace function check_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'a refund begins proposed' using errcode = 'check_violation';
    end if;
    if new.amount_halalas > (select amount_halalas - refunded_halalas from payment where id = new.payment_id) then
      raise exception 'a refund is of no more than is left of its payment' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> new.status and (old.status, new.status) not in
    (('proposed', 'approved'), ('proposed', 'rejected'), ('proposed', 'withdrawn'), ('approved', 'done'), ('approved', 'refused')) then
    raise exception 'refund % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (old.amount_halalas, old.payment_id, old.position, old.transactions)
    is distinct from (new.amount_halalas, new.payment_id, new.position, new.transactions) then
    raise exception 'the amount and the payment of a refund are fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What went back is not taken back: it only grows.
create function check_payment_returned() returns trigger language plpgsql as $$
begin
  if new.refunded_halalas < old.refunded_halalas then
    raise exception 'what went back of payment % only grows', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_returned before update on payment for each row execute function check_payment_returned();
