import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hierarchy, throwAway } from '#test/conformance/pkiCast.ts'
import { assembleCms, attributesToSign, contentsLength } from './sign.ts'

const { people, root, keys, eSignature } = hierarchy()

test.each([
  ['P-256', [], 0],
  ['P-256', [people, root], 0],
  ['P-256', [people], 3_000],
  ['RSA', [people], 0],
  ['RSA', [people, root], 70_000],
] as const)('the room for a CMS is enough, and little more: %s, %#', (kind, above, longest) => {
  const signer = kind === 'RSA' ? throwAway('RSA') : keys.layla
  const identity = { signer, certificate: eSignature, certificates: [eSignature, ...above] }
  const room = contentsLength(identity, longest > 0 ? { request: () => new Uint8Array(longest), maxLength: longest } : undefined)
  for (let i = 0; i < 20; i++) {
    const toSign = attributesToSign(randomBytes(32), identity)
    const cms = assembleCms(identity, toSign, signer.sign(toSign), longest > 0 ? new Uint8Array(longest) : undefined)
    expect(cms.length).toBeLessThanOrEqual(room)
    expect(room - cms.length).toBeLessThan(160)
  }
})
