-- A person's own trail is read newest first.
create index audit_event_person_at on audit_event (person_id, at desc, id desc);
drop index audit_event_person;
