-- What a letter said is kept, sealed, while it could not be delivered: staff may have it tried again. A text message is a code, and none is kept.
alter table message add column sealed bytea, add check (sealed is null or gave_up_at is not null);

-- What the product gave up and staff have seen to: it leaves their list, and stays where it is.
create table let_go (
  kind text not null check (kind in ('message', 'signing', 'payment')),
  row_id bigint not null,
  by bigint not null references person,
  reason text not null,
  at timestamptz not null,
  primary key (kind, row_id)
);
revoke update, delete, truncate on let_go from tawqi_app;
create index message_given_up on message (gave_up_at, id) where gave_up_at is not null;
create index esign_transaction_given_up on esign_transaction (ended_at, id) where state = 'failed';
create index payment_mismatch on payment (id) where failure in ('otherReference', 'otherAmount', 'otherCurrency', 'otherAmountPaid', 'partlyRefunded');
