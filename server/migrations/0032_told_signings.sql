-- When the person's browser first asked how a signing stands: until then its beginning may have been answered to nobody.
alter table esign_transaction add column told_at timestamptz;
