import type { KeyFault } from '#pki/x509/keys.ts'
import type { Lint } from '../lint.ts'

/** Key checks of the CA/Browser Forum's Baseline Requirements §6.1.1.3 and §6.1.6, with our larger RSA modulus. */
const sources: Record<KeyFault, string> = {
  malformed: 'RFC 5480 §2.2, RFC 8017 appendix A.1',
  'unsupported-algorithm': 'CA/B BR §6.1.5',
  'unsupported-curve': 'CA/B BR §6.1.5',
  'point-not-on-curve': 'CA/B BR §6.1.6, NIST SP 800-56A §5.6.2.3',
  'rsa-modulus-size': 'ETSI TS 119 312 §8.4',
  'rsa-exponent': 'CA/B BR §6.1.6',
  'rsa-small-factor': 'CA/B BR §6.1.6',
  'rsa-close-primes': 'CA/B BR §6.1.1.3 (Fermat)',
  'rsa-roca': 'CA/B BR §6.1.1.3 (ROCA)',
}

export const keyLints: Lint[] = Object.entries(sources).map(([fault, source]) => ({
  name: `key-${fault}`,
  source,
  fails: ({ key }) => key.fault === fault,
}))
