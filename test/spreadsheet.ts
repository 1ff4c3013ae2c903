/** Reads a spreadsheet as strictly as its formats are written, with nothing but Node: another reader than the writer's own would be. */
import { unzip } from './unzip.ts'

export type Sheet = {
  name: string
  isRightToLeft: boolean
  /** The first row stays where the others scroll. */
  isFrozen: boolean
  /** Each cell by its column's letter; numbers stay numbers. */
  rows: Record<string, string | number>[]
  /** The format of each cell of the row after the heading, by its number in the styles. */
  formats: Record<string, string>
  isHeadingBold: boolean
}

/** @throws Error where the archive or the XML in it is not sound */
export function readSpreadsheet(file: Uint8Array): Sheet[] {
  const parts = unzip(Buffer.from(file))
  const xml = (name: string) => {
    const text = parts.get(name)?.toString('utf8')
    if (text === undefined) throw new Error(`there is no ${name}`)
    assertWellFormed(text, name)
    return text
  }
  for (const name of ['[Content_Types].xml', '_rels/.rels']) xml(name)
  const targets = new Map(elements(xml('xl/_rels/workbook.xml.rels'), 'Relationship').map((one) => [one.of.Id!, one.of.Target!]))
  const styles = elements(/<cellXfs.*<\/cellXfs>/s.exec(xml('xl/styles.xml'))![0], 'xf')
  return elements(xml('xl/workbook.xml'), 'sheet').map(({ of }) => sheetOf(of.name!, xml(`xl/${targets.get(of['r:id']!)}`), styles))
}

function sheetOf(name: string, xml: string, styles: Element[]): Sheet {
  const rows = elements(xml, 'row').map(({ inside }) => elements(inside, 'c'))
  const formatOf = (cell: Element) => styles[Number(cell.of.s)]!.of
  return {
    name: plain(name),
    isRightToLeft: /<sheetView [^>]*rightToLeft="1"/.test(xml),
    isFrozen: /<pane [^>]*ySplit="1"[^>]*state="frozen"/.test(xml),
    rows: rows.map((cells) => Object.fromEntries(cells.map((cell) => [columnOf(cell), valueOf(cell)]))),
    formats: Object.fromEntries((rows[1] ?? []).map((cell) => [columnOf(cell), formatOf(cell).numFmtId!])),
    isHeadingBold: rows[0]!.every((cell) => formatOf(cell).fontId === '1'),
  }
}

const columnOf = ({ of }: Element) => /^[A-Z]+/.exec(of.r!)![0]

function valueOf({ of, inside }: Element): string | number {
  if (of.t !== 'inlineStr') return Number(/^<v>(-?[\d.]+(?:e-?\d+)?)<\/v>$/.exec(inside)![1])
  const text = plain(/^<is><t xml:space="preserve">(.*)<\/t><\/is>$/s.exec(inside)![1]!)
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

type Element = { of: Record<string, string>; inside: string }

/** Elements of one name, none of which stands in another of that name. */
function elements(xml: string, name: string): Element[] {
  return [...xml.matchAll(new RegExp(`<${name}((?: [^<>]*?)?)(?:/>|>(.*?)</${name}>)`, 'gs'))].map(([, attributes, inside = '']) => ({
    of: Object.fromEntries([...attributes!.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
    inside,
  }))
}

const plain = (xml: string) =>
  xml.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, entity: string) =>
    code ? String.fromCharCode(Number(code)) : { amp: '&', lt: '<', gt: '>', quot: '"' }[entity]!,
  )

/** Tags that close in order, attributes in quotes, and no character that XML 1.0 has no place for. */
function assertWellFormed(xml: string, name: string): void {
  // oxlint-disable-next-line no-control-regex -- these are what it must not hold
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u.test(xml))
    throw new Error(`${name} holds a character that XML forbids`)
  const open: string[] = []
  const rest = xml.replace(/<\?xml [^?]*\?>|<(\/?)([\w:]+)((?: [\w:]+="[^"<&]*")*) ?(\/?)>/g, (_, end, tag: string, _of, empty) => {
    if (end && open.pop() !== tag) throw new Error(`${name}: ${tag} closes what it did not open`)
    if (tag && !end && !empty) open.push(tag)
    return ''
  })
  if (open.length > 0) throw new Error(`${name}: ${open.join(', ')} stays open`)
  if (/[<>]|&(?!amp;|lt;|gt;|#\d+;)/.test(rest)) throw new Error(`${name} holds a sign that must be escaped`)
}
