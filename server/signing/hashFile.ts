import { threadsOf } from '#server/platform/threads.ts'
import type { FileHash } from './hashThread.ts'

/** The SHA-256 of a file, in hex, and the state after its last byte, from which signing goes on. */
export const hashFile = threadsOf<string, FileHash>(new URL('hashThread.ts', import.meta.url))
