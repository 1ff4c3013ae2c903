/** What a list shows of its rows: a screen and a spreadsheet are made of the same columns. */
import { localMobile } from './addresses.ts'

/** A text in both languages. */
export type Words = { readonly ar: string; readonly en: string }

export type Tone = 'success' | 'error' | 'warning' | 'info' | 'neutral'
/** What each value of a status is called, and in which colour it stands. */
export type Statuses<Name extends string = string> = Readonly<Record<Name, Words & { readonly tone: Tone }>>

/**
 * How a value is shown, and what it is in a spreadsheet.
 * - `id`: an identifier, which is copied rather than read; `mobile`: a number as the wire writes it, with the country's code; `email`: an address
 * - `money`: whole halalas; `moment`: a time, shown in Riyadh; `date`: one of which the day is enough; `day`: `2026-11-21`
 * - `status`: one of the column’s `names`, in its colour; `flag`: the first of its `names` or the second, yes or no where it has none
 */
export type ColumnKind = 'text' | 'id' | 'mobile' | 'email' | 'number' | 'money' | 'moment' | 'date' | 'day' | 'status' | 'flag'

export type Column = {
  readonly kind: ColumnKind
  readonly heading: Words
  /** What each value is called. */
  readonly names?: Readonly<Record<string, Words & { readonly tone?: Tone }>>
  /** The field that holds the same text in Arabic. */
  readonly arabic?: string
  /**
   * Where a table is too narrow for its columns and each row is a card of its own: what names the row, the lines of small print below it, and
   * what stands beside the name and tells how it is. A column without one stands below under its heading.
   */
  readonly part?: 'title' | 'line' | 'state'
  /** On the screen it is no column of its own, but stands in small print below this one's value. */
  readonly under?: string
  /** Of an identifier that is too long for a cell: the end that is shown. All of it is copied. */
  readonly shows?: 'start' | 'end'
  /** Left out on the screen, or shown there within a cell that the screen draws itself. */
  readonly sheetOnly?: true
}

/** Columns by the field of the row that each shows, in their order. */
export type Columns<Field extends string = string> = { readonly [F in Field]?: Column }

export const column = (kind: ColumnKind, ar: string, en: string, more: Omit<Column, 'kind' | 'heading'> = {}): Column => ({
  kind,
  heading: { ar, en },
  ...more,
})

export const yesNo: Record<'yes' | 'no', Words> = { yes: { ar: 'نعم', en: 'Yes' }, no: { ar: 'لا', en: 'No' } }

/** What stands in a cell where it is text: in the reader's language, the name of a status or a flag. Empty where there is nothing. */
export function cellText(
  row: Readonly<Record<string, unknown>>,
  field: string,
  { kind, arabic, names }: Column,
  language: keyof Words,
): string {
  const value = row[language === 'ar' && arabic ? arabic : field]
  if (value === null || value === undefined) return ''
  if (kind === 'flag') return Object.values(names ?? yesNo)[value ? 0 : 1]![language]
  if (kind === 'mobile') return localMobile(String(value))
  return names?.[String(value)]?.[language] ?? String(value)
}
