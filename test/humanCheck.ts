import * as crypto from 'node:crypto'
import type { TestServer } from './server.ts'

/** The header with a solved human check, as a browser finds it by trying numbers. */
export function solvedHumanCheck({ app }: Pick<TestServer, 'app'>): { 'x-human-check': string } {
  const offered = app.humanCheck.createChallenge()
  if (offered.kind !== 'altcha') throw new Error('the tests solve the check of the product itself')
  const { maxnumber, ...challenge } = offered.challenge
  const { hash } = crypto // vitest asks the module anew each time an imported name is said: here 50,000 times
  for (let number = 0; number <= maxnumber; number++) {
    if (hash('sha256', `${challenge.salt}${number}`) !== challenge.challenge) continue
    return { 'x-human-check': Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64') }
  }
  throw new Error('no number fits')
}
