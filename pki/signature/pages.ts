/** The pages of a file, as far as signing has to know them. */

import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { expectDict, isArray, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import type { PageFacts, Rectangle } from './facts.ts'
import { rectangleOf } from './formFields.ts'
import { entriesOf, itemsOf, pointerOf } from './raw.ts'

type Inherited = { readonly mediaBox: Rectangle | undefined; readonly cropBox: Rectangle | undefined; readonly rotation: number }

/** All pages in order, or undefined when there are more than `limit`. @throws PdfError */
export function readPages(document: PdfDocument, limit: number): PageFacts[] | undefined {
  const pages: PageFacts[] = []
  const seen = new Set<number>()
  const visit = (ref: Value, from: Inherited, depth: number): boolean => {
    if (!isRef(ref)) throw new PdfError('TYPE', 'a page is not an indirect object')
    if (seen.has(ref.number)) throw new PdfError('LOOP', 'the page tree contains itself')
    if (depth > 50) throw new PdfError('TOO_DEEP', 'the page tree is nested too deeply')
    seen.add(ref.number)
    if (seen.size > 4 * limit) return false
    const dict = expectDict(document.resolve(ref), 'a page')
    const rotate = document.get(dict, 'Rotate')
    const inherited: Inherited = {
      mediaBox: dict.entries.has('MediaBox') ? rectangleOf(document, document.get(dict, 'MediaBox')) : from.mediaBox,
      cropBox: dict.entries.has('CropBox') ? rectangleOf(document, document.get(dict, 'CropBox')) : from.cropBox,
      rotation: typeof rotate === 'number' ? rotate : from.rotation,
    }
    const kids = document.get(dict, 'Kids')
    if (isArray(kids)) return kids.every((kid) => visit(kid, inherited, depth + 1))
    pages.push(readPage(document, ref, dict, inherited))
    return pages.length <= limit
  }
  const tree = document.root.entries.get('Pages')
  if (document.resolve(tree) === null) return []
  return visit(tree ?? null, { mediaBox: undefined, cropBox: undefined, rotation: 0 }, 0) ? pages : undefined
}

function readPage(document: PdfDocument, ref: Ref, dict: Dict, { mediaBox, cropBox, rotation }: Inherited): PageFacts {
  const turned = ((rotation % 360) + 360) % 360
  if (turned !== 0 && turned !== 90 && turned !== 180 && turned !== 270) throw new PdfError('TYPE', 'a page is turned by an odd angle')
  checkContents(document, dict)
  return {
    pointer: pointerOf(ref),
    entries: entriesOf(dict, 'a page', ['Annots']),
    ...boxesOf(mediaBox, cropBox),
    ...unitOf(document, dict),
    rotation: turned,
    annotations: itemsOf(document, dict, 'Annots'),
  }
}

/** What readers show where a page does not say how large it is, or says that it is nothing: a sheet of US Letter. */
const letter: Rectangle = [0, 0, 612, 792]

/** As the browser's viewer takes it: what is no size counts as one. */
function unitOf(document: PdfDocument, page: Dict): Pick<PageFacts, 'userUnit'> {
  const unit = document.get(page, 'UserUnit')
  return typeof unit === 'number' && unit > 0 && unit !== 1 && Number.isFinite(unit) ? { userUnit: unit } : {}
}

/**
 * The crop box within the media box; one that leaves nothing of the page is passed over, and one that is no box is none, whatever stands above
 * (ISO 32000-2 §14.11.2.1 says nothing of either; this is what the browser's viewer shows).
 */
function boxesOf(stated: Rectangle | undefined, crop: Rectangle | undefined): Pick<PageFacts, 'mediaBox' | 'cropBox'> {
  const mediaBox = stated && hasArea(stated) ? stated : letter
  const cropBox: Rectangle =
    crop && hasArea(crop)
      ? [Math.max(crop[0], mediaBox[0]), Math.max(crop[1], mediaBox[1]), Math.min(crop[2], mediaBox[2]), Math.min(crop[3], mediaBox[3])]
      : mediaBox
  return { mediaBox, cropBox: hasArea(cropBox) ? cropBox : mediaBox }
}

const hasArea = ([left, bottom, right, top]: Rectangle) => left < right && bottom < top

/** One stream or an array of them (ISO 32000-2 table 31): what leads to itself, or elsewhere, no two readers show alike. @throws PdfError */
function checkContents(document: PdfDocument, page: Dict): void {
  const contents = document.get(page, 'Contents')
  const parts = isArray(contents) ? contents.map((part) => document.resolve(part)) : [contents]
  if (!parts.every((part) => part === null || isStream(part))) throw new PdfError('TYPE', '/Contents of a page is no stream')
}

/** Object number of every annotation and page to the page's index. */
export function pagesOfWidgets(pages: readonly PageFacts[]): Map<number, number> {
  const map = new Map<number, number>()
  for (const [index, { pointer, annotations }] of pages.entries()) {
    map.set(pointer[0], index)
    for (const [, number] of annotations.items.matchAll(/(\d+)\s+\d+\s+R/g)) map.set(Number(number), index)
  }
  return map
}
