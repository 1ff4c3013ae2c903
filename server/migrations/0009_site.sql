-- Messages from the contact page. The mail to the operator is the way they are read; the row is what is left when that mail is refused.
create table contact_message (
  id bigint generated always as identity primary key,
  reference text not null unique,
  received_at timestamptz not null,
  language text not null check (language in ('ar', 'en')),
  subject text not null check (
    subject in ('signing', 'plans', 'organisation', 'certificate', 'compromise', 'integration', 'privacy', 'complaint', 'other')
  ),
  name text not null,
  email text not null,
  mobile text,
  organisation text,
  body text not null
);
create index contact_message_received on contact_message (received_at);

-- Whom an answer to a mail goes to, where that is not its sender.
alter table message add column reply_to text;
