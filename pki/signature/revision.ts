/** Writes an incremental update (ISO 32000-2 §7.5.6): new and changed objects, then a cross-reference section of the file's own kind. */

import { latin1 } from '#pki/pdf/parse.ts'
import type { SigningFacts } from './facts.ts'
import { reference, writeDict } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'

/** What the bytes of an update hang on. */
export type Base = Pick<SigningFacts, 'size' | 'startxref' | 'xrefKind' | 'endsInNewline' | 'trailer' | 'nextObject'>

/** Collects the objects of one update. Text is one character per byte. */
export class RevisionWriter {
  readonly #base: Base
  readonly #offsets: { pointer: Pointer; offset: number }[] = []
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
      this.#offsets.push({ pointer: this.reserve(), offset: this.#base.size + this.#text.length })
      this.#text += `${latin1(object)}\n`
    }
    return made
  }

  write(pointer: Pointer, body: string): Pointer {
    this.#offsets.push({ pointer, offset: this.#base.size + this.#text.length })
    this.#text += `${pointer[0]} ${pointer[1]} obj\n${body}\nendobj\n`
    return pointer
  }

  add(body: string): Pointer {
    return this.write(this.reserve(), body)
  }

  addStream(entries: RawEntries, data: string): Pointer {
    return this.add(writeStream(entries, data))
  }

  /** Where the next character will stand, counted from the start of the update. */
  get length(): number {
    return this.#text.length
  }

  /** Ends the update. `next` is what the one after it hangs on. */
  finish(): { text: string; next: Base } {
    const startxref = this.#base.size + this.#text.length
    this.#text += this.#base.xrefKind === 'stream' ? this.#xrefStream(startxref) : this.#xrefTable()
    this.#text += `startxref\n${startxref}\n%%EOF\n`
    const size = this.#base.size + this.#text.length
    return { text: this.#text, next: { ...this.#base, size, startxref, endsInNewline: true, nextObject: this.#next } }
  }

  /** Runs of consecutive numbers. */
  #runs() {
    const sorted = this.#offsets.toSorted((a, b) => a.pointer[0] - b.pointer[0])
    const runs: (typeof sorted)[] = []
    for (const item of sorted) {
      const run = runs.at(-1)
      if (run && run.at(-1)!.pointer[0] + 1 === item.pointer[0]) run.push(item)
      else runs.push([item])
    }
    return runs
  }

  /** Also for a hybrid: a section without /XRefStm, whose /Prev leads to the hybrid one. */
  #xrefTable(): string {
    let text = 'xref\n'
    for (const run of this.#runs()) {
      text += `${run[0]!.pointer[0]} ${run.length}\n`
      for (const { pointer, offset } of run) text += `${String(offset).padStart(10, '0')} ${String(pointer[1]).padStart(5, '0')} n \n`
    }
    return `${text}trailer\n${writeDict([['Size', String(this.#next)], ['Prev', String(this.#base.startxref)], ...this.#base.trailer])}\n`
  }

  /** Rows of one type byte, a five-byte offset and a two-byte generation, not compressed: an update has few. */
  #xrefStream(offset: number): string {
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
      ...this.#base.trailer,
    ]
    return `${pointer[0]} 0 obj\n${writeStream(entries, rows.toString('latin1'))}\nendobj\n`
  }
}

const writeStream = (entries: RawEntries, data: string) =>
  `${writeDict([...entries, ['Length', String(data.length)]])}\nstream\n${data}\nendstream`

/** An array of references. */
export const references = (pointers: readonly Pointer[]) => `[${pointers.map(reference).join(' ')}]`
