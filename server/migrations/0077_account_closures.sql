-- Staff ask for an account to be closed, and somebody else of the staff decides it.
create table account_closure (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  made_by bigint not null references person,
  state text not null default 'requested' check (state in ('requested', 'withdrawn', 'approved', 'rejected')),
  reason text not null,                         -- goes to the person once it is approved
  remarks text not null default '',             -- of whoever decided it
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'requested') = (ended_at is null)),
  check (made_by <> person_id)
);
create unique index account_closure_one on account_closure (person_id) where state = 'requested';
create index account_closure_waiting on account_closure (created_at, id) where state = 'requested';
create index account_closure_person on account_closure (person_id, id);
revoke delete, truncate on account_closure from tawqi_app;

create function check_closure_edge() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and old.state <> 'requested' then
    raise exception 'account closure % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger closure_edges before update on account_closure for each row execute function check_closure_edge();

-- A decision about closing somebody's account speaks of them, too.
create or replace function is_decision_about(d decision, who bigint) returns boolean language sql stable as $$
  select d.maker_id = who
    or exists (select from membership_change c join membership m on m.id = c.membership_id where m.person_id = who and c.public_id = d.number)
    or exists (select from account_closure c where c.person_id = who and c.public_id = d.number)
$$;
