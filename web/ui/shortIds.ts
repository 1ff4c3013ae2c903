/** An identifier as far as it tells one from another: the one of its ends that differs. */
export const shortId = (id: string, shows: 'start' | 'end'): string =>
  id.length <= 12 ? id : shows === 'end' ? `…${id.slice(-8)}` : `${id.slice(0, 8)}…`

/** A hash in hexadecimal, by both of its ends. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…${sha256.slice(-8)}`
