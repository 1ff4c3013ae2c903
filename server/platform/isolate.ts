const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * Text that keeps its own direction inside a sentence of the other one (UAX #9 isolates): a date, a number, a file's name.
 * Direction controls inside are dropped, so that text given by people cannot reorder what stands around it.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): string {
  const opening = { ltr: '\u2066', rtl: '\u2067', auto: '\u2068' }[direction]
  return opening + withoutControls(text) + '\u2069'
}

/** Drops the characters that change the order of what stands around them. */
export const withoutControls = (text: string): string => text.replace(controls, '')

export const isControl = (character: string): boolean => withoutControls(character) === ''

/** Line ends are among these: in a sentence of ours they would begin a line of theirs. */
const steering = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu

/**
 * What a stranger's file says, wherever it is shown next: halves of surrogate pairs, controls and what turns the direction of writing become
 * U+FFFD, so that it is seen that something stood there. Marks that belong to a script, as the joiners do, stay.
 * @param value a text, or lists and objects of texts
 */
export function strangersText<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replace(steering, '\ufffd') as T
  if (Array.isArray(value)) return value.map(strangersText) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strangersText(inner)])) as T
}
