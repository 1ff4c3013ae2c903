import { hash } from 'node:crypto'
import { DerError } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { timeStampTokenOf } from '#pki/timestamp/readToken.ts'
import type { TimeStampToken } from '#pki/timestamp/readToken.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { tokenResult } from './cryptography.ts'
import type { Cryptography } from './cryptography.ts'
import { isFullyExplained, signatureTimestampAttribute } from './material.ts'
import type { LeftOpen } from './changes.ts'
import type { Change, Finding, SignatureReport, TimestampReport } from './report.ts'
import type { RevocationMaterial } from './revocation.ts'
import type { PlacedSignature } from './signatures.ts'
import { judgeTrust } from './trust.ts'
import type { Trust } from './trust.ts'

/** A signature with all that is known of it so far. */
export type Examined = { placed: PlacedSignature; cryptography: Cryptography; changes: Change[]; leftOpen?: LeftOpen }

type Grounds = {
  anchors: readonly Certificate[]
  now: Date
  embedded: RevocationMaterial
  given: RevocationMaterial
  /** All certificates at hand, the anchors among them. */
  known: readonly Certificate[]
}

export type Placement = {
  provenAt: Date
  proof: SignatureReport['proof']
  /** Trust in the signer, or in the authority of a document time stamp; undefined where the cryptography already failed. */
  trust?: Trust
  timestamp?: TimestampReport
  timestampTrust?: Trust
  /** False where a signature time stamp is there that is broken, or holds bytes that nothing accounts for. */
  timestampExplained: boolean
  /** Whether a signature time stamp is there that may not be as its authority made it. */
  timestampAltered: boolean
  /** Whether a later document time stamp that is trusted covers it. */
  archived: boolean
}

/**
 * Places each signature in time (EN 319 102-1 §5.6.2): the newest document time stamp is judged at the time of validation, and
 * proves that everything it covers existed when it says; so back to the first signature.
 */
export function timelineOf(examined: readonly Examined[], grounds: Grounds): Placement[] {
  const placements: Placement[] = []
  let proven: Pick<Placement, 'provenAt' | 'proof'> = { provenAt: grounds.now, proof: 'now' }
  let archived = false
  for (const one of examined.toReversed()) {
    const placement: Placement = { ...proven, archived, timestampExplained: true, timestampAltered: false }
    placements.unshift(placement)
    const { cryptography, placed } = one
    if (placed.kind === 'documentTimestamp') {
      if (!cryptography.token || !cryptography.certificate || cryptography.fault) continue
      placement.trust = judgeToken(cryptography.token, cryptography.certificate, proven.provenAt, grounds)
      if (placement.trust.indication !== 'TOTAL-PASSED') continue
      proven = { provenAt: cryptography.token.at, proof: 'documentTimestamp' }
      archived = true
    } else placeByTimestamp(one, placement, grounds)
  }
  judgeSigners(examined, placements, grounds)
  return placements
}

function judgeToken(token: TimeStampToken, authority: Certificate, control: Date, grounds: Grounds): Trust {
  if (token.at > control)
    return {
      indication: 'INDETERMINATE',
      subIndication: 'TIMESTAMP_ORDER_FAILURE',
      code: 'timestampOrder',
      chain: [authority],
      provenInFile: false,
    }
  return judgeTrust({ ...grounds, target: authority, purpose: 'timeStamping', at: control, statedAt: token.at, proven: true })
}

/** The signature time stamp inside the CMS (EN 319 122-1 §5.3). */
function placeByTimestamp({ cryptography }: Examined, placement: Placement, grounds: Grounds): void {
  const { signer, fault } = cryptography
  const [element, ...others] = signer?.unsignedAttributes.get(signatureTimestampAttribute) ?? []
  if (!element || !signer || fault) return
  const report: TimestampReport = { time: '', trusted: false, findings: others.length > 0 ? [{ code: 'timestampMalformed' }] : [] }
  placement.timestamp = report
  placement.timestampExplained = false
  placement.timestampAltered = true
  try {
    const token = timeStampTokenOf(element)
    report.time = token.at.toISOString()
    const { certificate, fault: tokenFault } = tokenResult(token, (name) => hash(name, signer.signature, 'buffer'), grounds.known)
    if (certificate) report.authority = certificate.subject.text
    const control = placement.provenAt
    const areWhole = (elements: readonly Element[]) => elements.every((one) => isWholeToken(one, control, grounds))
    if (tokenFault || !certificate) {
      // Some signers have the wrong thing stamped, and older authorities use SHA-1: a token that is whole was made so.
      const isWeak = tokenFault?.code === 'digestAlgorithmWeak'
      const isWhole = (isWeak || tokenFault?.code === 'timestampImprintMismatch') && areWhole([element, ...others])
      placement.timestampAltered = !isWhole
      placement.timestampExplained = isWhole && isWeak && others.length === 0
      report.findings.push({ code: tokenFault?.code ?? 'timestampMalformed', detail: tokenFault?.detail })
      return
    }
    const isExplained = isFullyExplained(element.whole, grounds.known, grounds.anchors)
    placement.timestampExplained = others.length === 0 && isExplained
    const trust = judgeToken(token, certificate, control, grounds)
    placement.timestampTrust = trust
    // one that fits what it stamps, and is fully explained, is whole
    placement.timestampAltered = !areWhole(isExplained ? others : [element, ...others])
    if (trust.indication !== 'TOTAL-PASSED') report.findings.push(...timestampFindings(trust))
    else {
      report.trusted = true
      Object.assign(placement, { provenAt: token.at, proof: 'signatureTimestamp' })
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    report.findings.push({ code: 'timestampMalformed', detail: error.message })
  }
}

/**
 * Whether a token's own signature holds, over whatever it stamps, and nothing beside it was put there by anybody else. The certificates of an
 * authority that is not known here can be held to nothing. @throws DerError
 */
function isWholeToken(element: Element, control: Date, grounds: Grounds): boolean {
  const token = timeStampTokenOf(element)
  const { certificate, fault } = tokenResult(token, () => token.hashedMessage, grounds.known)
  if ((fault && fault.code !== 'digestAlgorithmWeak') || !certificate) return false
  const strangers = judgeToken(token, certificate, control, grounds).code === 'chainNotFound'
  return isFullyExplained(element.whole, grounds.known, grounds.anchors, { strangers })
}

function timestampFindings({ code, detail }: Trust): Finding[] {
  if (code === 'timestampOrder') return [{ code }]
  return [{ code: code === 'revocationUnknown' ? 'timestampRevocationUnknown' : 'timestampChainInvalid', detail: detail ?? code }]
}

/** Oldest first, because time stamps before a signature prove that it was made after them. */
function judgeSigners(examined: readonly Examined[], placements: readonly Placement[], grounds: Grounds): void {
  let notBefore: Date | undefined
  for (const [i, { placed, cryptography }] of examined.entries()) {
    const placement = placements[i]!
    if (placed.kind === 'signature' && cryptography.certificate && !cryptography.fault) {
      const { provenAt: at, proof } = placement
      placement.trust = judgeTrust({
        ...grounds,
        target: cryptography.certificate,
        purpose: 'signing',
        at,
        proven: proof !== 'now',
        notBefore,
      })
    }
    const trusted = placed.kind === 'documentTimestamp' ? placement.trust?.indication === 'TOTAL-PASSED' : placement.timestamp?.trusted
    if (!trusted) continue
    notBefore = placed.kind === 'documentTimestamp' ? cryptography.token!.at : placement.provenAt
  }
}
