/** Writes an incremental update (ISO 32000-2 §7.5.6): new and changed objects, then a cross-reference section of the file's own kind. */

import { encryptedBody, encryptedStream, takeApart } from './encrypted.ts'
import type { SigningFacts } from './facts.ts'
import { reference, writeDict } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'

/** What the bytes of an update hang on. */
export type Base = Pick<SigningFacts, 'size' | 'startxref' | 'xrefKind' | 'endsInNewline' | 'trailer' | 'nextObject' | 'encryption'>

type Written = { pointer: Pointer; offset: number }

/**
 * Collects the objects of one update, encrypted as the file is. Text is one character per byte; octets that stand in it are copied once, when it
 * ends.
 */
export class RevisionWriter {
  readonly #base: Base
  readonly #offsets: Written[] = []
  /** What comes before `#text`. */
  readonly #before: (string | Uint8Array)[] = []
  #lengthBefore = 0
  #text: string
  #next: number

  constructor(base: Base) {
    this.#base = base
    // without an end of line the first object would stand on the line of %%EOF
    this.#text = base.endsInNewline ? '' : '\n'
    this.#next = base.nextObject
  }

  /** A number for an object that is written later. */
  reserve(): Pointer {
    return [this.#next++, 0]
  }

  /** Objects that come whole, numbered upwards from the number they are given. */
  addComplete<T extends { readonly objects: readonly Uint8Array[] }>(make: (first: number) => T): T {
    const made = make(this.#next)
    for (const object of made.objects) {
      if (this.#base.encryption) {
        this.#addTakenApart(object)
        continue
      }
      this.#offsets.push({ pointer: this.reserve(), offset: this.#base.size + this.length })
      this.#addBytes(object)
      this.#text += '\n'
    }
    return made
  }

  #addTakenApart(object: Uint8Array): void {
    const parts = takeApart(object)
    if ('body' in parts) this.add(parts.body)
    else this.addStream(parts.entries, parts.data)
  }

  write(pointer: Pointer, body: string): Pointer {
    this.#offsets.push({ pointer, offset: this.#base.size + this.length })
    this.#text += `${pointer[0]} ${pointer[1]} obj\n${encryptedBody(this.#base.encryption, pointer, body)}\nendobj\n`
    return pointer
  }

  /** The same with octets between two texts, all of which stand there as they are given. */
  writeAround(pointer: Pointer, before: string, octets: Uint8Array, after: string): Pointer {
    this.#offsets.push({ pointer, offset: this.#base.size + this.length })
    this.#text += `${pointer[0]} ${pointer[1]} obj\n${before}`
    this.#addBytes(octets)
    this.#text += `${after}\nendobj\n`
    return pointer
  }

  add(body: string): Pointer {
    return this.write(this.reserve(), body)
  }

  addStream(entries: RawEntries, data: Uint8Array): Pointer {
    const { encryption } = this.#base
    const pointer = this.reserve()
    const stored = encryptedStream(encryption, pointer, data)
    return this.writeAround(pointer, encryptedBody(encryption, pointer, streamStart(entries, stored.length)), stored, streamEnd)
  }

  #addBytes(octets: Uint8Array): void {
    this.#before.push(this.#text, octets)
    this.#lengthBefore += this.#text.length + octets.length
    this.#text = ''
  }

  /** Of the objects that were written. */
  numbers(): ReadonlySet<number> {
    return new Set(this.#offsets.map(({ pointer }) => pointer[0]))
  }

  /** Where the next character will stand, counted from the start of the update. */
  get length(): number {
    return this.#lengthBefore + this.#text.length
  }

  /** Ends the update, with a trailer that has `more` than the one before. `next` is what the update after it hangs on. */
  finish(more: RawEntries = []): { tail: Buffer; next: Base } {
    const startxref = this.#base.size + this.length
    const trailer = [...this.#base.trailer, ...more]
    this.#text += this.#base.xrefKind === 'stream' ? this.#xrefStream(startxref, trailer) : this.#xrefTable(trailer)
    this.#text += `startxref\n${startxref}\n%%EOF\n`
    const size = this.#base.size + this.length
    return { tail: this.#join(), next: { ...this.#base, size, startxref, endsInNewline: true, nextObject: this.#next } }
  }

  #join(): Buffer {
    const tail = Buffer.allocUnsafe(this.length)
    let at = 0
    for (const piece of this.#before) {
      if (typeof piece === 'string') tail.write(piece, at, 'latin1')
      else tail.set(piece, at)
      at += piece.length
    }
    tail.write(this.#text, at, 'latin1')
    return tail
  }

  /** Runs of consecutive numbers. */
  #runs() {
    const sorted = this.#offsets
    // by insertion, as they are nearly in order
    for (let i = 1; i < sorted.length; i++) {
      const item = sorted[i]!
      let at = i
      for (; at > 0 && sorted[at - 1]!.pointer[0] > item.pointer[0]; at--) sorted[at] = sorted[at - 1]!
      sorted[at] = item
    }
    const runs: Written[][] = []
    let run: Written[] = []
    let last = NaN
    for (const item of sorted) {
      if (item.pointer[0] !== last + 1) runs.push((run = []))
      run.push(item)
      last = item.pointer[0]
    }
    return runs
  }

  /** Also for a hybrid: a section without /XRefStm, whose /Prev leads to the hybrid one. */
  #xrefTable(trailer: RawEntries): string {
    let text = 'xref\n'
    for (const run of this.#runs()) {
      text += `${run[0]!.pointer[0]} ${run.length}\n`
      for (const { pointer, offset } of run) text += `${String(offset).padStart(10, '0')} ${String(pointer[1]).padStart(5, '0')} n \n`
    }
    return `${text}trailer\n${writeDict([['Size', String(this.#next)], ['Prev', String(this.#base.startxref)], ...trailer])}\n`
  }

  /** Rows of one type byte, a five-byte offset and a two-byte generation, not compressed: an update has few. */
  #xrefStream(offset: number, trailer: RawEntries): string {
    const pointer = this.reserve()
    this.#offsets.push({ pointer, offset })
    const runs = this.#runs()
    const rows = Buffer.alloc(8 * this.#offsets.length)
    let at = 0
    for (const run of runs)
      for (const item of run) {
        rows[at] = 1
        rows.writeUIntBE(item.offset, at + 1, 5)
        rows.writeUInt16BE(item.pointer[1], at + 6)
        at += 8
      }
    const index = runs.map((run) => `${run[0]!.pointer[0]} ${run.length}`).join(' ')
    const entries: RawEntries = [
      ['Type', '/XRef'],
      ['Size', String(this.#next)],
      ['Prev', String(this.#base.startxref)],
      ['W', '[1 5 2]'],
      ['Index', `[${index}]`],
      ...trailer,
    ]
    return `${pointer[0]} 0 obj\n${streamStart(entries, rows.length)}${rows.toString('latin1')}${streamEnd}\nendobj\n`
  }
}

const streamStart = (entries: RawEntries, length: number) => `${writeDict([...entries, ['Length', String(length)]])}\nstream\n`
const streamEnd = '\nendstream'

/** An array of references. */
export const references = (pointers: readonly Pointer[]) => `[${pointers.map(reference).join(' ')}]`
