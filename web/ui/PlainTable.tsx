import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers and money stand at the end of the line. */ end?: boolean
}

/** More than these need a wider place to stand side by side. */
const roomyColumns = 4

/** A plain table. Where it has no room for its columns each row becomes a few lines, and each cell carries its column's title. */
export function PlainTable<Row>(props: {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  rowsInstead?: ReactNode
}) {
  const { label, columns, rows, keyOf, rowsInstead } = props
  return (
    <div className="table-box" data-many={columns.length > roomyColumns || undefined} tabIndex={0} role="region" aria-label={label}>
      <table className="table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" data-end={column.end || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsInstead ??
            rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.title} data-title={column.title} data-end={column.end || undefined}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
