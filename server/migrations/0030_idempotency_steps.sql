-- What each transaction of a keyed request led to, written by that transaction: a request that was cut after it took effect goes on from there.
create table idempotency_step (
  person_id bigint not null,
  call text not null,
  key text not null,
  number int not null,
  work text not null,
  result text not null, -- sealed: it can carry what stands nowhere else in the clear
  primary key (person_id, call, key, number),
  foreign key (person_id, call, key) references idempotency_key on delete cascade
);
grant select, insert on idempotency_step to tawqi_app;
