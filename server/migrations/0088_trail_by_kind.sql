-- The trail is asked for one kind of record, or for what was refused, over all of its years.
create index audit_event_action on audit_event (action, at desc, id desc);
create index audit_event_refused on audit_event (at desc, id desc) where outcome = 'refused';
