/** Reads the table that somebody uploads: the first sheet of a workbook (.xlsx), or a text of separated values (.csv) in a usual encoding. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { readWorkbook } from './readWorkbook.ts'
import { type SheetLimits, SheetRefused, type SheetRow } from './table.ts'

/**
 * @returns the rows that hold something, in their order
 * @throws SheetRefused
 */
export async function readSheet(bytes: Buffer, limits: SheetLimits): Promise<SheetRow[]> {
  const start = bytes.toString('latin1', 0, 8)
  // What Excel protects with a password, and what it wrote before 2007, begin alike (MS-CFB 2.2).
  if (start === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1') throw new SheetRefused('protected', 'a compound file')
  const rows = start.startsWith('PK') ? await readWorkbook(bytes, limits) : await readText(bytes, limits)
  return rows
    .map(({ number, cells }) => ({
      number,
      cells: cells.map((cell) => Array.from(cell.replace(directionMarks, '').normalize('NFC').trim()).slice(0, limits.characters).join('')),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Marks of direction, which copying out of a message or an address book leaves around numbers (Unicode bidirectional algorithm, table 4). */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

async function readText(bytes: Buffer, limits: SheetLimits): Promise<SheetRow[]> {
  const text = decode(bytes)
  if (text.includes('\0')) throw new SheetRefused('unknown', 'neither a workbook nor a text')
  const rows: SheetRow[] = []
  const parser = parse({
    bom: true,
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: limits.characters * limits.columns,
  })
  try {
    await pipeline(Readable.from(pieces(text)), parser, async (records: AsyncIterable<string[]>) => {
      let number = 0
      for await (const cells of records) {
        number++
        if (cells.every((cell) => cell.trim() === '')) continue
        if (rows.length >= limits.rows) throw new SheetRefused('tooManyRows', `more than ${limits.rows} rows`)
        rows.push({ number, cells: cells.slice(0, limits.columns) })
      }
    })
    return rows
  } catch (error) {
    if (error instanceof SheetRefused) throw error
    throw new SheetRefused('damaged', 'the separated values cannot be read', error)
  }
}

/** Not all of it at once: the thread that reads it answers everybody. */
function* pieces(text: string): Generator<string> {
  const length = 32_768
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

/** UTF-8, or UTF-16 with its mark; what is neither was written in the Arabic code page of Windows, as Excel does there. */
function decode(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark === '\u00ff\u00fe') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '\u00fe\u00ff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}

/** Whichever separates most in the heading: programs take the one of their country. */
function separatorOf(text: string): string {
  const heading = text.slice(0, 2_000).split(/[\r\n]/, 1)[0]!
  const count = (separator: string) => heading.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!
}
