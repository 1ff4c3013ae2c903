-- What a person is told in the application. The sentence is made when it is read, in the reader's language, from the kind and its facts.
create table notification (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  kind text not null,
  facts jsonb not null default '{}',
  once_key text unique,                         -- what is told once only, such as one plan's end being seven days away
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_person on notification (person_id, created_at desc, id desc);
create index notification_unread on notification (person_id) where read_at is null;
