import { Problem } from '../problems.ts'

const maxDepth = 32

/**
 * Parses a JSON body that may come from anybody: names that appear twice in an object, names that reach into prototypes,
 * deep nesting, numbers without a finite value and lone surrogates are refused, because two readers could take them differently.
 * @throws Problem MALFORMED
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // After the parse: only on well-formed text does the scan take time in proportion to the length.
    scan(text)
    assertPlain(value)
    return value
  } catch (cause) {
    throw cause instanceof Problem ? cause : new Problem('MALFORMED', { cause })
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws Problem MALFORMED: bytes that are not UTF-8 would be read as something else than what was sent */
export function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new Problem('MALFORMED', { cause })
  }
}

/** One pass over the tokens: depth, and the names of every open object. */
function scan(text: string): void {
  const open: (Set<string> | null)[] = []
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > maxDepth) throw malformed('nested too deeply')
    } else if (token === '}' || token === ']') open.pop()
    else if (token.endsWith(':')) rememberName(token, open.at(-1)!)
  }
}

function rememberName(token: string, names: Set<string>): void {
  const name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string
  if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw malformed(`the name ${name}`)
  if (names.has(name)) throw malformed('a name appears twice')
  assertPlain(name)
  names.add(name)
}

/** Depth is bounded by now. */
function assertPlain(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw malformed('a number without a finite value')
  if (typeof value === 'string' && !isPlainText(value)) throw malformed('text that is not well formed')
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(assertPlain)
}

/** Text that the database and every other reader take as it is: no NUL, no half of a surrogate pair. */
export const isPlainText = (text: string) => text.isWellFormed() && !text.includes('\0')

const malformed = (cause: string) => new Problem('MALFORMED', { cause })
