import { hash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hierarchy, throwAway } from '#test/conformance/pkiCast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { advance, emptyState } from './hashState.ts'
import { readSigningFacts } from './readFacts.ts'
import { assembleCms, attributesToSign, contentsLength, signPdf } from './sign.ts'

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

test('signatures that are made at once, and wait for others in between, do not write into each other', async () => {
  const file = simplePdf({})
  const facts = readSigningFacts(file)
  if (!facts.signable) throw new Error(facts.detail)
  const made = await Promise.all(
    Array.from({ length: 24 }, async (_, i) => {
      const imprints: Uint8Array[] = []
      const request = async (imprint: Uint8Array) => {
        imprints.push(imprint)
        await wait(i % 3)
        return randomBytes(900)
      }
      const validationMaterial = async () => {
        await wait(i % 5)
        return { certificates: [eSignature, people], ocsps: [randomBytes(500)], crls: [] }
      }
      const signed = await signPdf({
        signer: keys.layla,
        certificate: eSignature,
        certificates: [eSignature],
        facts,
        hashState: advance(emptyState(), file),
        signature: { fieldName: `Field${i}`, signedAt: new Date('2026-11-21T09:00:00Z') },
        ...(i % 4 === 0 ? { level: 'B-B' } : { level: 'B-LTA', timestamp: { request, maxLength: 900 }, validationMaterial }),
      })
      return { signed, imprints }
    }),
  )
  for (const [i, { signed, imprints }] of made.entries()) {
    const whole = Buffer.concat([file, signed.tail])
    const [digest, archived] = signed.facts.signatures.map(({ byteRange: [, first, second, last] }) => {
      expect(second! + last!).toBeLessThanOrEqual(whole.length)
      return hash('sha256', Buffer.concat([whole.subarray(0, first), whole.subarray(second, second! + last!)]), 'buffer')
    })
    expect(signed.facts.signatures.map(({ field }) => field)).toEqual(i % 4 === 0 ? [`Field${i}`] : [`Field${i}`, 'Timestamp1'])
    expect(Buffer.from(signed.cms).includes(digest!)).toBe(true)
    expect(archived && Buffer.from(archived)).toEqual(imprints[1] && Buffer.from(imprints[1]))
    expect(whole.toString('latin1')).toContain(Buffer.from(signed.cms).toString('hex'))
  }
})
