-- Digital signature certificates (DSC): classes on sale, applications and what becomes of them.

alter table challenge drop constraint challenge_purpose_check;
alter table challenge add constraint challenge_purpose_check
  check (purpose in ('login', 'enrolment', 'stepUp', 'kycRenewal', 'signing', 'organisation', 'certificate'));

-- The operator's configuration. The product carries the name; `code` names the profile that the authority has pinned for the class.
create table certificate_class (
  id bigint generated always as identity primary key,
  code text not null unique,
  product_id bigint not null unique references product,
  description_ar text not null,
  description_en text not null,
  usage text not null check (usage in ('signing', 'authentication')),
  assurance text not null check (assurance in ('substantial', 'high')),
  key_sources text[] not null check (cardinality(key_sources) > 0 and key_sources <@ array['keyStore', 'csr', 'pkcs12']),
  key_kinds text[] not null check (cardinality(key_kinds) > 0 and key_kinds <@ array['P-256', 'RSA-3072']),
  position int not null
);

create table certificate_price (
  pricing_id bigint primary key references product_pricing,
  class_id bigint not null references certificate_class,
  years int not null check (years between 1 and 3)
);
create index certificate_price_class on certificate_price (class_id);

-- An application for a certificate, and the certificate's life once there is one.
create table dsc (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person_id bigint not null references person,
  organisation_id bigint references organisation, -- whose seal it is; null: the person's own
  order_id bigint not null unique references purchase_order,
  class_id bigint not null references certificate_class,
  years int not null check (years between 1 and 3),
  state text not null default 'applied' check (state in
    ('applied', 'paid', 'identityVerified', 'approved', 'issued', 'active', 'suspended', 'revoked', 'expired', 'rejected', 'cancelled')),
  key_source text not null check (key_source in ('keyStore', 'csr', 'pkcs12')),
  key_algorithm text not null,
  public_key bytea,                             -- of the person's own request, or of the key made here
  key_sealed bytea,                             -- a key on its way into a PKCS#12 file; gone when the file is made
  pkcs12_sealed bytea,                          -- that file, until it is forgotten
  pkcs12_until timestamptz,
  challenge_id bigint references challenge,
  renews bigint references dsc,
  serial_number bytea unique references certificate,
  leased_until timestamptz,                     -- somebody is issuing it
  created_at timestamptz not null,
  check (serial_number is not null or state in ('applied', 'paid', 'identityVerified', 'approved', 'rejected', 'cancelled')),
  check ((key_source = 'csr') <= (public_key is not null)),
  check ((pkcs12_sealed is null) = (pkcs12_until is null))
);
create index dsc_person on dsc (person_id, id desc);
create index dsc_alive on dsc (id) where state in ('active', 'suspended');
create index dsc_unpaid on dsc (created_at) where state = 'applied';
create index dsc_file on dsc (pkcs12_until) where pkcs12_until is not null;
create unique index dsc_one_renewal on dsc (renews) where state not in ('rejected', 'cancelled');

create table dsc_event (
  id bigint generated always as identity primary key,
  dsc_id bigint not null references dsc,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  cause text not null,
  reason text                                   -- of RFC 5280, where it is a revocation
);
create index dsc_event_dsc on dsc_event (dsc_id, id);

-- What a holder was told of a coming end; each once.
create table dsc_reminder (
  dsc_id bigint not null references dsc,
  days_left int not null,
  at timestamptz not null,
  primary key (dsc_id, days_left)
);
revoke update, delete, truncate on dsc_event, dsc_reminder from tawqi_app;

-- Public keys that are not certified, whoever brings them: known to somebody else, or reported so.
create table blocked_key (
  public_key_sha256 bytea primary key,          -- of the SubjectPublicKeyInfo
  reason text not null,
  blocked_at timestamptz not null
);

alter table certificate
  add dsc_id bigint references dsc,
  add public_key_sha256 bytea,
  add crl_pending boolean not null default false; -- its status changed, and no list says so yet
-- One certificate for an application. An intent that came to nothing and is revoked makes room for the next try.
create unique index certificate_one_for_dsc on certificate (dsc_id) where certificate is not null or revoked_at is null;
create index certificate_key on certificate (public_key_sha256);
create index certificate_unlisted on certificate (issuer_id) where crl_pending;

-- Signing with one's own certificate.
alter table esign_transaction add dsc_id bigint references dsc;
alter table activation add credential bytea;    -- serial number of the certificate that was approved; null: one made for the signing

create function check_dsc_edge() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'applied' then
      raise exception 'a certificate begins with an application' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('applied', 'paid'), ('applied', 'cancelled'),
    ('paid', 'identityVerified'), ('paid', 'cancelled'),
    ('identityVerified', 'approved'), ('identityVerified', 'issued'), ('identityVerified', 'rejected'), ('identityVerified', 'cancelled'),
    ('approved', 'issued'), ('approved', 'cancelled'),
    ('issued', 'active'), ('issued', 'revoked'),
    ('active', 'suspended'), ('active', 'revoked'), ('active', 'expired'),
    ('suspended', 'active'), ('suspended', 'revoked'), ('suspended', 'expired'),
    ('cancelled', 'paid')) then
    raise exception 'certificate % may not go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if (old.state, new.state) = ('identityVerified', 'issued') and new.organisation_id is not null then
    raise exception 'an organisation’s certificate needs its approval' using errcode = 'check_violation';
  end if;
  if new.state = 'approved' and new.organisation_id is null then
    raise exception 'a person’s own certificate is not approved by anybody' using errcode = 'check_violation';
  end if;
  if old.person_id <> new.person_id or old.order_id <> new.order_id or old.class_id <> new.class_id or old.years <> new.years
    or old.organisation_id is distinct from new.organisation_id
    or (old.serial_number is not null and old.serial_number is distinct from new.serial_number) then
    raise exception 'whose a certificate is, and what was bought, is fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger dsc_edges before insert or update on dsc for each row execute function check_dsc_edge();
