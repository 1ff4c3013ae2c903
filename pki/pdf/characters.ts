/** What the octets of a PDF's structure are to its grammar (ISO 32000-2 §7.2.3). */

/** 1 for each octet that is white space (ISO 32000-2 table 1). */
export const white = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) white[code] = 1
/** 1 for each that ends a name or a number besides (table 2). */
export const delimiter = new Uint8Array(256)
for (const character of '()<>[]{}/%') delimiter[character.charCodeAt(0)] = 1
/** What each says as a hexadecimal digit, or -1. */
export const hexDigit = new Int8Array(256).fill(-1)
for (let i = 0; i < 16; i++) {
  hexDigit['0123456789abcdef'.charCodeAt(i)] = i
  hexDigit['0123456789ABCDEF'.charCodeAt(i)] = i
}

export const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39
export const isWhite = (byte: number | undefined) => byte !== undefined && white[byte] === 1

/** Two octets that end a name for PDFium, which takes them for white space, and for nobody else. */
export const endsForPdfium = (byte: number | undefined) => byte === 0x80 || byte === 0xff

/** What a character behind a backslash stands for in a string (table 3). */
export const escapes = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
])
