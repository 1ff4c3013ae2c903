-- What a person has chosen to sign and where the signatures are to stand: there after a reload, a payment, on another device.
create table signing_draft (
  account_id bigint not null references account,
  person_id bigint not null references person,
  version integer not null,                     -- of two browsers that change it at once, one is told
  documents jsonb not null,                     -- as the contract's DraftDocument, in their order
  transaction_id bigint references esign_transaction, -- the signing that was begun with them; while it runs and once it is done there is no draft
  updated_at timestamptz not null,
  primary key (account_id, person_id)
);
