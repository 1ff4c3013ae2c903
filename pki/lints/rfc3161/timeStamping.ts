import { extensionIds, purposes } from '#pki/x509/extensions.ts'
import type { Lint, Linted } from '../lint.ts'

const stamps = ({ certificate }: Linted) => !!certificate.extendedKeyUsage?.includes(purposes.timeStamping)

export const timeStampingLints: Lint[] = [
  {
    name: 'time-stamping-critical',
    source: 'RFC 3161 §2.3',
    fails: (linted) => stamps(linted) && !linted.certificate.extensions.get(extensionIds.extendedKeyUsage)!.critical,
  },
  {
    name: 'time-stamping-sole-purpose',
    source: 'RFC 3161 §2.3',
    fails: (linted) => stamps(linted) && linted.certificate.extendedKeyUsage!.length > 1,
  },
]
