-- PDF files that members of an organisation seal with its seal. What is sealed stands in two pieces: the file as it came, and what was appended.
create table sealed_document (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  organisation_id bigint not null references organisation,
  person_id bigint not null references person,  -- who uploaded it
  state text not null default 'uploaded' check (state in ('uploaded', 'sealing', 'sealed', 'failed')),
  name text not null,
  sha256 bytea not null,
  size bigint not null,
  hash_state bytea not null,
  facts jsonb not null,
  uploaded_at timestamptz not null,
  expires_at timestamptz not null,              -- what was not sealed is forgotten then
  dsc_id bigint references dsc,                 -- with which seal it was approved
  placement jsonb,                              -- where its picture stands; null: on no page
  sealed_by bigint references person,           -- whose approval it was
  challenge_id bigint unique references challenge,
  approval_digest bytea,                        -- of what was shown and approved
  approved_at timestamptz,
  leased_until timestamptz,
  attempts int not null default 0,
  tail_sha256 bytea,
  sealed_sha256 bytea,
  sealed_size bigint,
  sealed_at timestamptz,
  check ((state = 'uploaded') = (challenge_id is null)),
  check (num_nonnulls(dsc_id, sealed_by, challenge_id, approval_digest, approved_at) in (0, 5)),
  check ((state = 'sealed') = (sealed_at is not null)),
  check (num_nonnulls(tail_sha256, sealed_sha256, sealed_size, sealed_at) in (0, 4))
);
create index sealed_document_newest on sealed_document (organisation_id, uploaded_at desc, id desc);
create index sealed_document_person on sealed_document (person_id);
create index sealed_document_sealer on sealed_document (sealed_by) where sealed_by is not null;
create index sealed_document_content on sealed_document (sha256);
create index sealed_document_tail on sealed_document (tail_sha256) where tail_sha256 is not null;
create index sealed_document_forgotten on sealed_document (expires_at) where state in ('uploaded', 'failed');
create index sealed_document_under_way on sealed_document (leased_until) where state = 'sealing';
revoke truncate on sealed_document from tawqi_app;

create function check_sealed_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'uploaded' then
      raise exception 'what is to be sealed is uploaded first' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.state in ('sealing', 'sealed') then
      raise exception 'what was sealed stays' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (('uploaded', 'sealing'), ('sealing', 'sealed'), ('sealing', 'failed')) then
    raise exception 'sealed document % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if (old.organisation_id, old.person_id, old.sha256, old.size) is distinct from (new.organisation_id, new.person_id, new.sha256, new.size)
    or (old.approved_at is not null and (old.dsc_id, old.placement, old.approval_digest) is distinct from (new.dsc_id, new.placement, new.approval_digest)) then
    raise exception 'whose a document is, and what was approved, is fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sealed_document_edges before insert or update or delete on sealed_document for each row execute function check_sealed_document();
