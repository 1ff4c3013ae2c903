/** The pages of a file, as far as signing has to know them. */

import type { PdfDocument } from '#pki/pdf/document.ts'
import { once } from '#pki/once.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { expectDict, isArray, isDict, isInteger, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { endOfNumbers } from '#pki/pdf/xref.ts'
import type { PageFacts, Rectangle, WrittenObject } from './facts.ts'
import { rectangleOf } from './formFields.ts'
import { below, requireCount, requireNoNull, requireParents, requireType } from './pageTree.ts'
import type { Above } from './pageTree.ts'
import { entriesOf, holderOf, itemsOf, pointerOf, reference, writeDict, writeValue } from './raw.ts'
import type { Pointer } from './raw.ts'

type Inherited = {
  readonly mediaBox: Rectangle | undefined
  readonly cropBox: Rectangle | undefined
  readonly rotation: number
  readonly above: Above | undefined
}

export type PageTree = {
  readonly pages: readonly PageFacts[]
  /** Pages that had no number of their own, with the ones that they get, and their parents as they name them then. */
  readonly unwritten: readonly WrittenObject[]
  /** A number that nothing has or leads to, `unwritten` included, nor any of those behind it. */
  readonly nextObject: number
  /** Of the tree's nodes and pages, and of lists that are written again with `unwritten`. */
  readonly numbers: ReadonlySet<number>
}

/** Of objects. */
type Numbers = Pick<ReadonlySet<number>, 'keys'>

/**
 * All pages in order, or undefined when there are more than `limit`.
 * @param references numbers of objects that others lead to, also where none is
 * @throws PdfError
 */
export function readPages(document: PdfDocument, limit: number, references: Numbers = new Set()): PageTree | undefined {
  const reader = new PageReader(document, limit, unusedNumber(document, references))
  const tree = document.root.entries.get('Pages')
  const nothing = { mediaBox: undefined, cropBox: undefined, rotation: 0, above: undefined }
  if (document.resolve(tree) !== null && !reader.visit(tree ?? null, nothing, 0)) return undefined
  return reader
}

/** Characters of pages that are written because they were named before. */
const mostRepeated = 4 * 1024 * 1024

class PageReader implements PageTree {
  pages: PageFacts[] = []
  readonly unwritten: WrittenObject[] = []
  nextObject: number
  readonly #document: PdfDocument
  readonly #limit: number
  readonly numbers = new Set<number>()
  readonly #isPage = new Set<number>()
  #repeated = 0

  constructor(document: PdfDocument, limit: number, nextObject: number) {
    this.#document = document
    this.#limit = limit
    this.nextObject = nextObject
  }

  /** A node of the tree and what is below it; false when there are too many pages. */
  visit(ref: Value, from: Inherited, depth: number): boolean {
    if (!isRef(ref)) throw new PdfError('TYPE', 'a node of the page tree is not an indirect object')
    if (depth > 50) throw new PdfError('TOO_DEEP', 'the page tree is nested too deeply')
    this.#enter(ref.number)
    if (this.numbers.size > 4 * this.#limit) return false
    const dict = expectDict(this.#document.resolve(ref), 'a page')
    const inherited = this.#inherit(dict, from)
    const kids = this.#document.get(dict, 'Kids')
    if (!isArray(kids)) {
      if (depth === 0) throw new PdfError('TYPE', 'the page tree has no /Kids')
      if (kids !== null) throw new PdfError('TYPE', 'a page has /Kids')
      this.#isPage.add(ref.number)
      return this.#add(pointerOf(ref), dict, inherited)
    }
    requireType(this.#document, dict, 'Pages')
    const lower = { ...inherited, above: below(ref, dict, from.above) }
    const [named, before]: [string[], number] = [[], this.pages.length]
    let isWritten = false
    for (const kid of kids) {
      const unnamed = this.#unnamed(kid)
      if (!(unnamed ? this.#addUnnamed(unnamed, isRef(kid), lower) : this.visit(kid, lower, depth + 1))) return false
      named.push(unnamed ? reference(this.pages.at(-1)!.pointer) : writeValue(kid))
      isWritten ||= unnamed !== undefined
    }
    requireCount(this.#document, dict, this.pages.length - before)
    if (isWritten) this.#nameKids(ref, dict, `[${named.join(' ')}]`)
    return true
  }

  #enter(number: number): void {
    if (this.numbers.has(number)) throw new PdfError('LOOP', 'the page tree contains itself')
    this.numbers.add(number)
  }

  #inherit(dict: Dict, from: Inherited): Inherited {
    const document = this.#document
    requireNoNull(document, dict, from.above)
    const [rotate, resources] = [document.get(dict, 'Rotate'), document.get(dict, 'Resources')]
    if (resources !== null && !isDict(resources)) throw new PdfError('TYPE', '/Resources of a page is no dictionary')
    return {
      ...from,
      mediaBox: boxOf(document, dict, 'MediaBox', from.mediaBox),
      cropBox: boxOf(document, dict, 'CropBox', from.cropBox),
      rotation: rotate === null ? from.rotation : typeof rotate === 'number' ? rotate : NaN,
    }
  }

  #add(pointer: Pointer, dict: Dict, inherited: Inherited): boolean {
    requireType(this.#document, dict, 'Page')
    requireParents(this.#document, dict, inherited.above)
    this.pages.push(readPage(this.#document, pointer, dict, inherited))
    return this.pages.length <= this.#limit
  }

  /**
   * A page that has no number of its own: it stands in its parent (against ISO 32000-2 table 30), which some readers show, or was named before, as
   * PyMuPDF repeats a page. A widget can only stand on one that has.
   */
  #unnamed(kid: Value): Dict | undefined {
    const dict = isDict(kid) || (isRef(kid) && this.#isPage.has(kid.number)) ? this.#document.resolve(kid) : null
    return isDict(dict) && this.#document.get(dict, 'Kids') === null ? dict : undefined
  }

  #addUnnamed(dict: Dict, isRepeated: boolean, from: Inherited): boolean {
    const pointer: Pointer = [this.nextObject++, 0]
    if (!this.#add(pointer, dict, this.#inherit(dict, from))) return false
    const page = this.pages.at(-1)!
    const written = isRepeated ? { ...page, annotations: { items: page.annotations.items } } : page
    this.pages[this.pages.length - 1] = written
    const body = pageBody(written)
    if (isRepeated && (this.#repeated += body.length) > mostRepeated)
      throw new PdfError('TOO_LARGE', 'large pages are named again and again')
    this.unwritten.push([pointer, body])
    return true
  }

  #nameKids(ref: Ref, dict: Dict, kids: string): void {
    const holder = holderOf(dict, 'Kids')
    if (holder) this.#enter(holder[0])
    this.unwritten.push(
      holder ? [holder, kids] : [pointerOf(ref), writeDict([...entriesOf(dict, 'a node of the page tree', ['Kids']), ['Kids', kids]])],
    )
  }
}

/** A page as it is written again. */
export const pageBody = ({ entries, annotations: { holder, items } }: Pick<PageFacts, 'entries' | 'annotations'>) =>
  writeDict(holder || items ? [...entries, ['Annots', holder ? reference(holder) : `[${items}]`]] : entries)

function readPage(document: PdfDocument, pointer: Pointer, dict: Dict, { mediaBox, cropBox, rotation }: Inherited): PageFacts {
  const turned = ((rotation % 360) + 360) % 360
  if (turned !== 0 && turned !== 90 && turned !== 180 && turned !== 270) throw new PdfError('TYPE', 'a page is turned by an odd angle')
  checkContents(document, dict)
  return {
    pointer,
    entries: entriesOf(dict, 'a page', ['Annots']),
    ...boxesOf(mediaBox, cropBox),
    ...unitOf(document, dict),
    rotation: turned,
    annotations: itemsOf(document, dict, 'Annots'),
  }
}

/** What readers show where a page does not say how large it is, or says that it is nothing: a sheet of US Letter. */
const letter: Rectangle = [0, 0, 612, 792]

/** As the browser's viewer takes it: what is no number counts as one. MuPDF shows nothing in one that is not positive, or something else. @throws PdfError */
function unitOf(document: PdfDocument, page: Dict): Pick<PageFacts, 'userUnit'> {
  const unit = document.get(page, 'UserUnit')
  if (typeof unit === 'number' && unit <= 0) throw new PdfError('TYPE', '/UserUnit of a page is no size')
  return typeof unit === 'number' && unit !== 1 && Number.isFinite(unit) ? { userUnit: unit } : {}
}

/**
 * What a page or a node says of its size. Of [1 2], of a name or of a box without a width, one reader makes a page, the next takes the one above, and
 * others a sheet of US Letter. An empty crop box is passed over where nothing is above (MuPDF alone makes US Letter of it). @throws PdfError
 */
function boxOf(document: PdfDocument, dict: Dict, key: 'MediaBox' | 'CropBox', above: Rectangle | undefined): Rectangle | undefined {
  const value = document.get(dict, key)
  if (value === null) {
    // MuPDF makes US Letter of a reference that leads to nothing
    if (isRef(dict.entries.get(key))) throw new PdfError('TYPE', `/${key} of a page leads to nothing`)
    return above
  }
  const box = rectangleOf(document, value)
  if (box && (hasArea(box) || (isEmpty(box) && (key === 'MediaBox' || !above)))) return box
  throw new PdfError('TYPE', `/${key} of a page is no rectangle`)
}

const isEmpty = ([left, bottom, right, top]: Rectangle) => left === right && bottom === top

/**
 * The crop box within the media box (ISO 32000-2 §14.11.2.1). Of one that leaves nothing of the page readers show three sizes; one that is larger than
 * the page and leaves something out is none to poppler, and one without a media box none to MuPDF. @throws PdfError
 */
function boxesOf(stated: Rectangle | undefined, crop: Rectangle | undefined): Pick<PageFacts, 'mediaBox' | 'cropBox'> {
  const mediaBox = stated && hasArea(stated) ? stated : letter
  if (!crop || !hasArea(crop)) return { mediaBox, cropBox: mediaBox }
  const cropBox = [0, 1, 2, 3].map((i) => (i < 2 ? Math.max : Math.min)(crop[i]!, mediaBox[i]!)) as unknown as Rectangle
  const isLarger = (i: 0 | 1) => crop[i + 2]! - crop[i] > mediaBox[i + 2]! - mediaBox[i]
  const leavesOut = (i: 0 | 1) => cropBox[i] !== mediaBox[i] || cropBox[i + 2] !== mediaBox[i + 2]
  const isOdd =
    !hasArea(cropBox) ||
    (mediaBox === letter && (leavesOut(0) || leavesOut(1))) ||
    ([0, 1] as const).some((i) => isLarger(i) && leavesOut(i))
  if (isOdd) throw new PdfError('TYPE', '/CropBox of a page does not fit its /MediaBox')
  return { mediaBox, cropBox }
}

const hasArea = ([left, bottom, right, top]: Rectangle) => left < right && bottom < top

/** One stream or an array of them (ISO 32000-2 table 31): what leads to itself, or elsewhere, no two readers show alike. @throws PdfError */
function checkContents(document: PdfDocument, page: Dict): void {
  const entry = page.entries.get('Contents')
  const look = () => {
    const contents = document.resolve(entry)
    return isArray(contents) ? contents.every((part) => isStream(document.resolve(part))) : contents === null || isStream(contents)
  }
  const isContent = isRef(entry) ? soundContents(document).getOrInsertComputed(entry.number, look) : look()
  if (!isContent) throw new PdfError('TYPE', '/Contents of a page is no stream')
}

/** Many pages may have the same. */
const soundContents = once<PdfDocument, Map<number, boolean>>(() => new Map())

/** Object number of every annotation and page to the page's index. */
export function pagesOfWidgets(pages: readonly PageFacts[]): Map<number, number> {
  const map = new Map<number, number>()
  for (const [index, { pointer, annotations }] of pages.entries()) {
    map.set(pointer[0], index)
    for (const [, number] of annotations.items.matchAll(/(\d+)\s+\d+\s+R/g)) map.set(Number(number), index)
  }
  return map
}

/** More objects than all signatures of a file add. */
const room = 65_536

/**
 * /Size, unless that is lower than a number in use, or higher than readers take. What leads to an object that is not there must not lead to one of ours.
 * @throws PdfError TOO_MANY_OBJECTS
 */
function unusedNumber(document: PdfDocument, references: Numbers): number {
  const size = document.trailer.entries.get('Size')
  let next = isInteger(size) && size <= endOfNumbers - room ? size : 1
  for (const { entries } of document.revisions) for (const number of entries.keys()) if (number >= next) next = number + 1
  for (const number of [...references.keys()].filter((one) => one >= next).toSorted((a, b) => a - b))
    if (number < next + room) next = number + 1
  if (next > endOfNumbers - room) throw new PdfError('TOO_MANY_OBJECTS', 'objects have higher numbers than readers take')
  return next
}
