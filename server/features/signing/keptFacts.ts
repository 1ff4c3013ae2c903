import type { SigningFacts } from '#server/signing/signDocument.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** What is kept of a document that waits to be signed. */
export type KeptFacts = SigningFacts & {
  /** So many bytes stood before it in what was sent, and are no part of it; left out, none. */
  readonly leadingBytes?: number
}

const contextOf = (sha256: Uint8Array) => `document key|${Buffer.from(sha256).toString('hex')}`

/** Facts as the database keeps them: the key of an encrypted document sealed, and bound to that document. The password itself is not kept. */
export function factsToKeep(secrets: Secrets, facts: KeptFacts, sha256: Uint8Array): string {
  const { encryption } = facts
  if (!encryption) return JSON.stringify(facts)
  const key = secrets.seal(encryption.key, contextOf(sha256)).toString('base64')
  return JSON.stringify({ ...facts, encryption: { ...encryption, key } })
}

/** @throws where the key was changed, or kept for another document */
export function keptFacts(secrets: Secrets, row: { facts: unknown; sha256: Uint8Array }): KeptFacts {
  const facts = row.facts as KeptFacts
  const { encryption } = facts
  if (!encryption) return facts
  return { ...facts, encryption: { ...encryption, key: secrets.open(Buffer.from(encryption.key, 'base64'), contextOf(row.sha256)) } }
}
