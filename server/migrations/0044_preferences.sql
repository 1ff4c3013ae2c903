-- How many rows a page of a list has, and the language of letters where it is not the screen's. Who chose a language of the screen
-- before has letters in it already.
alter table person
  add column page_size int not null default 10 check (page_size in (10, 25, 50, 100)),
  add column letter_language text check (letter_language in ('ar', 'en'));        -- null: as the screen
