-- An organisation's seal: a certificate of the organisation and its picture, ordered, decided and in force together.
alter table sales_order
  drop constraint sales_order_kind_check,
  add constraint sales_order_kind_check check (kind in ('esignPlan', 'certificate', 'seal'));
alter table certificate_class
  drop constraint certificate_class_usage_check,
  add constraint certificate_class_usage_check check (usage in ('signing', 'authentication', 'sealing'));
alter table challenge
  drop constraint challenge_purpose_check,
  add constraint challenge_purpose_check
  check (purpose in ('login', 'enrolment', 'stepUp', 'kycRenewal', 'signing', 'organisation', 'certificate', 'decision', 'sealing'));

-- Whose a certificate is: a person's, an organisation's, or, with neither, the authority's own.
alter table certificate
  add organisation_id bigint references organisation,
  add check (num_nonnulls(person_id, organisation_id) <= 1);
drop index certificate_issued;
create index certificate_issued on certificate (issued_at, serial_number)
  where (person_id is not null or organisation_id is not null) and certificate is not null;
create index certificate_organisation on certificate (organisation_id) where organisation_id is not null;

alter table dsc
  add image_id bigint references evidence_file, -- the seal's picture, in force as long as the certificate is
  add subject jsonb,                            -- of the certificate, as it was ordered and approved
  add signatory_approved_at timestamptz,        -- half decided: the registration officer is next
  add decided_at timestamptz,
  add remarks text not null default '',         -- of whoever decided it
  add refund_next_at timestamptz,               -- the money of what came to nothing goes back
  add check ((organisation_id is null) = (image_id is null)),
  add check ((organisation_id is null) = (subject is null)),
  add check (organisation_id is null or key_source = 'keyStore'),
  add check (organisation_id is not null or num_nonnulls(signatory_approved_at, decided_at, refund_next_at) = 0);
-- One order at a time, and one seal in force: its successor takes its place in one transaction.
create unique index dsc_one_open_seal on dsc (organisation_id)
  where organisation_id is not null and state in ('applied', 'paid', 'identityVerified', 'approved');
create unique index dsc_one_seal on dsc (organisation_id) where organisation_id is not null and state in ('issued', 'active', 'suspended');
create index dsc_organisation on dsc (organisation_id, id desc) where organisation_id is not null;
create index dsc_refund on dsc (refund_next_at) where refund_next_at is not null;

create or replace function check_dsc_edge() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'applied' then
      raise exception 'a certificate begins with an application' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('applied', 'paid'), ('applied', 'cancelled'),
    ('paid', 'identityVerified'), ('paid', 'cancelled'),
    ('identityVerified', 'approved'), ('identityVerified', 'issued'), ('identityVerified', 'rejected'), ('identityVerified', 'cancelled'),
    ('approved', 'issued'), ('approved', 'cancelled'),
    ('issued', 'active'), ('issued', 'revoked'),
    ('active', 'suspended'), ('active', 'revoked'), ('active', 'expired'),
    ('suspended', 'active'), ('suspended', 'revoked'), ('suspended', 'expired'),
    ('cancelled', 'paid')) then
    raise exception 'certificate % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if (old.state, new.state) = ('identityVerified', 'issued') and new.organisation_id is not null then
    raise exception 'an organisation’s certificate needs its approval' using errcode = 'check_violation';
  end if;
  if old.state <> new.state and new.state in ('approved', 'rejected') and new.organisation_id is null then
    raise exception 'a person’s own certificate is not decided by anybody' using errcode = 'check_violation';
  end if;
  if new.state = 'approved' and new.signatory_approved_at is null then
    raise exception 'a signatory of the organisation approves its seal first' using errcode = 'check_violation';
  end if;
  if old.person_id <> new.person_id or old.order_id <> new.order_id or old.class_id <> new.class_id or old.years <> new.years
    or old.organisation_id is distinct from new.organisation_id or old.image_id is distinct from new.image_id
    or old.subject is distinct from new.subject
    or (old.signatory_approved_at is not null and old.signatory_approved_at is distinct from new.signatory_approved_at)
    or (old.serial_number is not null and old.serial_number is distinct from new.serial_number) then
    raise exception 'whose a certificate is, and what was bought, is fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
