import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { octetString, oid, sequence } from '#pki/der/write.ts'
import { begin, hierarchy } from '#test/conformance/pkiCast.ts'
import { checkTimeStampToken, readTimeStampToken } from './readToken.ts'
import { sha256Imprint } from './request.ts'
import { longestToken, timeStampUnitOf, writeTimeStampToken } from './token.ts'

test('no token is longer than is said, and little less is kept for it', () => {
  const { keys, unit, seals, root } = hierarchy()
  for (const chain of [[unit], [unit, seals, root]]) {
    const stamping = timeStampUnitOf(keys.unit, chain, '1.3.6.1.4.1.99999.2.1', 1_001)
    const at = new Date(begin.getTime() + 123)
    const lengths = Array.from({ length: 200 }, () => {
      const hashedMessage = hash('sha256', randomBytes(32), 'buffer')
      const request = { imprint: sha256Imprint(hashedMessage), digest: 'sha256', hashedMessage, certificatesRequested: true }
      return writeTimeStampToken(stamping, request, new Uint8Array(20).fill(0x7f), at).length
    })
    const longest = longestToken(stamping)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longest)
    expect(longest - Math.max(...lengths)).toBeLessThan(200)
    expect(longest - Math.max(...lengths)).toBeGreaterThan(20)
  }
})

test('an imprint by a digest that proves nothing any more is told from one of other data, and from one that nobody knows', () => {
  const { keys, unit } = hierarchy()
  const stamping = timeStampUnitOf(keys.unit, [unit], '1.3.6.1.4.1.99999.2.1', 1_000)
  const fault = (digest: string, over: string) => {
    const hashedMessage = hash('sha1', over, 'buffer')
    const imprint = sequence(sequence(oid(digest)), octetString(hashedMessage))
    const token = writeTimeStampToken(
      stamping,
      { imprint, digest: 'sha1', hashedMessage, certificatesRequested: true },
      randomBytes(8),
      begin,
    )
    return checkTimeStampToken(readTimeStampToken(token), (name) => hash(name, 'the data', 'buffer'))
  }
  expect(fault('1.3.14.3.2.26', 'the data')).toMatchObject({ fault: 'weak-digest' })
  expect(fault('1.3.14.3.2.26', 'other data')).toMatchObject({ fault: 'imprint' })
  expect(fault('1.3.36.3.2.1', 'the data')).toMatchObject({ fault: 'unknown-algorithm' })
})
