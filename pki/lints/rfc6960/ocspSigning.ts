import { extensionIds, purposes } from '#pki/x509/extensions.ts'
import type { Lint, Linted } from '../lint.ts'

const responds = ({ certificate }: Linted) => !!certificate.extendedKeyUsage?.includes(purposes.ocspSigning)

export const ocspSigningLints: Lint[] = [
  {
    name: 'ocsp-signing-not-on-ca',
    source: 'RFC 6960 §4.2.2.2',
    fails: (linted) => responds(linted) && !!linted.certificate.basicConstraints?.ca,
  },
  {
    name: 'ocsp-signing-sole-purpose',
    source: 'RFC 6960 §4.2.2.2',
    fails: (linted) => responds(linted) && linted.certificate.extendedKeyUsage!.length > 1,
  },
  {
    name: 'no-check-of-responder-only',
    source: 'RFC 6960 §4.2.2.2.1',
    fails: (linted) => linted.certificate.ocspNoCheck && !responds(linted),
  },
  {
    name: 'responder-revocable-or-no-check',
    source: 'RFC 6960 §4.2.2.2.1',
    fails: (linted) =>
      responds(linted) &&
      !linted.certificate.basicConstraints?.ca &&
      !linted.certificate.ocspNoCheck &&
      linted.certificate.crlUrls.length === 0,
  },
  {
    name: 'no-check-is-null',
    source: 'RFC 6960 §4.2.2.2.1',
    fails: ({ certificate }) => {
      const value = certificate.extensions.get(extensionIds.ocspNoCheck)?.value
      return value !== undefined && !(value.length === 2 && value[0] === 0x05)
    },
  },
]
