import { expect, test } from 'vitest'
import { failureWord } from './failure.ts'

test.each([
  ['INSUFFICIENT FUNDS', 'insufficientFunds'],
  ['Not sufficient funds', 'insufficientFunds'],
  ['EXPIRED CARD', 'expiredCard'],
  ['Declined: expired card', 'expiredCard'],
  ['3-D Secure authentication failed', 'notAuthenticated'],
  ['DECLINED', 'declined'],
  ['Do not honour', 'declined'],
  ['UNSPECIFIED FAILURE', 'unknown'],
  ['the gateway’s invoice has another amount', 'unknown'],
  ['', 'unknown'],
] as const)('%j is %s', (told, failure) => expect(failureWord(told)).toBe(failure))
