-- The auditor reads the trail of everybody, the latest first, and finds a request by the reference that its sender was told.
create index audit_event_at on audit_event (at desc, id desc);
create index audit_event_reference on audit_event using hash (reference);
create index audit_event_subject on audit_event using hash (subject) where subject is not null;

-- Who looked at somebody's activity is told to them like any other look.
alter table data_look drop constraint data_look_what_check;
alter table data_look add constraint data_look_what_check
  check (what in ('profile', 'documents', 'transactions', 'certificates', 'payments', 'requests', 'activity', 'export'));
