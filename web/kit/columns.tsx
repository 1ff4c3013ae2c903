import { cellText, type Column as Declared, type ColumnKind, type Statuses } from '#contract/columns.ts'
import type { ListCall, RowOf } from '#contract/kit.ts'
import { Fragment, type ReactNode } from 'react'
import { StatusChip } from '../ui/display.tsx'
import type { Column } from '../ui/PlainTable.tsx'
import { CopyId, DateText, Ltr, Money, nothing, NumberText, TwoLines } from '../ui/values.tsx'
import { useWords } from './useWords.ts'
import { shortId } from '../ui/shortIds.ts'

/** The cells that a screen draws in its own way, by the field of their column. */
export type Cells<Row> = { [F in keyof Row]?: (row: Row) => ReactNode }

/** The columns that a list declares, as a table shows them. */
export function useColumns<L extends ListCall>(
  { columns }: L,
  cells: Cells<RowOf<L>> = {},
  orderBy?: (field: string, kind: ColumnKind) => Column<RowOf<L>>['order'],
): Column<RowOf<L>>[] {
  const words = useWords()
  const onScreen = (Object.entries(columns) as [keyof RowOf<L> & string, Declared][]).filter(([, { sheetOnly }]) => !sheetOnly)
  const shown = onScreen.filter(([, { under }]) => under === undefined)
  const dates = shown.filter(([, { kind, part }]) => part === 'line' && isDate(kind))
  /** Alone it would not say what it is. */
  const needsHeading = ({ kind }: Declared) => unclear.has(kind) || (isDate(kind) && dates.length > 1)
  const drawn = ([field, column]: (typeof onScreen)[number], row: RowOf<L>): ReactNode =>
    field in cells ? cells[field]!(row) : byKind[column.kind](row[field], cellText(row, field, column, words.language), column)
  const cellOf = (one: (typeof onScreen)[number]) => (row: RowOf<L>) => {
    const says = ([field, column]: (typeof onScreen)[number]) => cellText(row, field, column, words.language) !== ''
    const below = onScreen.filter((other) => other[1].under === one[0] && says(other))
    if (below.length === 0) return drawn(one, row)
    return (
      <TwoLines
        below={below.map((other) => (
          <Fragment key={other[0]}>{drawn(other, row)}</Fragment>
        ))}
      >
        {drawn(one, row)}
      </TwoLines>
    )
  }
  return shown.map(([field, column]) => ({
    title: words(column.heading),
    end: column.kind === 'number' || column.kind === 'money',
    part: column.part,
    isHeaded: column.part === 'line' && needsHeading(column),
    order: orderBy?.(field, column.kind),
    cell: cellOf([field, column]),
  }))
}

const isDate = (kind: ColumnKind) => kind === 'moment' || kind === 'date' || kind === 'day'
const unclear: ReadonlySet<ColumnKind> = new Set(['number', 'money', 'flag', 'status'])

const byKind: Record<ColumnKind, (value: unknown, text: string, column: Declared) => ReactNode> = {
  text: (_value, text) => (text ? <bdi>{text}</bdi> : nothing),
  flag: (_value, text) => text || nothing,
  id: (_value, text, { shows }) =>
    text === '' ? (
      nothing
    ) : text.includes('•') ? (
      <Ltr>{text}</Ltr> // what is masked is no use copied
    ) : (
      <CopyId value={text} shown={shows && shortId(text, shows)} />
    ),
  mobile: (_value, text) => (text ? <Ltr>{text}</Ltr> : nothing),
  email: (_value, text) => (text ? <Ltr>{text}</Ltr> : nothing),
  status: (value, text, { names }) => <StatusChip tone={names?.[String(value)]?.tone ?? 'neutral'}>{text}</StatusChip>,
  number: (value) => (value === null ? nothing : <NumberText value={value as number} />),
  money: (value) => (value === null ? nothing : <Money halalas={value as number} />),
  moment: (value) => (value === null ? nothing : <DateText at={value as Date} time />),
  date: (value) => (value === null ? nothing : <DateText at={value as Date} />),
  day: (value) => (value === null ? nothing : <DateText at={value as string} />),
}

/** A status outside a list that has a column for it. */
export function Status<Name extends string>({ of, names }: { of: Name; names: Statuses<Name> }) {
  const words = useWords()
  return <StatusChip tone={names[of].tone}>{words(names[of])}</StatusChip>
}
