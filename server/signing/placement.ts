import { randomUUID } from 'node:crypto'
import type { PageFacts, Rectangle, SigningFacts } from '#pki/signature/facts.ts'
import { PlacementError, type PlacementCode } from '#pki/signature/placement.ts'
import { prepareSignature } from '#pki/signature/prepare.ts'

/** Page from 1; points from the top left of the page as it is shown. */
export type Placement = { page: number; x: number; y: number; width: number; height: number }

/** Width and height of a page as it is shown. */
export function shownSize({ cropBox, rotation }: PageFacts): { width: number; height: number; rotation: number } {
  const [left, bottom, right, top] = cropBox
  const turned = rotation === 90 || rotation === 270
  return { width: turned ? top - bottom : right - left, height: turned ? right - left : top - bottom, rotation }
}

/** Turns a place on the shown page into the page's own space (ISO 32000-2 §8.3.2.3), which starts at the bottom left and is not rotated. */
export function rectangleOn(page: PageFacts, { x, y, width, height }: Placement): Rectangle {
  const [left, bottom, right, top] = page.cropBox
  switch (page.rotation) {
    case 0:
      return [left + x, top - y - height, left + x + width, top - y]
    case 90:
      return [left + y, bottom + x, left + y + height, bottom + x + width]
    case 180:
      return [right - x - width, bottom + y, right - x, bottom + y + height]
    case 270:
      return [right - y - height, top - x - width, right - y, top - x]
  }
}

/** Tries the placement on the facts, without signing. @returns why a signature cannot stand there, or null */
export function placementFault(facts: SigningFacts, placement: Placement | null, at: Date): PlacementCode | null {
  const page = placement ? facts.pages[placement.page - 1] : undefined
  if (placement && !page) return 'NO_SUCH_PAGE'
  const rectangle = placement && page ? rectangleOn(page, placement) : undefined
  try {
    const fieldName = randomUUID() // as new to the file as the one that will be signed
    prepareSignature(facts, { fieldName, signedAt: at, contentsLength: 16, ...(placement && { page: placement.page - 1, rectangle }) })
    return null
  } catch (error) {
    if (error instanceof PlacementError) return error.code
    throw error
  }
}
