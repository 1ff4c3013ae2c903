import { Problem } from '../problems.ts'

const maxDepth = 32
const escape = /\\(?:u([0-9a-fA-F]{4})|(.))/g

/**
 * Parses a JSON body that may come from anybody: names that appear twice in an object, names that reach into prototypes,
 * deep nesting, numbers without a finite value and lone surrogates are refused, because two readers could take them differently.
 * @throws Problem MALFORMED
 */
export function parseJson(text: string): unknown {
  scan(text)
  try {
    return JSON.parse(text, (_name, value) => {
      if (typeof value === 'number' && !Number.isFinite(value)) throw new SyntaxError('a number without a finite value')
      if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) throw new SyntaxError('text that is not well formed')
      return value
    })
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
      if (open.length > maxDepth) throw new Problem('MALFORMED', { cause: 'nested too deeply' })
    } else if (token === '}' || token === ']') open.pop()
    else if (token.endsWith(':')) rememberName(token, open.at(-1))
  }
}

function rememberName(token: string, names: Set<string> | null | undefined): void {
  const quoted = token.slice(1, token.lastIndexOf('"'))
  const name = quoted.replace(escape, (whole, code) => (code ? String.fromCharCode(parseInt(code, 16)) : whole))
  if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw new Problem('MALFORMED', { cause: `the name ${name}` })
  if (names?.has(name)) throw new Problem('MALFORMED', { cause: 'a name appears twice' })
  names?.add(name)
}
