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
