import { describe, expect, test } from 'vitest'
import { DerError } from '#pki/der/read.ts'
import { validatePath } from '#pki/validation/path.ts'
import type { PolicyInputs } from '#pki/validation/path.ts'
import { judgeRevocation, readMaterial } from '#pki/validation/revocation.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { certificates, crls, policyCases, policyInputs } from './validation-pkits.ts'

/** These two carry signatures whose BIT STRING is broken on purpose: not even read. */
const unreadable = ['BadSignedCACert', 'InvalidDSASignatureTest6EE']
const read = new Map(
  [...certificates].flatMap(([name, der]) => {
    try {
      return [[name, readCertificate(der)] as const]
    } catch (error) {
      if (error instanceof DerError) return []
      throw error
    }
  }),
)
const anchor = read.get('TrustAnchorRootCertificate')!
const intermediates = [...read.values()].filter((one) => one !== anchor)
const material = { ...readMaterial({ ocsps: [], crls: [...crls.values()] }), certificates: intermediates }
/** Within the validity of the suite's certificates and CRLs. */
const at = new Date('2020-01-01T00:00:00Z')

function isValid(target: string, policies?: PolicyInputs): boolean {
  const certificate = read.get(`${target}EE`)
  if (!certificate) throw new Error(`${target} is not in the suite`)
  const path = validatePath({ target: certificate, intermediates, anchors: [anchor], at, policies })
  if (!path.ok) return false
  return path.chain
    .slice(0, -1)
    .every((one, i) => judgeRevocation({ certificate: one, issuer: path.chain[i + 1]!, at, now: at, material, anchor }).status === 'good')
}

/**
 * Good paths refused, because what they need is not relied on here: DSA; delta CRLs, and complete lists beside deltas; indirect
 * CRLs; lists of some reasons; distribution points named relative to their issuer.
 */
const refusedOnPurpose = new Set([
  'ValidDSASignaturesTest4',
  'ValidDSAParameterInheritanceTest5',
  'ValiddistributionPointTest4',
  'ValiddistributionPointTest5',
  'ValiddistributionPointTest7',
  'ValidonlySomeReasonsTest18',
  'ValidonlySomeReasonsTest19',
  'ValidIDPwithindirectCRLTest22',
  'ValidIDPwithindirectCRLTest24',
  'ValidIDPwithindirectCRLTest25',
  'ValidcRLIssuerTest28',
  'ValidcRLIssuerTest29',
  'ValidcRLIssuerTest30',
  'ValidcRLIssuerTest33',
  'ValiddeltaCRLTest2',
  'ValiddeltaCRLTest5',
  'ValiddeltaCRLTest7',
  'ValiddeltaCRLTest8',
])

const targets = [...certificates.keys()].filter((name) => name.endsWith('EE')).map((name) => name.slice(0, -2))
const invalid = targets.filter((name) => name.startsWith('Invalid') && !unreadable.includes(`${name}EE`))
const valid = targets.filter((name) => name.startsWith('Valid'))

describe('NIST PKITS', () => {
  test('only what is broken on purpose cannot be read', () => {
    expect([...certificates.keys()].filter((name) => !read.has(name))).toEqual(unreadable)
  })
  test('is complete', () => {
    expect([invalid.length, valid.length, policyCases.length]).toEqual([114, 88, 50])
  })
  test.each(invalid)('refuses %s', (target) => {
    expect(isValid(target)).toBe(false)
  })
  test.each(valid)('%s', (target) => {
    expect(isValid(target)).toBe(!refusedOnPurpose.has(target))
  })
  test.each(policyCases)('$test $target', (policyCase) => {
    expect(isValid(policyCase.target, policyInputs(policyCase))).toBe(policyCase.valid)
  })
})
