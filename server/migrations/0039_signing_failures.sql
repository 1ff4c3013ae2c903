-- Why a signing failed is one of a list; the events keep the words of before.
update esign_transaction set failure = case
  when state <> 'failed' then null
  when failure like 'approval not started' then 'notStarted'
  when failure like 'approval unconfirmed' then 'approvalUnconfirmed'
  when failure like 'approval used%' then 'approvalUsed'
  when failure like 'approved by somebody%' then 'otherPerson'
  when failure like 'approval %' then 'notApproved'
  when failure like 'no activation' then 'noActivation'
  when failure like 'activation expired' then 'activationExpired'
  when failure like 'activation %' then 'otherActivation'
  when failure like 'account %' then 'accountClosed'
  when failure like 'documents differ%' then 'otherDocuments'
  when failure like 'another certificate%' then 'otherCertificate'
  when failure like 'certificate %' or failure like 'somebody else%' or failure = 'CredentialRefused' then 'certificateRefused'
  when failure = 'PlacementError' then 'placementRefused'
  when failure = 'TimeStampError' then 'noTime'
  when failure = 'RecheckFailed' then 'notRechecked'
  when failure = 'IssuanceRefused' then 'notIssued'
  else 'trouble' end
where failure is not null or state = 'failed';
alter table esign_transaction
  add constraint esign_transaction_failure_check check (failure in (
    'notStarted', 'notApproved', 'approvalUnconfirmed', 'approvalUsed', 'noActivation', 'activationExpired', 'otherActivation', 'otherPerson',
    'accountClosed', 'otherDocuments', 'otherCertificate', 'certificateRefused', 'placementRefused', 'noTime', 'notRechecked', 'notIssued', 'trouble')),
  add constraint esign_transaction_failed_check check ((state = 'failed') = (failure is not null));
