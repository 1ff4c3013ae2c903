/** The short code that a visible signature shows, and anybody may look up. */
import { z } from 'zod'

/** Crockford’s Base 32: no letter that is taken for a digit, none that makes words. */
export const proofCodeSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const proofCodeLength = 10

/** As it is printed and read aloud: `7K2MX-9QPD4`. */
export const shownProofCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/**
 * The code as it is typed: in either case, with or without its hyphen, O for 0, I and L for 1. Signatures that are older than the short code show
 * the 22 signs of a signing's number, which are taken as they are.
 */
export const typedProofCode = z.codec(
  z.string().regex(/^\s*(?:[A-Za-z0-9_-]{22}|[0-9A-TV-Za-tv-z](?:[\s-]?[0-9A-TV-Za-tv-z]){9})\s*$/),
  z.string(),
  {
    decode(typed) {
      const code = typed.trim()
      if (/^[A-Za-z0-9_-]{22}$/.test(code)) return code
      return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
    },
    encode: (code) => code,
  },
)
