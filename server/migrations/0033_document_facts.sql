-- Facts repeat a file's names and strings, which are bytes: jsonb refuses U+0000, json keeps what was written.
alter table document alter column facts type json using facts::json;
