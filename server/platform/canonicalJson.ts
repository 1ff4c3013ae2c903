/** What JSON can say. Moments and bytes are turned into text before. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * One text for one value, whoever writes it (RFC 8785, JSON Canonicalization Scheme): names in the order of their UTF-16 units, numbers and
 * strings as ECMAScript writes them, no space between.
 * @throws TypeError for a number without a finite value or text that is not well formed (RFC 8785 §3.2.2)
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => `${canonicalJson(name)}:${canonicalJson(inner)}`)
      .join(',')}}`
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('a number without a finite value')
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('text that is not well formed')
  return JSON.stringify(value)
}
