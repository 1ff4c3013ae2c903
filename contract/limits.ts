/** Numbers that both sides keep to. They stand without the declarations and their schemas, so that a page which sends nothing yet loads neither. */

export const nationalIdLength = 10

/** A session in which nobody does anything for this long is over, in the browser and on the server. */
export const idleMinutes = 30

/** How far the time of a proof (DPoP) may be from the server's, either way (RFC 9449 §11.1). The server tells its time with every answer. */
export const proofSkewSeconds = 60

/** Digits of a code that is sent to a person. */
export const oneTimeCodeLength = 6

/** Beyond this no operator may let `MAX_UPLOAD_MB` go; a browser, which does not know theirs, refuses what is larger at once. */
export const maxUploadMegabytes = 1_000

/** What signing appends to the largest document, many times over, in bytes: whatever was signed can be verified. */
export const roomForSignatures = 10_000_000

/** So many calls of one caller in a window of so many seconds, counted under a name that several calls may share. */
export type CallLimit = { readonly name: string; readonly quota: number; readonly windowSeconds: number }

/** Files that support a request: in bytes, in pages, and for a picture in pixels of one side and of all. */
export const evidenceLimits = { bytes: 10_000_000, pages: 200, side: 12_000, pixels: 40_000_000 }

/** Of a table that somebody uploads: its octets, and the rows of people in it. */
export const sheetLimits = { bytes: 4_000_000, rows: 5_000 }
