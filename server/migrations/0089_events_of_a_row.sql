-- Each change of a state looks for its event, and must not read everybody's to find it.
create index esign_transaction_event_transaction on esign_transaction_event (transaction_id, id);
create index payment_event_payment on payment_event (payment_id, id);
