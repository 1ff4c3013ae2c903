-- The ledger holds seats beside transactions, tells a refund from a lapse, and what is allocated from what is spent.
alter table plan
  add unit text not null default 'transaction' check (unit in ('transaction', 'seat')),
  add role text check (role in ('enrolmentAdmin', 'authorizedSignatory', 'organizationUser')), -- whose seats
  add allocated int not null default 0 check (allocated >= 0),
  add reversed int not null default 0 check (reversed >= 0),
  add check ((unit = 'seat') = (role is not null)),
  drop constraint plan_kind_check,
  add constraint plan_kind_check check (kind in ('esignPlan', 'welcomePack', 'startingSeats')),
  alter pricing_id drop not null,
  add check (pricing_id is not null or kind = 'startingSeats'),
  alter valid_to drop not null,                 -- seats have no end
  add check (valid_to is not null or unit = 'seat');
create unique index plan_one_start on plan (account_id, role) where kind = 'startingSeats';

-- The seat that a member sits on is one of this plan's.
alter table membership add seat_plan_id bigint references plan;

alter table ledger_entry
  add membership_id bigint references membership,
  drop constraint ledger_entry_kind_check,
  drop constraint ledger_entry_from_account_check,
  drop constraint ledger_entry_to_account_check,
  drop constraint ledger_entry_check,
  add constraint ledger_entry_kind_check check (kind in ('credit', 'reserve', 'debit', 'release', 'expire', 'allocate', 'reverse')),
  add constraint ledger_entry_from_account_check check (from_account in ('issued', 'available', 'reserved', 'allocated', 'expired')),
  add constraint ledger_entry_to_account_check check (to_account in ('available', 'reserved', 'spent', 'expired', 'allocated', 'reversed')),
  add constraint ledger_entry_check check ((kind, from_account, to_account) in (
    ('credit', 'issued', 'available'), ('reserve', 'available', 'reserved'), ('debit', 'reserved', 'spent'),
    ('release', 'reserved', 'available'), ('expire', 'available', 'expired'),
    ('allocate', 'available', 'allocated'), ('release', 'allocated', 'available'),
    ('reverse', 'available', 'reversed'), ('reverse', 'expired', 'reversed')));
create index ledger_entry_membership on ledger_entry (membership_id) where membership_id is not null;

-- Refunds were written as if what was left had lapsed. No entry is changed: another one, of the same moment, moves the amount on.
insert into ledger_entry (operation_key, account_id, plan_id, kind, from_account, to_account, amount, at)
  select 'reverse:' || entry.plan_id, entry.account_id, entry.plan_id, 'reverse', 'expired', 'reversed', entry.amount, entry.at
  from ledger_entry entry join plan on plan.id = entry.plan_id
    join payment on payment.order_id = plan.order_id and payment.status = 'refunded' and payment.settled_at = entry.at
  where entry.kind = 'expire' order by entry.id;
update plan set expired = expired - entry.amount, reversed = reversed + entry.amount
  from ledger_entry entry where entry.plan_id = plan.id and entry.kind = 'reverse';

-- Organisations that are served already begin with the seats that each begins with, or as many as their members sit on.
insert into plan (public_id, account_id, kind, unit, role, valid_from, credited, available, allocated)
  select substr(translate(encode(sha256(convert_to('starting seats ' || account.id || start.role, 'utf8')), 'base64'), '+/=', '-_'), 1, 22),
    account.id, 'startingSeats', 'seat', start.role, now(), greatest(start.seats, taken.seats), greatest(start.seats, taken.seats) - taken.seats, taken.seats
  from organisation join account on account.organisation_id = organisation.id
    cross join (values ('enrolmentAdmin', 1), ('authorizedSignatory', 1), ('organizationUser', 3)) as start (role, seats)
    cross join lateral (select count(*)::int as seats from membership
      where membership.organisation_id = organisation.id and membership.role = start.role and membership.active) as taken
  where organisation.status in ('active', 'suspended') order by account.id, start.role;
update membership set seat_plan_id = plan.id from account join plan on plan.account_id = account.id and plan.kind = 'startingSeats'
  where account.organisation_id = membership.organisation_id and plan.role = membership.role and membership.active;
insert into ledger_entry (operation_key, account_id, plan_id, kind, from_account, to_account, amount, at)
  select 'credit:' || id, account_id, id, 'credit', 'issued', 'available', credited, valid_from from plan where kind = 'startingSeats' order by id;
insert into ledger_entry (operation_key, account_id, plan_id, membership_id, kind, from_account, to_account, amount, at)
  select 'seat:' || membership.id || ':0', plan.account_id, plan.id, membership.id, 'allocate', 'available', 'allocated', 1, plan.valid_from
  from membership join plan on plan.id = membership.seat_plan_id order by membership.id;
