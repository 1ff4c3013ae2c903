import type { SignatureReport } from './verification.ts'

/** Left, bottom, right and top in the page's own coordinates. */
type Box = readonly [number, number, number, number]

/** The pages on which changes are seen, in order, each with its marked places. */
export function changedPages(changes: SignatureReport['changesAfter']): { page: number; boxes: Box[] }[] {
  const places = changes.flatMap((change) => change.places ?? [])
  return [...Map.groupBy(places, ({ page }) => page)]
    .toSorted(([a], [b]) => a - b)
    .map(([page, all]) => ({ page, boxes: all.flatMap(({ box }) => (box ? [box as unknown as Box] : [])) }))
}
