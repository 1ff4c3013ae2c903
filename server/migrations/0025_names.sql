-- Not everybody has every part of a name, or an English one: a whole name has no gaps, and the Arabic one stands where there is no other.
alter table person drop column name_ar, drop column name_en;
alter table person
  add name_ar text not null generated always as
    (btrim(regexp_replace(first_name_ar || ' ' || father_name_ar || ' ' || grandfather_name_ar || ' ' || family_name_ar, '\s+', ' ', 'g'))) stored,
  add name_en text not null generated always as
    (coalesce(
      nullif(btrim(regexp_replace(first_name_en || ' ' || father_name_en || ' ' || grandfather_name_en || ' ' || family_name_en, '\s+', ' ', 'g')), ''),
      btrim(regexp_replace(first_name_ar || ' ' || father_name_ar || ' ' || grandfather_name_ar || ' ' || family_name_ar, '\s+', ' ', 'g')))) stored;
