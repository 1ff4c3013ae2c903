-- Every upload asks how much is kept of the person already.
create index document_kept on document (person_id, expires_at);
