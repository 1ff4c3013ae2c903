import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets of any lengths in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** The JSON of a notification, or undefined; strict UTF-8, so that one body has one reading. */
export function parseBody(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return undefined
  }
}
