export type Strength = 'weak' | 'fair' | 'strong'

/**
 * How long a passphrase would withstand somebody who has the file, roughly: by its length and by how many different signs it draws from.
 * Repeated signs and steps along the keyboard's rows count for little.
 */
export function strengthOf(passphrase: string): Strength {
  const signs = Array.from(passphrase)
  const alphabet = [/\p{Ll}/u, /\p{Lu}/u, /\p{Lo}/u, /\d/, /[^\p{L}\d]/u].reduce(
    (sum, kind, i) => sum + (kind.test(passphrase) ? sizes[i]! : 0),
    0,
  )
  const fresh = signs.filter((sign, i) => Math.abs(sign.codePointAt(0)! - (signs[i - 1]?.codePointAt(0) ?? -9)) > 1).length
  const bits = fresh * Math.log2(Math.max(2, Math.min(alphabet, new Set(signs).size * 3)))
  return signs.length < 12 || bits < 45 ? 'weak' : bits < 70 ? 'fair' : 'strong'
}
const sizes = [26, 26, 28, 10, 20]
