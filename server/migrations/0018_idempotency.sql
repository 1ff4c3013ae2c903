-- Written in the transaction that carries a keyed request out: where the process died before the answer was kept, the request is not done again.
alter table idempotency_key add column effected_at timestamptz;
