-- Of which topics a person wants no letter; the notice in the application stays.
alter table person add letters_left_out text[] not null default '{}'
  check (letters_left_out <@ array['plans', 'payments', 'signings', 'certificates']);
