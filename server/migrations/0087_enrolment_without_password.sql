-- Whoever signs in by the identity app needs no password: it is kept where one is wanted.

alter table enrolment drop constraint enrolment_check1;
alter table enrolment add constraint enrolment_detailed
  check (state <> 'detailed' or (email is not null and mobile is not null and accepted_at is not null));
