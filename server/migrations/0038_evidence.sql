-- Files that support a request: of one person or one organisation, for one kind of request, and fixed once they are sent with it.
create table evidence_file (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint references person,
  organisation_id bigint references organisation,
  uploaded_by bigint not null references person,
  purpose text not null,                        -- the kind of request
  name text not null,
  kind text not null check (kind in ('pdf', 'png', 'jpeg')),
  sha256 bytea not null,                        -- of what is kept
  size bigint not null,
  width int,                                    -- of a picture, in pixels
  height int,
  uploaded_at timestamptz not null,
  expires_at timestamptz not null,              -- what was not sent is forgotten then
  request_number text,                          -- public id of the request that it was sent with
  sent_at timestamptz,
  check ((person_id is null) <> (organisation_id is null)),
  check ((request_number is null) = (sent_at is null)),
  check ((kind = 'pdf') = (width is null) and (width is null) = (height is null))
);
create index evidence_file_person on evidence_file (person_id, id) where person_id is not null;
create index evidence_file_organisation on evidence_file (organisation_id, id) where organisation_id is not null;
create index evidence_file_content on evidence_file (sha256);
create index evidence_file_request on evidence_file (request_number) where request_number is not null;
create index evidence_file_forgotten on evidence_file (expires_at) where sent_at is null;

create function check_evidence() returns trigger language plpgsql as $$
begin
  if current_user <> 'tawqi_app' then
    return coalesce(new, old);
  end if;
  if old.sent_at is not null then
    raise exception 'what was sent with a request stays with it' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{request_number,sent_at,expires_at}'::text[]) <> (to_jsonb(old) - '{request_number,sent_at,expires_at}'::text[]) then
    raise exception 'whose a file is, what it is for and its content are fixed' using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger evidence_fixed before update or delete on evidence_file for each row execute function check_evidence();
