-- Messages of the contact page are answered or closed by the provider's staff.
alter table contact_message
  add public_id text not null unique default translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'),
  add state text not null default 'received' check (state in ('received', 'answered', 'closed')),
  add answer text not null default '',
  add remarks text not null default '',         -- why it was closed without an answer; the sender is not told
  add handled_by bigint references person,
  add handled_at timestamptz,
  add check ((state = 'received') = (handled_at is null) and (handled_at is null) = (handled_by is null)),
  add check ((state = 'answered') = (answer <> '')),
  add check ((state = 'closed') = (remarks <> ''));
create index contact_message_waiting on contact_message (received_at, id) where state = 'received';

create function check_contact_edge() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (('received', 'answered'), ('received', 'closed')) then
    raise exception 'contact message % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger contact_edges before update on contact_message for each row execute function check_contact_edge();
