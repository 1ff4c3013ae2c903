-- An operator's word that a clock is right, for time stamps where no witness can say so. The clock is named by what it showed beside the
-- database's: whichever process shows the same has that clock. The application reads it and cannot say it of itself.
create table time_confirmation (
  id bigint generated always as identity primary key,
  ahead_of_database_ms double precision not null,
  confirmed_at timestamptz not null default now()
);
grant select on time_confirmation to tawqi_app;
