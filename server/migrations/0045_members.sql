-- What an organisation keeps of its members. Whoever belonged to one until now was approved; whoever adds a row from now on says its status.
alter table membership
  add status text not null default 'approved'
    check (status in ('initiated', 'pending', 'approved', 'rejected', 'userRejected', 'deactivated')),
  add employee_number text,
  add work_email text,                          -- as the organisation gave it: a person's own address is not the organisation's to read
  add work_mobile text;
alter table membership alter status drop default;

-- One living record for a person in an organisation: who was rejected or deactivated can be invited again.
alter table membership drop constraint membership_organisation_id_person_id_key;
create unique index membership_living on membership (organisation_id, person_id) where status in ('initiated', 'pending', 'approved');
create unique index membership_employee_number on membership (organisation_id, employee_number) where status in ('initiated', 'pending', 'approved');
create index membership_newest on membership (organisation_id, created_at, id);
