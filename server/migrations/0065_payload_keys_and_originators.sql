-- What a signing exchanges with an application (request, response, signed response) has a key of its own: who may follow a signing by its
-- number may not therefore read these. And where a signing was asked for is a number of the one list that requests of accounts use, too.
alter table esign_transaction
  add column logs_id text not null unique default translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'),
  alter column originator drop default,
  alter column originator type smallint using 1,
  alter column originator set default 1,
  add check (originator in (1, 5));               -- contract/originators.ts
