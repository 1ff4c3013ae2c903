-- One owner under plans, orders, signings, documents and the ledger: an account, of a person or of an organisation.
create table account (
  id bigint generated always as identity primary key,
  person_id bigint unique references person,
  organisation_id bigint unique references organisation,
  check (num_nonnulls(person_id, organisation_id) = 1)
);
revoke update, delete, truncate on account from tawqi_app;
insert into account (person_id) select id from person order by id;
insert into account (organisation_id) select id from organisation order by id;

-- Whoever is entered has an account from then on; nobody has to remember to open it.
create function open_account() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'person' then
    insert into account (person_id) values (new.id);
  else
    insert into account (organisation_id) values (new.id);
  end if;
  return null;
end $$;
create trigger person_account after insert on person for each row execute function open_account();
create trigger organisation_account after insert on organisation for each row execute function open_account();

-- Who placed an order, uploaded a document or signs stays beside whose it is; a plan has an owner alone.
alter table purchase_order add account_id bigint references account;
alter table plan add account_id bigint references account;
alter table document add account_id bigint references account;
alter table esign_transaction add account_id bigint references account;
update purchase_order set account_id = account.id from account where account.person_id = purchase_order.person_id;
update plan set account_id = account.id from account where account.person_id = plan.person_id;
update document set account_id = account.id from account where account.person_id = document.person_id;
update esign_transaction set account_id = account.id from account where account.person_id = esign_transaction.person_id;
alter table purchase_order alter account_id set not null;
alter table plan alter account_id set not null;
alter table document alter account_id set not null;
alter table esign_transaction alter account_id set not null;

drop index plan_person;
drop index plan_one_welcome;
alter table plan drop person_id;
create index plan_account on plan (account_id, valid_to);
create unique index plan_one_welcome on plan (account_id) where kind = 'welcomePack';
drop index purchase_order_person;
create index purchase_order_account on purchase_order (account_id, id);
drop index esign_transaction_person;
create index esign_transaction_account on esign_transaction (account_id, created_at desc, id desc);
create index esign_transaction_person on esign_transaction (person_id, id); -- what is held about somebody, whoever pays

-- What is bought, reserved or entered for an account is that account's: the database compares, so no query has to.
alter table purchase_order add unique (id, account_id);
alter table plan add unique (id, account_id);
alter table plan drop constraint plan_order_id_fkey, add foreign key (order_id, account_id) references purchase_order (id, account_id);
alter table esign_transaction drop constraint esign_transaction_plan_id_fkey, add foreign key (plan_id, account_id) references plan (id, account_id);

-- Entries are never changed by the product; their owner is written once, here, while nobody else can write.
alter table ledger_entry add account_id bigint;
alter table ledger_entry disable trigger ledger_append_only;
update ledger_entry set account_id = plan.account_id from plan where plan.id = ledger_entry.plan_id;
alter table ledger_entry enable trigger ledger_append_only;
alter table ledger_entry alter account_id set not null;
alter table ledger_entry drop constraint ledger_entry_plan_id_fkey, add foreign key (plan_id, account_id) references plan (id, account_id);
drop index ledger_entry_plan;
create index ledger_entry_account on ledger_entry (account_id, plan_id);
