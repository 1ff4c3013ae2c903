import { createHash } from 'node:crypto'
import type { TestServer } from './server.ts'

/** The header with a solved human check, as a browser finds it by trying numbers. */
export function solvedHumanCheck({ app }: Pick<TestServer, 'app'>): { 'x-human-check': string } {
  const offered = app.humanCheck.createChallenge()
  if (offered.kind !== 'altcha') throw new Error('the tests solve the check of the product itself')
  const { maxnumber, ...challenge } = offered.challenge
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash('sha256').update(`${challenge.salt}${number}`).digest('hex') !== challenge.challenge) continue
    return { 'x-human-check': Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64') }
  }
  throw new Error('no number fits')
}
