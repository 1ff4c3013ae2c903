/**
 * Reads the first sheet of a workbook (ECMA-376 part 1 §18, transitional and strict) in bounded memory, whatever its sender put into it: what
 * is unpacked is counted as it comes, and XML that defines entities of its own is not read.
 */
import { posix } from 'node:path'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type SheetLimits, SheetRefused, type SheetRow } from './table.ts'

const mostParts = 2_000

/** @throws SheetRefused */
export async function readWorkbook(bytes: Buffer, limits: SheetLimits): Promise<SheetRow[]> {
  try {
    const archive = new Archive(await openZip(bytes), limits.unpacked)
    await archive.list()
    const book = await relationOf(archive, '', 'officeDocument')
    const { sheetId } = await firstSheet(archive, book)
    const relations = await relationsOf(archive, book)
    const sheet = relations.find(({ id }) => id === sheetId)
    if (!sheet) throw new SheetRefused('damaged', 'the workbook names no sheet')
    const shared = relations.find(({ type }) => type.endsWith('/sharedStrings'))
    const strings = shared && archive.has(shared.target) ? await sharedStrings(archive, shared.target, limits) : []
    return await rowsOf(archive, sheet.target, strings, limits)
  } catch (error) {
    if (error instanceof SheetRefused) throw error
    throw new SheetRefused('damaged', 'the workbook cannot be read', error)
  }
}

const openZip = (bytes: Buffer) => yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false, validateEntrySizes: true })

class Archive {
  readonly #zip: ZipFile
  readonly #parts = new Map<string, Entry>()
  #left: number

  constructor(zip: ZipFile, mostOctets: number) {
    this.#zip = zip
    this.#left = mostOctets
  }

  async list(): Promise<void> {
    for await (const entry of this.#zip.eachEntry()) {
      if (this.#parts.size >= mostParts) throw new SheetRefused('tooLarge', `more than ${mostParts} parts`)
      if (entry.isEncrypted()) throw new SheetRefused('protected', 'an encrypted part')
      this.#parts.set(entry.fileName.toLowerCase(), entry)
    }
  }

  /** Names of parts are the same in any case (ISO/IEC 29500-2 §6.2.2.3). */
  has = (name: string) => this.#parts.has(name.toLowerCase())

  /** Reads a part through a parser; what the parser’s handlers throw ends it. */
  async read(name: string, parser: SaxesParser): Promise<void> {
    const entry = this.#parts.get(name.toLowerCase())
    if (!entry) throw new SheetRefused('damaged', `there is no ${name}`)
    const decoder = new TextDecoder()
    for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
      this.#left -= (piece as Buffer).length
      if (this.#left < 0) throw new SheetRefused('tooLarge', 'more is packed in it than a table of this size needs')
      parser.write(decoder.decode(piece as Buffer, { stream: true }))
    }
    parser.write(decoder.decode()).close()
  }
}

/** Tells of elements by their name without a prefix: producers choose their own. */
function parserOf(handlers: {
  open?: (name: string, tag: SaxesTagPlain) => void
  close?: (name: string) => void
  text?: (text: string) => void
}) {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new SheetRefused('damaged', 'a part declares a document type')
  })
  parser.on('opentag', (tag) => handlers.open?.(local(tag.name), tag))
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  return parser
}

/** The parts to which one refers; the package itself is the part without a name. */
async function relationsOf(archive: Archive, of: string) {
  const folder = posix.dirname(of)
  const found: { id: string; type: string; target: string }[] = []
  const open = (name: string, { attributes }: SaxesTagPlain) => {
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes
    if (name === 'Relationship' && found.length < mostParts)
      found.push({ id, type, target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) })
  }
  await archive.read(posix.join(folder, '_rels', `${posix.basename(of)}.rels`), parserOf({ open }))
  return found
}

async function relationOf(archive: Archive, of: string, type: string): Promise<string> {
  if (of === '' && !archive.has('_rels/.rels')) throw new SheetRefused('unknown', 'an archive of something else')
  const found = (await relationsOf(archive, of)).find((relation) => relation.type.endsWith(`/${type}`))
  if (!found) throw new SheetRefused('unknown', `an archive without ${type}`)
  return found.target
}

async function firstSheet(archive: Archive, book: string): Promise<{ sheetId: string | undefined }> {
  let sheetId: string | undefined
  const open = (name: string, { attributes }: SaxesTagPlain) => {
    if (name !== 'sheet' || sheetId !== undefined) return
    sheetId = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id'))?.[1]
  }
  await archive.read(book, parserOf({ open }))
  return { sheetId }
}

/** What stands in the elements `t` of a text, without the reading aid of East Asian scripts (§18.4.6). */
class Text {
  readonly #most: number
  #isIn = false
  #isAid = false
  value = ''
  constructor(mostCharacters: number) {
    this.#most = mostCharacters
  }
  open(name: string): void {
    if (name === 't') this.#isIn = true
    if (name === 'rPh') this.#isAid = true
  }
  close(name: string): void {
    if (name === 't') this.#isIn = false
    if (name === 'rPh') this.#isAid = false
  }
  add(text: string): void {
    if (this.#isIn && !this.#isAid && this.value.length < this.#most) this.value += text.slice(0, this.#most)
  }
}

async function sharedStrings(archive: Archive, part: string, { characters }: SheetLimits): Promise<string[]> {
  const strings: string[] = []
  let text = new Text(characters)
  const parser = parserOf({
    open(name) {
      if (name === 'si') text = new Text(characters)
      text.open(name)
    },
    close(name) {
      text.close(name)
      if (name === 'si') strings.push(text.value)
    },
    text: (more) => text.add(more),
  })
  await archive.read(part, parser)
  return strings
}

async function rowsOf(archive: Archive, part: string, strings: readonly string[], limits: SheetLimits): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let cell = { at: 0, type: '', value: '', text: new Text(limits.characters), isValue: false }
  const parser = parserOf({
    open(name, { attributes }) {
      if (name === 'row') row = { number: Number(attributes.r) || row.number + 1, cells: [] }
      if (name === 'c') {
        const at = attributes.r ? columnOf(attributes.r) : cell.at + 1
        cell = { at, type: attributes.t ?? 'n', value: '', text: new Text(limits.characters), isValue: false }
      }
      if (name === 'v') cell.isValue = true
      cell.text.open(name)
    },
    close(name) {
      if (name === 'v') cell.isValue = false
      cell.text.close(name)
      if (name === 'c' && cell.at < limits.columns) row.cells[cell.at] = shownIn(cell, strings)
      if (name !== 'row') return
      cell = { ...cell, at: -1 }
      row.cells = Array.from(row.cells, (value) => value ?? '')
      if (row.cells.every((value) => value === '')) return
      if (rows.length >= limits.rows) throw new SheetRefused('tooManyRows', `more than ${limits.rows} rows`)
      rows.push(row)
    },
    text(more) {
      if (cell.isValue && cell.value.length < limits.characters) cell.value += more
      cell.text.add(more)
    },
  })
  cell.at = -1
  await archive.read(part, parser)
  return rows
}

/** `AB12` → 27. */
const columnOf = (at: string) =>
  Array.from(/^[A-Za-z]{1,3}/.exec(at)?.[0].toUpperCase() ?? 'A').reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** What a cell shows where it is text or a whole number: identifiers that a spreadsheet took for numbers keep their digits. */
function shownIn({ type, value, text }: { type: string; value: string; text: Text }, strings: readonly string[]): string {
  if (type === 'inlineStr') return text.value
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'n' && value !== '' && Number.isSafeInteger(Number(value))) return String(Number(value))
  return type === 'e' ? '' : value
}
