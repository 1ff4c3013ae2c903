import { advance, digestAfter, emptyState, type HashState } from '#pki/signature/hashState.ts'

export type RunningHash = { readonly bytes: HashState; with(chunk: Uint8Array): RunningHash }

const running = (bytes: HashState): RunningHash => ({ bytes, with: (chunk) => running(advance(bytes, chunk)) })

/** A SHA-256 whose state can be kept and gone on from, in another process too. */
export const startHash = (): RunningHash => running(emptyState())

/** The digest at a kept state, in hex. */
export const digestHere = (state: HashState) => Buffer.from(digestAfter(state)).toString('hex')
