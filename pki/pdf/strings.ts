import { Parser } from './parse.ts'

const limits = { depth: 0, values: Infinity }

/**
 * Source text of objects, one character per byte, with what is in each string replaced: by a string of printable ASCII, or one in hexadecimal.
 * The time it takes grows with the text. @throws PdfError for a string without an end
 */
export function replaceStrings(text: string, replace: (octets: Uint8Array) => Uint8Array): string {
  const bytes = Buffer.from(text, 'latin1')
  const parser = new Parser({ bytes, base: undefined, last: true }, 0, limits)
  let out = ''
  let copied = 0
  // what may begin a string, and the comments in which none does
  const opening = /<<|[(<]|%[^\r\n]*/g
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    if (found[0] !== '(' && found[0] !== '<') continue
    parser.at = found.index
    const { bytes: octets } = parser.string()
    out += text.slice(copied, found.index) + writeOctets(replace(octets))
    opening.lastIndex = copied = parser.at
  }
  return out + text.slice(copied)
}

/** A string: literal where it is printable ASCII, otherwise in hexadecimal (ISO 32000-2 §7.3.4). */
export function writeOctets(octets: Uint8Array): string {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1')
  return /^[ -~]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<${Buffer.from(octets).toString('hex').toUpperCase()}>`
}
