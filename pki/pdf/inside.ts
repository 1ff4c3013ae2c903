import { isArray, isDict, isRef, isStream } from './values.ts'
import type { Dict, Value } from './values.ts'

/** Whether any value inside `value` (references not followed) satisfies `test`; the first that does. */
export function findInside(value: Value, test: (dict: Dict) => boolean): Dict | undefined {
  const open: Value[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isStream(next)) open.push(next.dict)
    else if (isDict(next)) {
      if (test(next)) return next
      for (const item of next.entries.values()) if (typeof item === 'object' && item !== null) open.push(item)
    } else if (Array.isArray(next)) for (const item of next) if (typeof item === 'object' && item !== null) open.push(item)
  }
  return undefined
}

/** Readers differ about which of two entries of one key counts, so that one object shows two things. */
export const repeats = (value: Value): boolean => findInside(value, ({ repeated }) => repeated !== undefined) !== undefined

/** Calls `found` with every reference inside a value, not following any. */
export function eachReference(value: Value | undefined, found: (number: number, generation: number) => void): void {
  const open: (Value | undefined)[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (isRef(next)) found(next.number, next.generation)
    else if (isArray(next)) for (const item of next) open.push(item)
    else if (isStream(next)) open.push(next.dict)
    else if (isDict(next)) for (const items of [next.entries, next.repeated]) for (const item of items?.values() ?? []) open.push(item)
  }
}
