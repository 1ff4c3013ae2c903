-- The register of subscribers' certificates is read from its newest entry.
create index certificate_issued on certificate (issued_at, serial_number) where person_id is not null and certificate is not null;
