import { children, oidOf } from '#pki/der/read.ts'
import { qcIds } from '#pki/x509/extensions.ts'
import { textOf } from '#pki/x509/names.ts'
import type { Lint, Linted } from '../lint.ts'

const latin1 = (contents: Uint8Array) => Buffer.from(contents).toString('latin1')
const person = ({ profile }: Linted) => profile.subject !== 'service'

/** Types A to F, sorted (EN 319 412-2 §4.3.2). */
const usageTypes = new Set([
  'nonRepudiation',
  'digitalSignature,nonRepudiation',
  'digitalSignature',
  'digitalSignature,keyEncipherment',
  'digitalSignature,keyAgreement',
  'keyEncipherment',
  'keyAgreement',
])

/** The one object identifier inside a statement's information. */
function statementOf({ certificate }: Linted, id: string): string | undefined {
  const info = certificate.qcStatements.get(id)
  return info && oidOf(children(info)[0])
}

const qcTypes = { natural: '0.4.0.1862.1.6.1', legal: '0.4.0.1862.1.6.2', service: undefined }
const semantics = { natural: '0.4.0.194121.1.1', legal: '0.4.0.194121.1.2', service: undefined }

export const etsiExtensionLints: Lint[] = [
  {
    name: 'key-usage-type',
    source: 'EN 319 412-2 §4.3.2',
    fails: (linted) => person(linted) && !usageTypes.has([...(linted.certificate.keyUsage ?? [])].toSorted().join()),
  },
  {
    name: 'policies-present',
    source: 'EN 319 412-2 §4.3.3',
    fails: (linted) => person(linted) && linted.certificate.policies.length === 0,
  },
  {
    name: 'ca-issuers-present',
    source: 'EN 319 412-2 §4.4.1',
    fails: (linted) => person(linted) && linted.certificate.caIssuersUrls.length === 0,
  },
  { name: 'ocsp-present', source: 'EN 319 412-2 §4.4.1', fails: (linted) => person(linted) && linted.certificate.ocspUrls.length === 0 },
  {
    name: 'qc-type-of-subject',
    source: 'EN 319 412-5 §4.2.3',
    fails: (linted) => {
      const stated = statementOf(linted, qcIds.type)
      return stated !== undefined && stated !== qcTypes[linted.profile.subject]
    },
  },
  // A statement that the certificate is for signatures and a key that may not make them would contradict each other.
  {
    name: 'qc-type-commits',
    source: 'EN 319 412-5 §4.2.3, EN 319 412-2 §4.3.2',
    fails: (linted) => linted.certificate.qcStatements.has(qcIds.type) && !linted.certificate.keyUsage?.has('nonRepudiation'),
  },
  {
    name: 'semantics-of-subject',
    source: 'EN 319 412-1 §5.1.2',
    fails: (linted) => statementOf(linted, qcIds.semantics) !== semantics[linted.profile.subject],
  },
  {
    name: 'name-registration-authorities-of-profile',
    source: 'EN 319 412-1 §5.1.3, §5.1.4',
    fails: ({ certificate, profile }) => {
      const info = certificate.qcStatements.get(qcIds.semantics)
      const [, authorities] = info ? children(info) : []
      const stated = authorities ? children(authorities).map(({ tag, contents }) => (tag === 0x86 ? latin1(contents) : '')) : []
      return stated.join(' ') !== (profile.qcStatements?.nameRegistrationAuthorities ?? []).join(' ')
    },
  },
  {
    name: 'disclosure-in-english-over-https',
    source: 'EN 319 412-5 §4.3.4',
    fails: ({ certificate }) => {
      const info = certificate.qcStatements.get(qcIds.disclosures)
      const locations = info ? children(info).map((location) => children(location).map(textOf)) : []
      return !!info && !(locations.some(([, language]) => language === 'en') && locations.every(([url]) => url!.startsWith('https://')))
    },
  },
]
