/** The cells of a spreadsheet (ECMA-376 part 1, §18.3.1). */
import { riyadhOffsetMs } from '../riyadh.ts'

/** What a column's cells hold: text, whole numbers, halalas, moments, and days as `2026-11-21`. */
export type CellKind = 'text' | 'number' | 'money' | 'moment' | 'day'
export type Cell = string | number | Date | null

/** The places of the formats in `styles`. */
export const styleOf: Record<CellKind | 'heading', number> = { text: 0, heading: 1, number: 2, money: 3, moment: 4, day: 5 }

const formats = `<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>`
const format = (numFmtId: number, more = '') =>
  `<xf numFmtId="${numFmtId}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`

/** Formats of the cells: 3 is `#,##0` and 4 `#,##0.00` (§18.8.30); 49 keeps text as text where somebody edits it. */
export const styles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${formats}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${format(49)}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>${format(3)}${format(4)}${format(164)}${format(165)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** `A`, `B`, … `Z`, `AA`: the column's name. @param place from 0 */
export const columnName = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : columnName(Math.floor(place / 26) - 1) + columnName(place % 26)

/** One cell. @param at its name, as `B7` */
export function cellXml(at: string, kind: CellKind | 'heading', value: Cell): string {
  if (value === null || value === '') return ''
  const start = `<c r="${at}" s="${styleOf[kind]}"`
  if (kind === 'text' || kind === 'heading')
    return `${start} t="inlineStr"><is><t xml:space="preserve">${textXml(String(value))}</t></is></c>`
  return `${start}><v>${numberOf(kind, value)}</v></c>`
}

function numberOf(kind: Exclude<CellKind, 'text'>, value: Exclude<Cell, null>): number | string {
  if (kind === 'moment') return dayNumber((value as Date).getTime() + riyadhOffsetMs)
  if (kind === 'day') return dayNumber(Date.parse(`${value as string}T00:00:00Z`))
  return kind === 'money' ? (Number(value) / 100).toFixed(2) : Number(value)
}

/** Days since 30 December 1899, by which spreadsheets count (§18.17.4.1). */
const dayNumber = (ms: number): number => ms / 86_400_000 + 25_569

/** §18.3.1.53; Excel shows no more of a cell. */
const longestText = 32_767
// oxlint-disable-next-line no-control-regex -- these are what XML 1.0 §2.2 has no place for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu
/** What a spreadsheet takes for a formula when the text comes back from a CSV file, the wide forms of East Asian keyboards included. */
const asFormula = /^[=+\-@\t\r\n＝＋－＠]/
/** `_x0041_` is how this format writes a character (§22.9.2.19): text that only looks so is said by its first sign. */
const likeEscape = /_(?=x[\da-f]{4}_)/gi
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Text that is text in every reader. What begins like a formula gets an apostrophe, which spreadsheets take for “this is text”. */
export function textXml(text: string): string {
  const known = text.replace(forbidden, '')
  const safe = asFormula.test(known) ? `'${known}` : known
  const short = safe.length > longestText ? `${safe.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…` : safe
  return short.replace(likeEscape, '_x005F_').replace(/[&<>\r]/g, (sign) => entities[sign]!)
}
