import { type ReactNode, useRef } from 'react'
import { Icon } from './Icon.tsx'
import { useRoom } from './useRoom.ts'
import { nothing } from './values.tsx'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers and money stand at the end of the line. */
  end?: boolean
  /**
   * Where rows are cards: what names the row, the first column where none does; what stands beside it and tells how it is; and the line of
   * small print below. What is none of them stands under its heading.
   */
  part?: 'title' | 'state' | 'line' | undefined
  /** In that line, its heading goes before it. */
  isHeaded?: boolean
  /** Where rows can be put in its order: what they are in now, and how to turn it. */
  order?: { is: 'ascending' | 'descending' | 'none'; turn: () => void } | undefined
}

/** More than these need a wider place to stand side by side. */
const roomyColumns = 4

/**
 * A plain table. Where it has no room for its columns each row becomes a card of two lines, its title with the state beside it and its small
 * print, and one with its column’s title for every other cell.
 */
export function PlainTable<Row>(props: {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  rowsInstead?: ReactNode
}) {
  const { label, columns, rows, keyOf, rowsInstead } = props
  const box = useRef<HTMLDivElement>(null)
  useRoom(box, rows)
  const isNamed = columns.some(({ part }) => part === 'title')
  return (
    <div
      className="table-box"
      ref={box}
      data-many={columns.length > roomyColumns || undefined}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" data-end={column.end || undefined} aria-sort={column.order?.is}>
                {column.order ? <OrderButton {...column} order={column.order} /> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsInstead ??
            rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, i) => {
                  const content = column.cell(row)
                  return (
                    <td
                      key={column.title}
                      data-title={column.title}
                      data-end={column.end || undefined}
                      data-part={column.part ?? (i === 0 && !isNamed ? 'title' : undefined)}
                      data-headed={column.isHeaded || undefined}
                      data-empty={content === nothing || undefined}
                    >
                      <div className="cell">{content}</div>
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

const OrderButton = ({ title, order }: { title: string; order: NonNullable<Column<never>['order']> }) => (
  <>
    <span className="order-heading">{title}</span>
    <button type="button" className="order-by" onClick={order.turn}>
      {title}
      <Icon name="chevronDown" size={14} />
    </button>
  </>
)
