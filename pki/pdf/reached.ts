import type { PdfDocument } from './document.ts'
import { PdfError, TooCostly } from './error.ts'
import { eachReference } from './inside.ts'
import type { Ref } from './values.ts'

/**
 * The objects that the trailer of the newest revision, or of revision `at`, leads to. Nothing is followed through one of `broken`, which cannot be read.
 * @returns their numbers, also of those that are not there
 * @throws PdfError
 */
export function reachedFrom(document: PdfDocument, broken: ReadonlySet<number>, at = document.revisions.length - 1): Set<number> {
  const [reached, followed] = [new Set<number>(), new Set<string>()]
  const open: Ref[] = []
  const follow = (number: number, generation: number) => {
    reached.add(number)
    const key = `${number} ${generation}`
    if (!followed.has(key) && !broken.has(number)) open.push({ kind: 'ref', number, generation })
    followed.add(key)
  }
  eachReference(document.revisions[at]!.trailer, follow)
  for (let next = open.pop(); next; next = open.pop()) eachReference(document.object(next, at)?.value, follow)
  return reached
}

/** The same, or undefined where that cannot be told: whoever repairs the file may find any object in it. */
export function reachedOrUnknown(...from: Parameters<typeof reachedFrom>): Set<number> | undefined {
  try {
    return reachedFrom(...from)
  } catch (error) {
    if (error instanceof PdfError || error instanceof TooCostly) return undefined
    throw error
  }
}
