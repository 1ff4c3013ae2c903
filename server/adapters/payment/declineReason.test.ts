import { expect, test } from 'vitest'
import { declineReason } from './declineReason.ts'

test.each([
  ['INSUFFICIENT FUNDS', 'insufficientFunds'],
  ['Not sufficient funds', 'insufficientFunds'],
  ['EXPIRED CARD', 'expiredCard'],
  ['Declined: expired card', 'expiredCard'],
  ['3-D Secure authentication failed', 'notAuthenticated'],
  ['DECLINED', 'declined'],
  ['Do not honour', 'declined'],
  ['UNSPECIFIED FAILURE', 'unknown'],
  ['', 'unknown'],
] as const)('%j is %s', (told, failure) => expect(declineReason(told)).toBe(failure))
