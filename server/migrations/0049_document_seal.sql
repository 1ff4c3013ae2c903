-- The provider's own seal, on what it writes for people: reports of a validation, evidence of a signing.
alter table authority_key
  drop constraint authority_key_purpose_check,
  add constraint authority_key_purpose_check check (purpose in ('root', 'issuingPeople', 'issuingSeals', 'timestamping', 'sealing', 'ocsp'));
