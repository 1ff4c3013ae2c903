import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

type Body = string | { dictionary: string; data: Uint8Array }

/** A text string (ISO 32000-1 §7.9.2.2): plain when ASCII, else UTF-16BE with a byte order mark. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** A number with at most two decimals, never in exponent form. */
export const num = (value: number): string => String(Math.round(value * 100) / 100)

/** A date string in UTC (ISO 32000-1 §7.9.4). */
export const dateString = (date: Date): string => `(D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`

/** Numbers and keeps PDF objects, in the order they are reserved, and writes them as bytes. */
export class PdfObjects {
  readonly #first: number
  readonly #bodies: (Body | undefined)[] = []

  constructor(first = 1) {
    this.#first = first
  }

  /** A number for an object that is filled in later. */
  reserve(): number {
    this.#bodies.push(undefined)
    return this.#first + this.#bodies.length - 1
  }

  set(number: number, body: string): void {
    this.#bodies[number - this.#first] = body
  }

  add(body: string): number {
    this.#bodies.push(body)
    return this.#first + this.#bodies.length - 1
  }

  /** Adds a Flate-compressed stream; `entries` are further dictionary entries in PDF syntax. */
  addStream(entries: string, data: Uint8Array, number = this.reserve()): number {
    const packed = deflateSync(data)
    this.#bodies[number - this.#first] = { dictionary: `<<${entries}/Filter/FlateDecode/Length ${packed.length}>>`, data: packed }
    return number
  }

  /** Adds a stream that readers must find uncompressed, such as XMP metadata. */
  addPlainStream(entries: string, data: Uint8Array): number {
    this.#bodies.push({ dictionary: `<<${entries}/Length ${data.length}>>`, data })
    return this.#first + this.#bodies.length - 1
  }

  /** Every object as complete bytes, "N 0 obj … endobj\n". */
  indirect(): Uint8Array[] {
    return this.#bodies.map((body, i) => this.#whole(this.#first + i, body))
  }

  #whole(number: number, body: Body | undefined): Uint8Array {
    if (body === undefined) throw new Error(`object ${number} was reserved and never written`)
    if (typeof body === 'string') return Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1')
    return Buffer.concat([
      Buffer.from(`${number} 0 obj\n${body.dictionary}\nstream\n`, 'latin1'),
      body.data,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    ])
  }

  /**
   * The whole file (PDF 1.7): dictionaries packed into one object stream, a cross-reference stream at the end (ISO 32000-1 §7.5.7, §7.5.8).
   * The file identifier is derived from the content, so equal content gives equal bytes.
   */
  file(trailerEntries: string): Uint8Array {
    const packed = new Map<number, number>()
    let index = ''
    let inside = ''
    this.#bodies.forEach((body, i) => {
      if (typeof body !== 'string') return
      packed.set(i, packed.size)
      index += `${this.#first + i} ${inside.length} `
      inside += body + '\n'
    })
    const container = this.addStream(`/Type/ObjStm/N ${packed.size}/First ${index.length}`, Buffer.from(index + inside, 'latin1'))
    const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
    const parts: Uint8Array[] = [header]
    let offset = header.length
    const count = this.#first + this.#bodies.length + 1
    const table = Buffer.alloc(count * 7)
    table.writeUInt16BE(0xffff, 5)
    const row = (number: number, kind: number, second: number, third: number) => {
      table[number * 7] = kind
      table.writeUInt32BE(second, number * 7 + 1)
      table.writeUInt16BE(third, number * 7 + 5)
    }
    this.#bodies.forEach((body, i) => {
      const place = packed.get(i)
      if (place !== undefined) return row(this.#first + i, 2, container, place)
      const bytes = this.#whole(this.#first + i, body)
      row(this.#first + i, 1, offset, 0)
      parts.push(bytes)
      offset += bytes.length
    })
    row(count - 1, 1, offset, 0)
    const rows = deflateSync(table)
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    const id = hash.digest('hex').slice(0, 32).toUpperCase()
    const dictionary = `<</Type/XRef/Size ${count}/W[1 4 2]/ID[<${id}><${id}>]${trailerEntries}/Filter/FlateDecode/Length ${rows.length}>>`
    parts.push(this.#whole(count - 1, { dictionary, data: rows }), Buffer.from(`startxref\n${offset}\n%%EOF\n`, 'latin1'))
    return Buffer.concat(parts)
  }
}
