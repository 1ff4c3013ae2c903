/** Both ends of a hash: enough to compare by eye. */
export const shortHash = (sha256: string) => `${sha256.slice(0, 8)}…${sha256.slice(-8)}`
