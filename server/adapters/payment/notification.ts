import { createHash, timingSafeEqual } from 'node:crypto'
import { parseJson, utf8 } from '#server/platform/http/json.ts'

/** Compares two secrets of any lengths in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** The JSON of a notification, or undefined. Its signature says who sent it, not that it can be read: it passes the guard of every other body. */
export function parseBody(rawBody: Uint8Array): unknown {
  try {
    return parseJson(utf8(rawBody))
  } catch {
    return undefined
  }
}
