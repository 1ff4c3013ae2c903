-- Texts change as the rest of the catalogue does: a new version of what people agree to, and how a class of certificates is named and described.
alter table catalogue_change
  add texts jsonb,                              -- of an agreement {version, ar, en}: the very texts; of a class its names and descriptions
  add applied_at timestamptz,                   -- when the class took its texts over
  drop constraint catalogue_change_kind_check,
  add constraint catalogue_change_kind_check check (kind in ('plan', 'certificate', 'offSale', 'vat', 'agreement', 'classTexts')),
  add check ((kind in ('agreement', 'classTexts')) = (texts is not null)),
  add check (kind <> 'classTexts' or class_id is not null),
  add check (applied_at is null or (kind = 'classTexts' and status = 'approved'));
create unique index catalogue_change_version on catalogue_change (code, (texts ->> 'version')) where kind = 'agreement' and status = 'approved';

-- People accept the very bytes of a text: what was proposed never changes, and what holds is not withdrawn.
create function check_catalogue_texts() returns trigger language plpgsql as $$
begin
  if old.texts is distinct from new.texts or old.code <> new.code or old.holds_from <> new.holds_from then
    raise exception 'what a change proposes is fixed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger catalogue_texts_fixed before update on catalogue_change for each row execute function check_catalogue_texts();
