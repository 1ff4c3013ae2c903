-- What a certificate says of itself, as lists show it and search it, so that no list has to read certificates.
alter table dsc
  add issued_by text,
  add issued_to text,
  add serial_decimal text,
  add key_usage text[] not null default '{}',
  add check ((serial_number is null) = (serial_decimal is null) and (serial_number is null) = (issued_by is null));
