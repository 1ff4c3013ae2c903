/** What is drawn must be written so that all readers draw it alike: the content of pages, forms, patterns and glyphs. */

import { matrixOf } from '#pki/colour/frames.ts'
import { checkGroup, isKnockout } from '#pki/colour/groups.ts'
import { checkIntents } from '#pki/colour/intents.ts'
import { Fault } from '#pki/content/fault.ts'
import { faultIn } from '#pki/content/grammar.ts'
import { changeText } from '#pki/content/hairlines.ts'
import { Inheritance } from '#pki/content/inheritance.ts'
import { marksOf } from '#pki/content/marks.ts'
import { identity } from '#pki/content/matrix.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import type { PageFacts } from './facts.ts'
import { DrawnWith } from './drawnWith.ts'
import { Images } from './images.ts'

/** Octets of one stream, unpacked, and of all that is looked through; each stream counts for some more. */
const mostOfOne = 96 * 1024 * 1024
const mostInAll = 512 * 1024 * 1024
const costOfPart = 1024
/** Of what is kept for the next page. */
const mostKept = 32 * 1024 * 1024
/** Octets of packed nothing. */
const mostOfNothing = 8

/** A stream that is drawn, or what leads to it, and the resources that it names. */
export type Drawn = { readonly stream: Value; readonly resources: Value }

/** Streams that are drawn and say so, and glyphs that a font draws. */
export function drawnBy(document: PdfDocument, value: Value): Drawn[] {
  if (isStream(value)) return isDrawn(document, value.dict) ? [{ stream: value, resources: document.get(value.dict, 'Resources') }] : []
  const glyphs = isDict(value) ? document.get(value, 'CharProcs') : null
  if (!isDict(value) || !isDict(glyphs)) return []
  const resources = document.get(value, 'Resources')
  return [...glyphs.entries.values()].map((stream) => ({ stream, resources }))
}

const isImage = (document: PdfDocument, dict: Dict) => nameOf(document.get(dict, 'Subtype')) === 'Image'

const isDrawn = (document: PdfDocument, dict: Dict) =>
  isImage(document, dict) || nameOf(document.get(dict, 'Subtype')) === 'Form' || document.get(dict, 'PatternType') === 1

/** What is wrong, in words for the log, and the page that it is on, from 1: none where it is a form, a pattern or a glyph. */
export type ContentFault = { readonly fault: string; readonly page?: number }

/**
 * The first content that readers would draw in two ways, or cannot unpack.
 * @param drawn what else is drawn than the pages' own content
 * @throws PdfError TOO_LARGE
 */
export function faultOfContent(document: PdfDocument, pages: readonly PageFacts[], drawn: Iterable<Drawn>): ContentFault | undefined {
  const intents = faultOf(() => checkIntents(document))
  if (intents !== undefined) return { fault: intents }
  const contents = new Contents(document)
  const above = new Map<number, Value>()
  /** Pages may share a list of contents, and what is drawn with it. */
  const shared = new Map<number, readonly [Value, Value]>()
  for (const [index, { pointer }] of pages.entries()) {
    const page = document.resolve({ kind: 'ref', number: pointer[0], generation: pointer[1] })
    if (!isDict(page)) continue
    const stated = page.entries.get('Contents')
    const resources = resourcesOf(document, page, above)
    const group = document.get(page, 'Group')
    if (isRef(stated)) {
      const [same, sameGroup] = shared.get(stated.number) ?? []
      if (same === resources && sameGroup === group) continue
      shared.set(stated.number, [resources, group])
    }
    const parts = document.resolve(stated)
    const fault = contents.faultIn(isArray(parts) ? parts : [parts], page, resources, true)
    if (fault !== undefined) return { fault, page: index + 1 }
  }
  const images = new Images(document)
  const streams = new Map<number, { stream: Stream; resources: Value }>()
  for (const one of drawn) {
    const stream = document.resolve(one.stream)
    if (isStream(stream)) streams.set(stream.start, { stream, resources: one.resources })
  }
  // what has the resources of others comes behind them
  const ordered = [...streams.values()].sort((one, other) => Number(isDict(other.resources)) - Number(isDict(one.resources)))
  for (const { stream, resources } of ordered) {
    const fault = isImage(document, stream.dict)
      ? faultOf(() => images.faultIn(stream))
      : contents.faultIn([stream], stream.dict, resources)
    if (fault !== undefined) return { fault }
  }
  const fault = contents.inheritance.fault()
  return fault === undefined ? undefined : { fault }
}

/** A page may have them from a node above it; the tree was looked through before. */
function resourcesOf(document: PdfDocument, page: Dict, above: Map<number, Value>): Value {
  const own = document.get(page, 'Resources')
  const parent = page.entries.get('Parent')
  if (own !== null || !isRef(parent)) return own
  const known = above.get(parent.number)
  if (known !== undefined) return known
  above.set(parent.number, null)
  const node = document.resolve(parent)
  const found = isDict(node) ? resourcesOf(document, node, above) : null
  above.set(parent.number, found)
  return found
}

/** What is thrown is said. */
function faultOf(judge: () => string | undefined | void): string | undefined {
  try {
    return judge() ?? undefined
  } catch (error) {
    if (error instanceof Fault || (error instanceof PdfError && error.code === 'FILTER')) return error.message
    throw error
  }
}

class Contents {
  readonly #document: PdfDocument
  /** Pages share what stands before and behind their own. */
  readonly #kept = new Map<number, Uint8Array>()
  #keptOctets = 0
  readonly #drawnWith: DrawnWith
  readonly inheritance = new Inheritance()
  #left = mostInAll

  constructor(document: PdfDocument) {
    this.#document = document
    this.#drawnWith = new DrawnWith(document)
  }

  /** @throws PdfError */
  faultIn(parts: readonly Value[], holder: Dict, resources: Value, isPage = false): string | undefined {
    const streams = parts.map((part) => this.#document.resolve(part)).filter(isStream)
    this.#left -= streams.length * costOfPart
    return faultOf(() => {
      const octets = streams.map((stream) => this.#octets(stream))
      for (const { length } of octets) this.#left -= length
      if (this.#left < 0) throw new PdfError('TOO_LARGE', 'the content is more than the reader allows')
      checkGroup(this.#document, holder)
      const form = isPage ? undefined : streams[0]?.start
      return faultIn(octets, this.#drawnWith.of(resources, isPage), {
        ...(form !== undefined && { dependence: this.inheritance.of(form) }),
        isColourless: this.#document.get(holder, 'PaintType') === 2,
        isKnockout: isKnockout(this.#document, holder),
        matrix: isPage || this.#document.get(holder, 'PatternType') === null ? identity : matrixOf(this.#document, holder),
        onHairlines: (lines) => {
          const data = Buffer.concat(octets.flatMap((part) => [part, lineEnd]))
          const effort = { left: effortOfHairlines }
          const marks = marksOf(this.#document, this.#document.revisions.length - 1, { data, resources }, effort)
          if (changeText(lines, marks)) throw new Fault('what has no area is filled where it changes a text')
        },
        onForm: (drawn, grounds, turn) => this.inheritance.draw(drawn, { by: form, grounds, turn }),
      })
    })
  }

  #octets(stream: Stream): Uint8Array {
    const known = this.#kept.get(stream.start)
    if (known) return known
    const octets = this.#unpacked(stream)
    this.#keptOctets += octets.length
    if (this.#keptOctets > mostKept) {
      this.#kept.clear()
      this.#keptOctets = octets.length
    }
    this.#kept.set(stream.start, octets)
    return octets
  }

  #unpacked(stream: Stream): Uint8Array {
    try {
      const { data, packedBy } = this.#document.picture(stream, mostOfOne, { isWhole: true })
      if (packedBy) throw new PdfError('FILTER', 'content is packed as a picture')
      return data
    } catch (error) {
      // what ends a packed nothing some programs leave out (Aspose.PDF)
      if (error instanceof PdfError && error.code === 'FILTER' && stream.length <= mostOfNothing) return nothing
      throw error
    }
  }
}

const nothing = new Uint8Array()
const lineEnd = Buffer.from('\n')
/** What looking for the texts beneath lines may cost. */
const effortOfHairlines = 1_000_000
