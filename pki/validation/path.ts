import { DerError } from '#pki/der/read.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { issuersAmong } from './issuers.ts'
import { validateOne } from './pathValidation.ts'
import type { PathInput, PathResult } from './pathValidation.ts'

export type { PathInput, PathResult, PolicyInputs, Purpose } from './pathValidation.ts'

/** Bounds on the search among hostile certificates that all bear one name. */
const maxLength = 12
const maxPaths = 64
const maxSteps = 2000

/**
 * Builds paths from the target to an anchor (RFC 4158) and validates them (RFC 5280 §6) until one is good.
 * Revocation is judged apart (`revocation.ts`).
 */
export function validatePath(input: PathInput): PathResult {
  let failure: PathResult = { ok: false, reason: 'no-chain' }
  let tried = 0
  try {
    for (const path of pathsFrom(input)) {
      const result = validateOne(path, input)
      if (result.ok) return result
      // A path of wrong candidates fails by its signatures; any other reason says more about the certificates given.
      if (failure.reason === 'no-chain' || failure.reason === 'signature') failure = result
      if (++tried === maxPaths) break
    }
    return failure
  } catch (error) {
    if (error instanceof DerError) return { ok: false, reason: 'malformed', certificate: input.target }
    throw error
  }
}

/** Candidate paths, likely ones first. */
function* pathsFrom({ target, intermediates, anchors }: PathInput): Generator<Certificate[]> {
  let steps = 0
  function* extend(path: Certificate[]): Generator<Certificate[]> {
    if (path.length > maxLength || ++steps > maxSteps) return
    const last = path.at(-1)!
    for (const anchor of issuersAmong(anchors, last)) yield [...path, anchor]
    for (const next of issuersAmong(intermediates, last))
      if (!path.some((other) => sameKeyAndName(next, other))) yield* extend([...path, next])
  }
  if (anchors.some((anchor) => equal(anchor.der, target.der))) yield [target]
  else yield* extend([target])
}

const equal = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
/** RFC 4158 §5.2: a path that meets the same name and key twice gains nothing. */
const sameKeyAndName = (a: Certificate, b: Certificate) => equal(a.subject.der, b.subject.der) && equal(a.publicKey, b.publicKey)
