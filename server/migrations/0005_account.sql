-- The account: which agreements a person accepted, and how.

-- Evidence: the text is named by its kind, version, language and the SHA-256 of its bytes; the texts stand in the repository.
create table agreement_acceptance (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  organisation_id bigint references organisation, -- in whose name; null: for oneself
  user_type text not null check (user_type in ('subscriber', 'enrolmentAdmin', 'authorizedSignatory', 'organizationUser')),
  kind text not null check (kind in ('termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation')),
  version int not null,
  language text not null check (language in ('ar', 'en')),
  sha256 bytea not null,
  how text not null check (how in ('enrolment', 'invitation', 'account')),
  accepted_at timestamptz not null,
  device_public_id text,
  address text not null
);
create unique index agreement_acceptance_once on agreement_acceptance (person_id, kind, version, user_type, coalesce(organisation_id, 0));
revoke update, delete, truncate on agreement_acceptance from tawqi_app;
