import { isAcceptedSignature } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { weakness } from '#pki/x509/weakKey.ts'
import { validatePath } from './path.ts'
import type { PathResult, Purpose } from './path.ts'
import type { FindingCode, Indication, SubIndication } from './report.ts'
import { judgeRevocation } from './revocation.ts'
import type { RevocationReason } from '#pki/revocation/reasons.ts'
import type { RevocationMaterial } from './revocation.ts'

export type TrustInput = {
  target: Certificate
  purpose: Purpose
  anchors: readonly Certificate[]
  /** Best-signature-time: the path must be good then. */
  at: Date
  /** For a time stamp, the time it states: its authority must not have been revoked by then, nor its key be compromised since. */
  statedAt?: Date
  /** Whether `at` is proven, or only the time of validation. */
  proven: boolean
  /** The signature was made after this, as far as the file proves; undefined where it proves nothing. */
  notBefore?: Date
  now: Date
  /** What the file brings, and what was given beside it. */
  embedded: RevocationMaterial
  given: RevocationMaterial
  /** All certificates at hand: the path's are looked for among them. */
  known: readonly Certificate[]
}

export type Trust = {
  indication: Indication
  subIndication?: SubIndication
  code?: FindingCode
  detail?: string
  chain: Certificate[]
  /** Where the chain ends, if it is one; undefined where none leads to an anchor. */
  anchor?: Certificate
  /** Whether the file itself proves that no certificate of the chain was revoked. */
  provenInFile: boolean
}

/** Path, revocation and keys of a signer's certificate at a time, in the words of EN 319 102-1 §5.2.6, §5.2.8 and §5.6. */
export function judgeTrust(input: TrustInput): Trust {
  const trust = judgeChain(input)
  if (trust.indication !== 'TOTAL-PASSED' && trust.subIndication !== 'TRY_LATER') return trust
  const [weak] = trust.chain.flatMap(({ publicKey }) => weakness(publicKey) ?? [])
  if (weak === undefined) return trust
  return { ...trust, indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE', code: 'keyWeak', detail: weak }
}

function judgeChain(input: TrustInput): Trust {
  const { target, anchors, at, purpose, embedded, given, known } = input
  const path = validatePath({ target, intermediates: known, anchors, at, purpose })
  if (!path.ok) return { detail: path.reason, ...pathTrust(path, input), chain: path.chain ?? [target], provenInFile: false }
  const anchor = path.chain.at(-1)!
  let provenInFile = true
  for (const [i, certificate] of path.chain.slice(0, -1).entries()) {
    const question = { certificate, issuer: path.chain[i + 1]!, at: input.statedAt ?? at, now: input.now, anchor }
    let status = judgeRevocation({ ...question, material: embedded })
    if (status.status === 'unknown') {
      provenInFile = false
      status = judgeRevocation({ ...question, material: { ...given, certificates: known } })
    }
    if (status.status === 'unknown')
      return {
        indication: 'INDETERMINATE',
        subIndication: 'TRY_LATER',
        code: 'revocationUnknown',
        detail: certificate.serialHex,
        chain: path.chain,
        anchor,
        provenInFile,
      }
    if (status.status === 'revoked' && counts(status, input))
      return { ...revokedTrust(i, status.at, input), chain: path.chain, anchor, provenInFile }
  }
  return { indication: 'TOTAL-PASSED', chain: path.chain, anchor, provenInFile }
}

/** Tokens made before an authority was wound up or superseded stay good, those of a key that got lost do not (RFC 3161 §4). */
const benign = new Set<RevocationReason | undefined>(['affiliationChanged', 'superseded', 'cessationOfOperation'])

const counts = (status: { at: Date; reason?: RevocationReason }, { at, statedAt }: TrustInput) =>
  status.at <= (statedAt && benign.has(status.reason) ? statedAt : at)

type Outcome = Pick<Trust, 'indication' | 'subIndication' | 'code'> & { detail?: string }

/** Revoked before the signature is proven to have existed: certain only where it is proven to have been made afterwards. */
function revokedTrust(index: number, revokedAt: Date, { notBefore }: TrustInput): Outcome {
  if (index > 0) return { indication: 'INDETERMINATE', subIndication: 'REVOKED_CA_NO_POE', code: 'certificateAuthorityRevoked' }
  if (notBefore && notBefore >= revokedAt) return { indication: 'TOTAL-FAILED', subIndication: 'REVOKED', code: 'certificateRevoked' }
  return { indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE', code: 'certificateRevoked' }
}

type BrokenPath = Extract<PathResult, { ok: false }>

/** A path over an algorithm on which nobody relies any more, or that nobody here knows, is broken only where one of it shows that its issuer did not make it. */
function brokenOrWeak(certificate: Certificate | undefined, path: readonly Certificate[]): Outcome {
  const algorithm = certificate?.signatureAlgorithm
  const isBroken = path.some((one, i) => i + 1 < path.length && one.isMadeBy(path[i + 1]!.publicKey) === false)
  if (!algorithm || isAcceptedSignature(algorithm) || isBroken)
    return { indication: 'INDETERMINATE', subIndication: 'CERTIFICATE_CHAIN_GENERAL_FAILURE', code: 'chainInvalid' }
  return { indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE', code: 'chainWeak', detail: algorithm.oid }
}

function pathTrust({ reason, certificate: at, chain = [] }: BrokenPath, { target, proven, notBefore }: TrustInput): Outcome {
  switch (reason) {
    case 'no-chain':
      return { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', code: 'chainNotFound' }
    case 'signature':
      return brokenOrWeak(at, chain)
    case 'malformed':
      return { indication: 'INDETERMINATE', subIndication: 'CERTIFICATE_CHAIN_GENERAL_FAILURE', code: 'chainInvalid' }
    case 'not-yet-valid':
      // Proven to exist before its own certificate: no signature of that certificate's time.
      if (proven && at === target) return { indication: 'TOTAL-FAILED', subIndication: 'NOT_YET_VALID', code: 'chainNotYetValid' }
      return { indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE', code: 'chainNotYetValid' }
    case 'expired':
      if (notBefore && at === target && notBefore > target.notAfter)
        return { indication: 'TOTAL-FAILED', subIndication: 'EXPIRED', code: 'chainExpired' }
      return { indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE', code: 'chainExpired' }
    case 'extended-key-usage':
      return { indication: 'INDETERMINATE', subIndication: 'CHAIN_CONSTRAINTS_FAILURE', code: 'keyPurposeWrong' }
    case 'key-usage':
      return {
        indication: 'INDETERMINATE',
        subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
        code: at === target ? 'keyPurposeWrong' : 'chainInvalid',
      }
    default:
      return { indication: 'INDETERMINATE', subIndication: 'CHAIN_CONSTRAINTS_FAILURE', code: 'chainInvalid' }
  }
}
