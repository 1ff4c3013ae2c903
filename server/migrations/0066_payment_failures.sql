-- Why a payment failed is one of a list, decided when it failed; what the gateway said stands beside it, for people.
alter table payment rename column failure to failure_told;
alter table payment add column failure text check (failure in (
  'insufficientFunds', 'expiredCard', 'notAuthenticated', 'declined', 'unknown',                  -- the bank's answer
  'partlyRefunded', 'otherReference', 'otherAmount', 'otherCurrency', 'otherAmountPaid'));  -- what does not count
update payment set failure = case
  when failure_told = 'partly refunded' then 'partlyRefunded'
  when failure_told like '%for another order' then 'otherReference'
  when failure_told like '%has another amount' then 'otherAmount'
  when failure_told like '%has another currency' then 'otherCurrency'
  when failure_told = 'another amount was paid' then 'otherAmountPaid'
  when failure_told ~* 'insufficient|not sufficient|exceeds? (the )?(balance|limit)|withdrawal limit' then 'insufficientFunds'
  when failure_told ~* 'expired|expiry' then 'expiredCard'
  when failure_told ~* '3-?d ?s|authenticat|otp' then 'notAuthenticated'
  when failure_told ~* 'declin|do not hono|refused|restricted|blocked|stolen|lost card|not permitted|invalid (card|cvv|cvc)' then 'declined'
  else 'unknown' end
where status = 'failed';
