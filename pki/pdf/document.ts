/**
 * A strict, bounded reader of the structure of a PDF file (ISO 32000-2 §7.5): objects by number, in the newest or any earlier revision.
 * It follows no repair heuristics: a file that needs them has more than one reading, and must not be signed or called valid.
 */

import type { Memo } from '#pki/once.ts'
import { readBody } from './body.ts'
import { decrypted, asItStands } from './cipher.ts'
import { openEncryption } from './decryption.ts'
import type { Decryption } from './decryption.ts'
import { asLastSaid, refuseDisputed } from './disputed.ts'
import { PdfError, TooCostly, unreadable } from './error.ts'
import { readHeader } from './header.ts'
import { unpack } from './decode.ts'
import type { Ending } from './decode.ts'
import { KeptObjects } from './keptObjects.ts'
import { packedValue, readObjectStream } from './objectStream.ts'
import type { ObjectStream } from './objectStream.ts'
import { Parser } from './parse.ts'
import type { Opener } from './password.ts'
import { readRevisions } from './revisions.ts'
import type { Revision } from './revisions.ts'
import { bytesAt, defaultLimits, memory, parseAt } from './source.ts'
import type { Limits, Source } from './source.ts'
import { expectDict, isRef, isStream, nameOf } from './values.ts'
import type { Dict, IndirectObject, Ref, Stream, Value } from './values.ts'
import { Views } from './views.ts'
import type { Budget, Entry, XrefKind } from './xref.ts'

export type PdfDocument = {
  readonly size: number
  /** The newer of the header's version and the catalogue's /Version, such as '1.7'. */
  readonly version: string
  readonly xrefKind: XrefKind
  /** Of an encrypted file, which was opened with the password given. */
  readonly decryption: Decryption | undefined
  /** The oldest first; the last one is the file as it is shown. */
  readonly revisions: readonly Revision[]
  readonly trailer: Dict
  readonly root: Dict
  readonly rootRef: Ref
  readonly memo: Memo
  /** The catalogue of revision `at` by its reference: a later revision may put another object in its place. */
  rootAt(at: number): Ref
  /** The object behind `ref` in the newest revision, or in revision `at`. A missing or freed object is null (§7.3.10). @throws PdfError */
  object(ref: Ref, at?: number): IndirectObject | null
  /** Follows references (also a reference to a reference, up to a limit) to a value. @throws PdfError */
  resolve(value: Value | undefined, at?: number): Value
  /** `resolve(dict[key])`. @throws PdfError */
  get(dict: Dict, key: string, at?: number): Value
  /**
   * Every object alive in the newest revision, or in revision `at`, in the order of the file. One that cannot be read goes to `onBroken`: no
   * reader minds it where nothing refers to it. @throws PdfError without `onBroken`
   */
  objects(at?: number, onBroken?: (number: number, error: PdfError) => void): Generator<IndirectObject>
  /** Where the objects are that revision `at` sees, free ones too. @throws RangeError */
  entries(at: number): ReadonlyMap<number, Entry>
  /** The bytes of a stream, decrypted and decoded; at most the reader's limit. @throws PdfError, FILTER where it is packed as pictures or sound are */
  data(stream: Stream, isWhole?: boolean): Uint8Array
  /** The same of a picture, at most so many bytes, and without undoing a format of its own. @throws PdfError */
  picture(stream: Stream, limit: number, how?: Ending): ReturnType<typeof unpack>
}

/** `begin` is where an object stream would begin if whatever was unpacked stood behind the file. */
type Unpacked = ObjectStream & { readonly begin: number }

/**
 * Reads a file's structure. Objects are read when asked for, and decrypted then. `opener` is for encrypted files: the user's password or the owner's.
 * @throws PdfError, PASSWORD where an encrypted file needs another password
 */
export function openPdf(file: Uint8Array | Source, limits: Limits = defaultLimits, opener: Opener = ''): PdfDocument {
  const source = file instanceof Uint8Array ? memory(file) : file
  const header = readHeader(source)
  const parsed = limits.parsedBeside + limits.parsedTimes * source.size
  const budget: Budget = { objects: limits.objects, inflated: limits.inflatedTotal, parsed }
  const revisions = readRevisions(source, limits, budget)
  const pdf = new Reader(source, limits, budget, revisions, header, opener)
  const octets = ({ start, length }: Stream) => bytesAt(source, start, length)
  if (revisions.some(({ disputed }) => disputed.size > 0))
    refuseDisputed(pdf, new Reader(source, limits, budget, asLastSaid(revisions), header, opener), octets)
  return pdf
}

class Reader implements PdfDocument {
  readonly size: number
  readonly version: string
  readonly xrefKind: XrefKind
  readonly decryption: Decryption | undefined
  readonly revisions: readonly Revision[]
  readonly trailer: Dict
  readonly root: Dict
  readonly rootRef: Ref
  readonly memo: Memo = new Map()
  readonly #source: Source
  readonly #limits: Limits
  readonly #budget: Budget
  /** Where the streams begin whose data were asked for. */
  readonly #begun = new Set<number>()
  readonly #kept = new KeptObjects()
  readonly #isInMemory: boolean
  readonly #packed = new Map<string, Unpacked>()
  #packedBytes = 0
  #unpackedBytes = 0
  readonly #views: Views

  constructor(source: Source, limits: Limits, budget: Budget, revisions: readonly Revision[], version: string, opener: Opener) {
    this.#source = source
    this.#limits = limits
    this.#isInMemory = source.window(0, 1).bytes.length === source.size
    this.#budget = budget
    this.size = source.size
    this.revisions = revisions
    this.#views = new Views(revisions)
    const newest = revisions.at(-1)!
    this.trailer = newest.trailer
    this.xrefKind = newest.kind === 'table' && revisions.some((revision) => revision.kind === 'hybrid') ? 'hybrid' : newest.kind
    this.decryption = openEncryption(revisions, this, opener)
    this.#kept.clear() // what was read before was not decrypted
    const root = this.trailer.entries.get('Root')
    if (!isRef(root)) throw new PdfError('TYPE', 'the trailer has no /Root')
    this.rootRef = root
    this.root = expectDict(this.resolve(root), 'the catalogue')
    const named = nameOf(this.get(this.root, 'Version'))
    this.version = named && /^\d\.\d$/.test(named) && named > version ? named : version
  }

  rootAt(at: number): Ref {
    const root = this.revisions[at]?.trailer.entries.get('Root')
    return isRef(root) ? root : this.rootRef
  }

  object(ref: Ref, at = this.revisions.length - 1): IndirectObject | null {
    const entry = this.#views.entry(ref.number, at)
    if (!entry || entry.type === 'free') return null
    if (entry.type === 'packed') return ref.generation === 0 ? this.#readPacked(ref.number, entry, at) : null
    return entry.generation === ref.generation ? this.#readAt(ref, entry.offset, at, 0) : null
  }

  resolve(value: Value | undefined, at?: number): Value {
    let current = value ?? null
    for (let hops = 0; isRef(current); hops++) {
      if (hops > 8) throw new PdfError('LOOP', 'references lead to one another')
      current = this.object(current, at)?.value ?? null
    }
    return current
  }

  get(dict: Dict, key: string, at?: number): Value {
    return this.resolve(dict.entries.get(key), at)
  }

  entries(at: number): ReadonlyMap<number, Entry> {
    return this.#views.of(at)
  }

  *objects(at = this.revisions.length - 1, onBroken?: (number: number, error: PdfError) => void): Generator<IndirectObject> {
    const order: { number: number; place: number; index: number; generation: number }[] = []
    const view = this.entries(at)
    for (const [number, entry] of view) {
      if (entry.type === 'offset') order.push({ number, place: entry.offset, index: -1, generation: entry.generation })
      else if (entry.type === 'packed') {
        const stream = view.get(entry.stream)
        order.push({ number, place: stream?.type === 'offset' ? stream.offset : 0, index: entry.index, generation: 0 })
      }
    }
    order.sort((a, b) => a.place - b.place || a.index - b.index)
    for (const { number, generation } of order) {
      const found = this.#tryObject({ kind: 'ref', number, generation }, at, onBroken)
      if (found) yield found
    }
  }

  #tryObject(ref: Ref, at: number, onBroken: ((number: number, error: PdfError) => void) | undefined): IndirectObject | null {
    try {
      return this.object(ref, at)
    } catch (error) {
      if (!(error instanceof PdfError) || !onBroken || !unreadable.has(error.code)) throw error
      onBroken(ref.number, error)
      return null
    }
  }

  data = (stream: Stream, isWhole = false): Uint8Array => this.#plain(stream, { resolve: this.#resolved, isWhole })

  #plain(stream: Stream, way: { resolve?: (value: Value) => Value; isWhole?: boolean } = {}): Uint8Array {
    // The first reading is bounded by the file's length. Many names may lead to one stream, so each further reading is paid for.
    if (this.#begun.has(stream.start)) this.#budget.inflated -= stream.length
    this.#begun.add(stream.start)
    return unpack(this.#decrypted(stream), stream.dict, this.#limits.inflated, { allowance: this.#budget, ...way }).data
  }

  picture = (stream: Stream, limit: number, how: Ending = {}) =>
    unpack(this.#decrypted(stream), stream.dict, limit, { leaves: 'DCTDecode', resolve: this.#resolved, ...how })

  #resolved = (value: Value): Value => this.resolve(value)

  #decrypted(stream: Stream): Uint8Array {
    const { cipher } = stream.dict.text
    const stored = bytesAt(this.#source, stream.start, stream.length)
    if (!cipher) return stored
    if (stored.length > Math.min(this.#limits.inflated, this.#budget.inflated))
      throw new PdfError('TOO_LARGE', 'an encrypted stream is larger than the reader allows')
    this.#budget.inflated -= stored.length
    return cipher.stream(stream.dict, stored)
  }

  #readAt(ref: Ref, offset: number, at: number, depth: number): IndirectObject {
    if (depth > 4) throw new PdfError('LOOP', 'stream lengths lead to one another', offset)
    const kept = this.#kept.find(ref.number, ref.generation, offset)
    if (kept) return kept
    let standsAlone = true // a length that stands elsewhere may be another in another revision
    return parseAt(this.#source, offset, this.#limits, (parser) => {
      const from = parser.at
      let behindData = 0
      try {
        const number = parser.unsigned()
        const generation = parser.unsigned()
        parser.skipWhite()
        if (number !== ref.number || generation !== ref.generation || !parser.keyword('obj'))
          throw new PdfError('OBJECT', `object ${ref.number} is not where the cross-reference says`, offset)
        const lengthOf = (length: Value | undefined) => {
          if (!isRef(length)) return length
          standsAlone = false
          return this.#length(length, at, depth)
        }
        const { value, end } = readBody(this.#source, parser, this.#limits, lengthOf)
        if (isStream(value)) behindData = end - value.start - value.length
        const cipher = this.decryption?.cipherOf(number, generation)
        const object = {
          number,
          generation,
          value: cipher ? decrypted(value, cipher) : value,
          place: [offset, end],
          packedIn: undefined,
        } as const
        const length = parser.at - from
        const held = this.#isInMemory ? 0 : parser.text.bytes.length // the window through which it was read stays with it
        if (standsAlone && held <= 8 * length) this.#kept.keep(object, offset, length)
        return object
      } finally {
        this.#pay(parser.at - from + behindData)
      }
    })
  }

  /** For octets that were parsed, whatever came of it. */
  #pay(octets: number): void {
    this.#budget.parsed -= octets
    if (this.#budget.parsed < 0) throw new TooCostly('the same objects would be read too often')
  }

  #length(ref: Ref, at: number, depth: number): Value | undefined {
    const entry = this.#views.entry(ref.number, at)
    if (entry?.type === 'offset') return this.#readAt(ref, entry.offset, at, depth + 1).value
    return entry?.type === 'packed' ? this.#readPacked(ref.number, entry, at, depth + 1).value : undefined
  }

  #readPacked(number: number, entry: Entry & { type: 'packed' }, at: number, depth = 0): IndirectObject {
    const packed = this.#unpack(entry.stream, at, depth)
    if (packed.numbers[entry.index] !== number) throw new PdfError('OBJECT', `object ${number} is not in its object stream`)
    const offset = packed.offsets[entry.index]!
    const kept = this.#kept.find(number, 0, packed.begin + offset)
    if (kept) return kept
    const text = { bytes: packed.bytes, base: undefined, last: true, cipher: this.decryption && asItStands }
    const parser = new Parser(text, offset, this.#limits)
    try {
      const object = { number, generation: 0, value: packedValue(parser, packed, entry.index), place: undefined, packedIn: entry.stream }
      this.#kept.keep(object, packed.begin + offset, parser.at - offset)
      return object
    } finally {
      this.#pay(parser.at - offset)
    }
  }

  #unpack(number: number, at: number, depth: number): Unpacked {
    const entry = this.#views.entry(number, at)
    if (entry?.type !== 'offset') throw new PdfError('OBJECT', `object stream ${number} is missing`)
    const key = `${number}@${entry.offset}`
    const known = this.#packed.get(key)
    if (known) return known
    const stream = this.#readAt({ kind: 'ref', number, generation: entry.generation }, entry.offset, at, depth).value
    if (!isStream(stream) || nameOf(stream.dict.entries.get('Type')) !== 'ObjStm')
      throw new PdfError('OBJECT', `object ${number} is not an object stream`)
    const begin = this.size + this.#unpackedBytes
    // its filters stand in it: an object of its own could be packed in it
    const packed = { begin, ...readObjectStream(stream.dict, this.#plain(stream, { isWhole: true }), number, this.#limits) }
    this.#unpackedBytes += packed.bytes.length
    this.#packedBytes += packed.bytes.length
    for (const [old, { bytes }] of this.#packed) {
      if (this.#packedBytes <= 2 * this.#limits.inflated) break
      this.#packed.delete(old)
      this.#packedBytes -= bytes.length
      this.#kept.clear() // each object would hold what it was packed in
    }
    this.#packed.set(key, packed)
    return packed
  }
}
