-- An invitation and the membership that comes of it are one row: until the invited person sends their details, nobody is linked to it but
-- whoever holds the national ID.
alter table membership
  alter person_id drop not null,
  add public_id text unique,
  add invited_by bigint references person,
  add invited_at timestamptz,
  add invited_name text,                        -- as the enrolment admin typed it
  add national_id_hash bytea,
  add national_id_masked text,
  add invitation_ends_at timestamptz,
  add submitted_at timestamptz,                 -- the person sent their details
  add signatory_approved_at timestamptz,        -- half-way: a new admin or signatory waits for the registration officer next
  drop constraint membership_status_check,
  add constraint membership_status_check
    check (status in ('initiated', 'pending', 'approved', 'rejected', 'userRejected', 'deactivated', 'cancelled')),
  add constraint membership_person check (person_id is not null or status in ('initiated', 'cancelled')),
  add constraint membership_invitation check (num_nulls(public_id, invited_by, invited_at, invited_name, national_id_hash, national_id_masked,
    invitation_ends_at) in (0, 7));

create unique index membership_invited on membership (organisation_id, national_id_hash) where status = 'initiated';
create index membership_invited_person on membership (national_id_hash) where status in ('initiated', 'pending');
create index membership_invitation_end on membership (invitation_ends_at) where status = 'initiated';

create or replace function check_membership_edge() returns trigger language plpgsql as $$
begin
  if old.status <> new.status
    and (old.status, new.status) not in (('initiated', 'pending'), ('initiated', 'userRejected'), ('initiated', 'cancelled'),
      ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'userRejected'), ('pending', 'cancelled'),
      ('approved', 'deactivated')) then
    raise exception 'membership % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
