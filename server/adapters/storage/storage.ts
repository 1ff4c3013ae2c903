import type { Readable } from 'node:stream'

/** Where documents lie: each under the SHA-256 of its content, encrypted, and unreadable once deleted. */
export interface DocumentStorage {
  /**
   * Stores the bytes and answers only when they would survive a power cut. Content that is already there is not stored again:
   * whoever deletes must know that nobody else refers to it.
   */
  put(bytes: Uint8Array): Promise<StoredObject>
  /** The same for a file of ours, however large. */
  putFile(path: string): Promise<StoredObject>
  /**
   * The bytes from `start` (inclusive, default 0) to `end` (exclusive, default the size), each verified before it is handed out.
   * Throws ObjectMissing; throws ObjectDamaged at once, or destroys the stream with it, before a wrong byte is served.
   */
  read(sha256: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** Shreds the object's own key, so that copies of its bytes elsewhere stay unreadable. Absent objects are no error. */
  delete(sha256: string): Promise<void>
}

/** `sha256` in hex, `size` in bytes. */
export type StoredObject = { sha256: string; size: number }

export class ObjectMissing extends Error {
  constructor(sha256: string) {
    super(`no stored object ${sha256}`)
    this.name = 'ObjectMissing'
  }
}

/** Rotten, truncated, swapped, or written under another master key: the bytes are not what was stored. */
export class ObjectDamaged extends Error {
  constructor(sha256: string, detail: string) {
    super(`stored object ${sha256} is damaged: ${detail}`)
    this.name = 'ObjectDamaged'
  }
}
