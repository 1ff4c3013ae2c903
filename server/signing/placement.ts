import { randomUUID } from 'node:crypto'
import type { PageFacts, Rectangle, SignatureField, SigningFacts } from '#pki/signature/facts.ts'
import { fieldToSign, PlacementError } from '#pki/signature/placement.ts'
import { prepareSignature, type SignatureOptions } from '#pki/signature/prepare.ts'

/** Page from 1; points from the top left of the page as it is shown. */
export type Placement = { page: number; x: number; y: number; width: number; height: number }

/** A place on a page, an empty field of the form, or nowhere. */
export type Place = Placement | { field: string } | null

/** Width and height of a page as it is shown. */
export function shownSize(page: PageFacts): { width: number; height: number; rotation: number } {
  const { width, height } = sizeOn(page)
  const { rotation, userUnit = 1 } = page
  return { width: width * userUnit, height: height * userUnit, rotation }
}

/** The same in the page's own units. */
export function sizeOn({ cropBox: [left, bottom, right, top], rotation }: PageFacts): { width: number; height: number } {
  const turned = rotation === 90 || rotation === 270
  return { width: turned ? top - bottom : right - left, height: turned ? right - left : top - bottom }
}

const times = (unit: number, { x, y, width, height }: Omit<Placement, 'page'>) => ({
  x: x * unit,
  y: y * unit,
  width: width * unit,
  height: height * unit,
})

/** Turns a place on the shown page into the page's own space (ISO 32000-2 §8.3.2.3), which starts at the bottom left, is not rotated and has units of its own. */
export function rectangleOn(page: PageFacts, place: Placement): Rectangle {
  const { x, y, width, height } = times(1 / (page.userUnit ?? 1), place)
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

/** The same the other way round, in the page's own units. */
export function placeOf(page: PageFacts, [left, bottom, right, top]: Rectangle): Omit<Placement, 'page'> {
  const [cropLeft, cropBottom, cropRight, cropTop] = page.cropBox
  const [across, along] = [right - left, top - bottom]
  switch (page.rotation) {
    case 0:
      return { x: left - cropLeft, y: cropTop - top, width: across, height: along }
    case 90:
      return { x: bottom - cropBottom, y: left - cropLeft, width: along, height: across }
    case 180:
      return { x: cropRight - right, y: bottom - cropBottom, width: across, height: along }
    case 270:
      return { x: cropTop - top, y: cropRight - right, width: along, height: across }
  }
}

/** Where a field that stands in the form is shown; null where it is not. */
function shownPlace(facts: SigningFacts, { page: index, rectangle, isHidden }: SignatureField): Placement | null {
  const page = index === undefined ? undefined : facts.pages[index]
  const hasArea = rectangle[0] < rectangle[2] && rectangle[1] < rectangle[3]
  return page && hasArea && !isHidden ? { page: index! + 1, ...times(page.userUnit ?? 1, placeOf(page, rectangle)) } : null
}

/** Where the signatures that stand in the file are shown. */
export const signedPlaces = (facts: SigningFacts): Placement[] =>
  facts.signatureFields.flatMap((field) => (field.signed ? (shownPlace(facts, field) ?? []) : []))

/** No form has so many places to sign; each is looked for among all fields. */
const mostFields = 100

/** The form's first signature fields that nobody signed, each with where it is shown and why a signature cannot go into it. */
export function emptyFields(facts: SigningFacts): { name: string; place: Placement | null; fault: PlacementError | null }[] {
  const empty = facts.signatureFields.filter(({ signed }) => !signed).slice(0, mostFields)
  return empty.map((field) => ({
    name: field.name,
    place: shownPlace(facts, field),
    fault: faultOf(() => fieldToSign(facts, { fieldName: field.name })),
  }))
}

/** The page, from 0, and the rectangle of a new field, or the field that stands in the form; with the place that is shown. */
export function fieldOptions(
  facts: SigningFacts,
  wanted: Place,
  newName: string,
): Pick<SignatureOptions, 'fieldName' | 'page' | 'rectangle'> & { shown: Placement | null } {
  if (wanted && 'field' in wanted) {
    const field = facts.signatureFields.find(({ name }) => name === wanted.field)
    if (!field) throw new PlacementError('NO_SUCH_FIELD', 'the form has no signature field of this name')
    return { fieldName: field.name, shown: shownPlace(facts, field) }
  }
  const page = wanted && facts.pages[wanted.page - 1]
  if (wanted && !page) throw new PlacementError('NO_SUCH_PAGE', `the file has ${facts.pages.length} pages`)
  return { fieldName: newName, shown: wanted, ...(wanted && page && { page: wanted.page - 1, rectangle: rectangleOn(page, wanted) }) }
}

/** Tries the placement on the facts, without signing. @returns why a signature cannot stand there, or null */
export const placementFault = (facts: SigningFacts, wanted: Place, at: Date): PlacementError | null =>
  faultOf(() => {
    const { shown: _shown, ...options } = fieldOptions(facts, wanted, randomUUID()) // as new to the file as the one that will be signed
    prepareSignature(facts, { ...options, signedAt: at, contentsLength: 16 })
  })

function faultOf(attempt: () => unknown): PlacementError | null {
  try {
    attempt()
    return null
  } catch (error) {
    if (error instanceof PlacementError) return error
    throw error
  }
}
