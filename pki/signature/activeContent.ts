/**
 * Finds what a signer cannot see on the pages: scripts, actions that change the document or start something, media, forms in XFA,
 * files inside the file, hidden layers, content kept elsewhere; and what readers show in place of the pages.
 */

import { isKnownPacking } from '#pki/pdf/decode.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { eachReference, findInside } from '#pki/pdf/inside.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { reachedFrom } from '#pki/pdf/reached.ts'
import { UsesMet } from '#pki/pdf/uses.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { drawnBy } from './contents.ts'
import type { Drawn } from './contents.ts'
import { oddlyDrawn } from './drawnValues.ts'
import { Layers } from './layers.ts'
import { isLeftToReaders } from './leftToReaders.ts'

export type ActiveContent =
  | 'JAVASCRIPT'
  | 'OPEN_ACTION'
  | 'ADDITIONAL_ACTIONS'
  | 'LAUNCH'
  | 'SUBMIT_FORM'
  | 'IMPORT_DATA'
  | 'CHANGES_VIEW'
  | 'MULTIMEDIA'
  | 'XFA'
  | 'PORTFOLIO'
  | 'HIDDEN_LAYERS'
  | 'HIDDEN_ANNOTATION'
  | 'EXTERNAL_STREAM'
  | 'ALTERNATE_IMAGE'
  | 'DYNAMIC_RENDERING'
  | 'LEFT_TO_READERS'

const actions: Record<string, ActiveContent> = {
  JavaScript: 'JAVASCRIPT',
  Launch: 'LAUNCH',
  SubmitForm: 'SUBMIT_FORM',
  ImportData: 'IMPORT_DATA',
  ResetForm: 'CHANGES_VIEW',
  Hide: 'CHANGES_VIEW',
  SetOCGState: 'CHANGES_VIEW',
  Trans: 'CHANGES_VIEW',
  GoTo3DView: 'MULTIMEDIA',
  Rendition: 'MULTIMEDIA',
  Movie: 'MULTIMEDIA',
  Sound: 'MULTIMEDIA',
  RichMediaExecute: 'MULTIMEDIA',
  GoToE: 'LAUNCH',
}

const annotations: Record<string, ActiveContent> = {
  Screen: 'MULTIMEDIA',
  Movie: 'MULTIMEDIA',
  Sound: 'MULTIMEDIA',
  RichMedia: 'MULTIMEDIA',
  '3D': 'MULTIMEDIA',
}

const fieldTypes = new Set(['Tx', 'Btn', 'Ch'])

type Inspected = {
  active: Set<ActiveContent>
  /** How often something leads to an object, whether that is there or not. */
  references: ReadonlyMap<number, number>
  /** Whether something may lead to a page, or to the catalogue, as to something else. */
  hasOddPages: boolean
  /** Whether something leads to a field that is no signature's. */
  hasOtherFields: boolean
  /** Whether something leads to an object by another generation than it has. */
  hasOtherGeneration: boolean
  /** Whether something leads to an object that is nothing but a reference. */
  leadsToStandIn: boolean
  /** What is drawn and is no page's own content. */
  drawn: readonly Drawn[]
}

/** Every kind found, in the newest revision. Reads each object once. @throws PdfError where an object cannot be read. */
export function findActiveContent(document: PdfDocument): Inspected {
  const found = new Set<ActiveContent>()
  const broken = new Map<number, PdfError>()
  const pages = pageNumbers(document)
  const entries = document.entries(document.revisions.length - 1)
  const generationOf = (number: number) => {
    const entry = entries.get(number)
    return entry === undefined || entry.type === 'free' ? undefined : entry.type === 'packed' ? 0 : entry.generation
  }
  const uses = new UsesMet((number) => pages.has(number), generationOf)
  const { references } = uses
  const layers = new Layers(document)
  const fields: number[] = []
  const left: number[] = []
  const drawn: (readonly [number, readonly Drawn[]])[] = []
  const pressed = new Map<number, number>()
  for (const { trailer } of document.revisions) eachReference(trailer, (number) => uses.count(number))
  for (const object of document.objects(undefined, (number, error) => broken.set(number, error))) {
    const { number, value } = object
    uses.look(object)
    const parts = drawnBy(document, value)
    if (parts.length > 0) drawn.push([number, parts])
    if (isStream(value) && states(document, value.dict, 'F')) found.add('EXTERNAL_STREAM')
    if (isStream(value) && !isKnownPacking(value.dict, (filter) => document.resolve(filter)))
      broken.set(number, new PdfError('FILTER_UNKNOWN', 'a stream is packed as not all readers know'))
    let odd = isStream(value) ? oddlyDrawn(document, value) : undefined
    findInside(value, (dict) => {
      if (!isStream(value) || dict !== value.dict) odd ??= oddlyDrawn(document, dict)
      inspectDict(document, dict, found)
      if (layers.mayHide(dict)) found.add('HIDDEN_LAYERS')
      if (fieldTypes.has(nameOf(document.get(dict, 'FT')) ?? '')) fields.push(number)
      if (isLeftToReaders(document, dict)) left.push(number)
      // only where it stands in the annotation itself: an object of its own may be the list of a page's forms as well
      const appearances = dict.entries.get('AP')
      if (isDict(appearances))
        eachReference(appearances.entries.get('D'), (shown) => void pressed.set(shown, (pressed.get(shown) ?? 0) + 1))
      return false
    })
    if (odd) broken.set(number, new PdfError('TYPE', `/${odd} of what is drawn is not what it must be`))
  }
  // what the end of the file cuts off, or lies past it, would go on in what is appended
  const goesOn = ({ code, offset = 0 }: PdfError) => code === 'CUT_SHORT' || offset >= document.size
  const met = [...broken.keys()].some((number) => references.has(number)) ? reachedFrom(document, new Set(broken.keys())) : references
  for (const [number, error] of broken) if (met.has(number) || goesOn(error)) throw error
  inspectCatalogue(document, found)
  if (layers.areHidden()) found.add('HIDDEN_LAYERS')
  if (left.some((number) => references.has(number))) found.add('LEFT_TO_READERS')
  return {
    active: found,
    references,
    hasOddPages: uses.isOdd,
    hasOtherGeneration: uses.hasOtherGeneration,
    leadsToStandIn: uses.leadsToStandIn,
    hasOtherFields: fields.some((number) => references.has(number)),
    // nobody sees how a button looks while it is pressed
    drawn: drawn.flatMap(([number, parts]) => ((references.get(number) ?? 0) > (pressed.get(number) ?? 0) ? parts : [])),
  }
}

/** Numbers of the catalogue, of all pages and of what they hang on, as far as they can be read. */
function pageNumbers(document: PdfDocument): ReadonlySet<number> {
  const numbers = new Set([document.rootRef.number])
  const open = [document.root.entries.get('Pages')]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isRef(next) || numbers.has(next.number)) continue
    numbers.add(next.number)
    const node = document.resolve(next)
    const kids = isDict(node) ? document.get(node, 'Kids') : null
    for (const kid of isArray(kids) ? kids : []) open.push(kid)
  }
  return numbers
}

/** Every value may stand in an object of its own, a name too: what is not resolved is not seen. */
function inspectDict(document: PdfDocument, dict: Dict, found: Set<ActiveContent>): void {
  const { entries } = dict
  const kind = nameOf(document.get(dict, 'S'))
  if (kind !== undefined && Object.hasOwn(actions, kind)) found.add(actions[kind]!)
  const subtype = nameOf(document.get(dict, 'Subtype'))
  if (subtype !== undefined && Object.hasOwn(annotations, subtype)) found.add(annotations[subtype]!)
  if ((states(document, dict, 'JS') && kind !== undefined) || isTree(document, dict, 'JavaScript')) found.add('JAVASCRIPT')
  if (states(document, dict, 'XFA')) found.add('XFA')
  if (actsByItself(document, dict)) found.add('ADDITIONAL_ACTIONS')
  if (states(document, dict, 'RichMediaContent')) found.add('MULTIMEDIA')
  if (states(document, dict, 'Alternates')) found.add('ALTERNATE_IMAGE')
  if (subtype === 'Form' && states(document, dict, 'Ref')) found.add('EXTERNAL_STREAM')
  if (entries.has('Rect') && isSeenInPrintOnly(document.get(dict, 'F'))) found.add('HIDDEN_ANNOTATION')
}

/** Null, or what leads to nothing, is nothing under a key (ISO 32000-2 §7.3.7). */
const states = (document: PdfDocument, dict: Dict, key: string): boolean => document.get(dict, key) !== null

/** A destination or a glyph may have the name of a key: what stands under it tells them apart. */
function isTree(document: PdfDocument, dict: Dict, key: string): boolean {
  const tree = document.get(dict, key)
  return isDict(tree) && (tree.entries.has('Names') || tree.entries.has('Kids'))
}

/** What starts an action by itself (ISO 32000-2 tables 197–200). */
const triggers = ['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI', 'O', 'C', 'K', 'F', 'V', 'WC', 'WS', 'DS', 'WP', 'DP']

function actsByItself(document: PdfDocument, dict: Dict): boolean {
  const actions = document.get(dict, 'AA')
  return isDict(actions) && triggers.some((key) => isDict(document.get(actions, key)))
}

/** Flags of ISO 32000-2 table 167. */
const print = 4
const noView = 32
const isSeenInPrintOnly = (flags: Value) => typeof flags === 'number' && (flags & noView) !== 0 && (flags & print) !== 0

function inspectCatalogue(document: PdfDocument, found: Set<ActiveContent>): void {
  const open = document.get(document.root, 'OpenAction')
  // a destination, alone or in a GoTo, only says which page comes first
  if (isDict(open) && nameOf(document.get(open, 'S')) !== 'GoTo') found.add('OPEN_ACTION')
  if (isDict(open) && states(document, open, 'Next')) found.add('OPEN_ACTION')
  if (document.get(document.root, 'NeedsRendering') === true) found.add('DYNAMIC_RENDERING')
  const collection = document.get(document.root, 'Collection')
  // readers open its list of files, an empty one too, and not the pages, unless it says that it is hidden at first (ISO 32000-2 table 153)
  if (isDict(collection) && nameOf(document.get(collection, 'View')) !== 'H') found.add('PORTFOLIO')
}
