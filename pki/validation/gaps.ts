import { latin1 } from '#pki/pdf/latin1.ts'
import { isWhite } from '#pki/pdf/characters.ts'

const percent = 0x25
const longestComment = 200

/** A header, which says nothing but at the beginning of the file: Spire repeats it before what it appends. */
const header = /^%PDF-\d\.\d$/

/** White space, and comments in which no reader finds an object: MuPDF writes its name before what it appends. */
export function saysNothing(gap: Uint8Array): boolean {
  for (let at = 0; at < gap.length; at++) {
    if (isWhite(gap[at])) continue
    if (gap[at] !== percent) return false
    let end = at
    while (end < gap.length && gap[end] !== 10 && gap[end] !== 13) end++
    if (end === gap.length || end - at > longestComment) return false
    const comment = latin1(gap.subarray(at, end))
    if (!header.test(comment) && /obj|stream|xref|trailer|%%EOF|%PDF/.test(comment)) return false
    at = end
  }
  return true
}
