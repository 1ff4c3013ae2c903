-- What the register says of a person, as of their last confirmed identity.
-- `nationality_code` is the identity provider's own code and stays beside the country that it stands for; null: a code that nobody here knows.
alter table person
  add nationality text check (nationality ~ '^[A-Z]{2}$'), -- ISO 3166-1
  add identity_expires_on date;                            -- last day of the identity document; null: not told yet

update person set nationality = case
  when nationality_code ~ '^[A-Z]{2}$' then nationality_code
  else (
    select country from (values
      ('102', 'JO'), ('104', 'SY'), ('107', 'PS'), ('110', 'LB'), ('111', 'YE'), ('113', 'SA'),
      ('201', 'TN'), ('204', 'SD'), ('207', 'EG'), ('208', 'MA'),
      ('301', 'AF'), ('302', 'ID'), ('304', 'PK'), ('305', 'BD'), ('309', 'TR'), ('313', 'LK'), ('315', 'PH'), ('320', 'NP'), ('321', 'IN'),
      ('401', 'ET'), ('402', 'UG'), ('406', 'TZ'), ('421', 'GH'), ('427', 'KE')) as known (code, country)
    where known.code = nationality_code)
end;

-- A certificate whose name is no longer its holder's is revoked then.
alter table dsc add old_name_until timestamptz;
create index dsc_old_name on dsc (old_name_until) where old_name_until is not null;
