/** A spreadsheet of one list as a stream (ECMA-376, transitional): its rows are read as fast as whoever takes it reads, and never held together. */
import { type Cell, cellXml, type CellKind, columnName, styles, textXml } from './cells.ts'
import { type Entry, zip } from '../zip.ts'

export type SheetColumn = { heading: string; kind: CellKind; /** In signs. */ width: number }
export type Workbook = {
  /** Names the sheet, and a second one where the rows need it. */
  title: string
  rightToLeft: boolean
  columns: readonly SheetColumn[]
  /** Rows that a sheet holds with its heading; left out, what the format allows. */
  rowsOfSheet?: number
}

/** Excel's own limit; others take more. */
const mostRows = 1_048_576
/** A sheet's own text stays below 4 GiB by far, whatever its cells hold. */
const mostOctetsOfSheet = 2 ** 31
const chunkOctets = 65_536
/** Of compression: beyond it a sheet hardly shrinks and takes twice as long. */
const level = 3

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

/**
 * Writes a workbook.
 * @param batches the rows, some at a time, each with a cell for each column
 * @throws what reading the rows throws; the file is then without its end, and no reader opens it
 */
export function writeWorkbook(book: Workbook, batches: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer, void, undefined> {
  return zip(parts(book, batches), level)
}

async function* parts(book: Workbook, batches: AsyncIterable<Cell[][]>): AsyncGenerator<Entry, void, undefined> {
  yield part('[Content_Types].xml', types)
  yield part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  yield part('xl/styles.xml', styles)
  const rows = new Rows(batches)
  let sheets = 0
  do {
    sheets++
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(book, rows, sheets === 1) }
  } while (await rows.hasMore())
  const targets = Array.from({ length: sheets }, (_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`])
  yield part('xl/_rels/workbook.xml.rels', relationships([...targets, ['styles', 'styles.xml']]))
  yield part('xl/workbook.xml', workbookXml(book, sheets))
}

const part = (name: string, xml: string): Entry => ({ name, content: [Buffer.from(xml)] })

/** How many sheets there are is known at the end, so that a part is taken for one unless something else is said. */
const types = `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${typeOf('worksheet')}"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`

const relationships = (targets: readonly [kind: string, target: string][]): string =>
  `${declaration}<Relationships xmlns="${packageRelations}">${targets
    .map(([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

function workbookXml({ title }: Workbook, sheets: number): string {
  const names = Array.from({ length: sheets }, (_, i) => `<sheet name="${sheetName(title, i)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.join('')}</sheets></workbook>`
}

/** At most 31 signs, and none that a reference to a cell gives a meaning. */
function sheetName(title: string, place: number): string {
  const number = place === 0 ? '' : ` (${place + 1})`
  const plain = title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31 - number.length)
  return `${textXml(plain)}${number}`.replace(/["']/g, '')
}

async function* sheet({ columns, rightToLeft, rowsOfSheet = mostRows }: Workbook, rows: Rows, isFirst: boolean) {
  const names = columns.map((_, place) => columnName(place))
  const rowXml = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`
  const view = `<sheetView${rightToLeft ? ' rightToLeft="1"' : ''}${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  let text = `${declaration}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
  text += rowXml(
    1,
    columns.map(({ heading }, i) => cellXml(`${names[i]}1`, 'heading', heading)),
  )
  let octets = 0
  for (let number = 2; number <= rowsOfSheet && octets < mostOctetsOfSheet; number++) {
    const cells = rows.take() ?? (await rows.next())
    if (!cells) break
    text += rowXml(
      number,
      columns.map(({ kind }, i) => cellXml(`${names[i]}${number}`, kind, cells[i] ?? null)),
    )
    if (text.length >= chunkOctets) {
      const chunk = Buffer.from(text)
      octets += chunk.length
      yield chunk
      text = ''
    }
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`)
}

/** The rows one by one; the next batch is read when the one before is used up. */
class Rows {
  readonly #batches: AsyncIterator<Cell[][]>
  #batch: Cell[][] = []
  #place = 0

  constructor(batches: AsyncIterable<Cell[][]>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** The next row of what was read. */
  take(): Cell[] | undefined {
    return this.#batch[this.#place++]
  }

  async next(): Promise<Cell[] | undefined> {
    return (await this.hasMore()) ? this.take() : undefined
  }

  async hasMore(): Promise<boolean> {
    while (this.#place >= this.#batch.length) {
      const read = await this.#batches.next()
      if (read.done) return false
      this.#batch = read.value
      this.#place = 0
    }
    return true
  }
}
