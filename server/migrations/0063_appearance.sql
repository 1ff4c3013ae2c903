-- How a visible signature looks, as its signer chose it; null: as it looked before there was a choice.
alter table document add column appearance jsonb;
-- What a visible signature shows to find its signing by; signings made before show their own number.
alter table esign_transaction add column proof_code text unique check (proof_code ~ '^[0-9A-HJKMNP-TV-Z]{10}$');
