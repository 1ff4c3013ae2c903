/**
 * SHA-256 that stops and goes on: the state after a file's bytes is kept, and each signature hashes only what it appends.
 * node:crypto cannot save a state, so this is WebAssembly. A state is bound to the build that made it; loading another one throws.
 */

import { createSHA256 } from 'hash-wasm'

// one hasher serves all: every use below runs to its end without yielding
const hasher = await createSHA256()

/** An opaque state, to be stored beside the hash and version of the object it belongs to. */
export type HashState = Uint8Array

export const emptyState = (): HashState => hasher.init().save()

/** The state after more bytes. */
export function advance(state: HashState, ...parts: readonly Uint8Array[]): HashState {
  hasher.load(state)
  for (const part of parts) hasher.update(part)
  return hasher.save()
}

/** SHA-256 of everything the state has seen and `parts`. */
export function digestAfter(state: HashState, ...parts: readonly Uint8Array[]): Uint8Array {
  hasher.load(state)
  for (const part of parts) hasher.update(part)
  return hasher.digest('binary')
}
