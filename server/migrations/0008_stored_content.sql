-- What lies in the document store. A row is written before the bytes are, and its lock decides between who stores content and who removes it.
create table stored_content (
  sha256 bytea primary key,
  needed_until timestamptz not null             -- until then something is on its way that no document refers to yet
);
create index stored_content_due on stored_content (needed_until);
insert into stored_content (sha256, needed_until)
  select sha256, min(uploaded_at) from document group by sha256
  union
  select tail_sha256, min(uploaded_at) from document where tail_sha256 is not null group by tail_sha256;
create index document_content on document (sha256);
create index document_tail on document (tail_sha256) where tail_sha256 is not null;
