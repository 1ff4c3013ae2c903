-- What the commercial register answered about an organisation that somebody applies for, or a registration officer judges.
create table register_look_up (
  id bigint generated always as identity primary key,
  application_id bigint not null references organisation_application on delete cascade,
  asked_by bigint not null references person,
  unified_number text not null,
  outcome text not null check (outcome in ('found', 'notFound', 'unavailable')),
  entry jsonb,                                  -- what the register says publicly, as the contract's RegisterEntry
  applicant_capacity text check (applicant_capacity in ('owner', 'manager', 'none')), -- of the applicant, by the number of their ID; that number is not kept
  asked_at timestamptz not null,
  check ((outcome = 'found') = (entry is not null)),
  check ((outcome = 'found') = (applicant_capacity is not null))
);
create index register_look_up_latest on register_look_up (application_id, unified_number, id);
revoke update, delete, truncate on register_look_up from tawqi_app;
