/** What is drawn must be written so that all readers draw it alike: the content of pages, forms, patterns and glyphs. */

import { Fault } from '#pki/content/fault.ts'
import { faultIn } from '#pki/content/grammar.ts'
import type { Fonts, Letters } from '#pki/content/operators.ts'
import { textInDoubt } from '#pki/content/textInDoubt.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import type { PageFacts } from './facts.ts'
import { Images } from './images.ts'

/** Octets of one stream, unpacked, and of all that is looked through; each stream counts for some more. */
const mostOfOne = 96 * 1024 * 1024
const mostInAll = 512 * 1024 * 1024
const costOfPart = 1024
/** Of what is kept for the next page. */
const mostKept = 32 * 1024 * 1024
/** Octets of packed nothing. */
const mostOfNothing = 8

/** Streams that are drawn and say so, and glyphs that a font draws. */
export function drawnBy(document: PdfDocument, value: Value): Value[] {
  if (isStream(value)) return isDrawn(document, value.dict) ? [value] : []
  const glyphs = isDict(value) ? document.get(value, 'CharProcs') : null
  return isDict(glyphs) ? [...glyphs.entries.values()] : []
}

const isImage = (document: PdfDocument, dict: Dict) => nameOf(document.get(dict, 'Subtype')) === 'Image'

const isDrawn = (document: PdfDocument, dict: Dict) =>
  isImage(document, dict) || nameOf(document.get(dict, 'Subtype')) === 'Form' || document.get(dict, 'PatternType') === 1

/** What is wrong, in words for the log, and the page that it is on, from 1: none where it is a form, a pattern or a glyph. */
export type ContentFault = { readonly fault: string; readonly page?: number }

/**
 * The first content that readers would draw in two ways, or cannot unpack.
 * @param drawn what else is drawn than the pages' own content, or what leads to it
 * @throws PdfError TOO_LARGE
 */
export function faultOfContent(document: PdfDocument, pages: readonly PageFacts[], drawn: Iterable<Value>): ContentFault | undefined {
  const contents = new Contents(document)
  const above = new Map<number, Value>()
  /** Pages may share a list of contents, and what is drawn with it. */
  const shared = new Map<number, Value>()
  for (const [index, { pointer }] of pages.entries()) {
    const page = document.resolve({ kind: 'ref', number: pointer[0], generation: pointer[1] })
    if (!isDict(page)) continue
    const stated = page.entries.get('Contents')
    const resources = resourcesOf(document, page, above)
    if (isRef(stated) && shared.get(stated.number) === resources) continue
    if (isRef(stated)) shared.set(stated.number, resources)
    const parts = document.resolve(stated)
    const fault = contents.faultIn(isArray(parts) ? parts : [parts], resources)
    if (fault !== undefined) return { fault, page: index + 1 }
  }
  const images = new Images(document)
  const streams = new Map<number, Stream>()
  for (const one of drawn) {
    const stream = document.resolve(one)
    if (isStream(stream)) streams.set(stream.start, stream)
  }
  const resourcesOfStream = ({ dict }: Stream) => document.get(dict, 'Resources')
  // what has the resources of others comes behind them
  const ordered = [...streams.values()].sort(
    (one, other) => Number(isDict(resourcesOfStream(other))) - Number(isDict(resourcesOfStream(one))),
  )
  for (const stream of ordered) {
    const fault = isImage(document, stream.dict) ? images.faultIn(stream) : contents.faultIn([stream], resourcesOfStream(stream))
    if (fault !== undefined) return { fault }
  }
  return undefined
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

class Contents {
  readonly #document: PdfDocument
  /** Pages share what stands before and behind their own. */
  readonly #kept = new Map<number, Uint8Array>()
  #keptOctets = 0
  readonly #letters = new Map<Dict, Letters>()
  /** Resources that name fonts, and the fonts of all of them by name. */
  readonly #fonts = new Set<Dict>()
  readonly #ofOthers = new Map<string, Letters>()
  #left = mostInAll

  constructor(document: PdfDocument) {
    this.#document = document
  }

  /** @throws PdfError */
  faultIn(parts: readonly Value[], resources: Value): string | undefined {
    const streams = parts.map((part) => this.#document.resolve(part)).filter(isStream)
    this.#left -= streams.length * costOfPart
    try {
      const octets = streams.map((stream) => this.#octets(stream))
      for (const { length } of octets) this.#left -= length
      if (this.#left < 0) throw new PdfError('TOO_LARGE', 'the content is more than the reader allows')
      return faultIn(octets, this.#fontsIn(resources))
    } catch (error) {
      if (error instanceof PdfError && error.code === 'FILTER') return error.message
      throw error
    }
  }

  #fontsIn(resources: Value): Fonts {
    if (!isDict(resources)) return this.#fontsOfOthers
    const fonts = this.#document.get(resources, 'Font')
    if (isDict(fonts)) this.#fonts.add(fonts)
    const known = new Map<string, Letters>()
    return (name) =>
      known.getOrInsertComputed(name, () => {
        const font = isDict(fonts) ? this.#document.get(fonts, name) : null
        if (!isDict(font)) throw new Fault('a font is not there')
        return this.#lettersOf(font)
      })
  }

  #lettersOf = (font: Dict): Letters => this.#letters.getOrInsertComputed(font, () => ({ areInDoubt: textInDoubt(this.#document, font) }))

  /** A form without resources has those of whoever draws it: any that were met so far. */
  #fontsOfOthers = (name: string): Letters =>
    this.#ofOthers.getOrInsertComputed(name, () => {
      const letters = [...this.#fonts]
        .map((some) => this.#document.get(some, name))
        .filter(isDict)
        .map(this.#lettersOf)
      return { areInDoubt: (string) => letters.some(({ areInDoubt }) => areInDoubt(string)) }
    })

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
