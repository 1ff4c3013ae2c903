import { numberText } from '../kit/shown.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWidth } from './useWidth.ts'
import './barChart.css'

export type Series = { id: string; label: string; tone: 'good' | 'bad' | 'open' }
export type Bar = {
  key: string
  /** Under the bar, in both calendars. */ short: [string, string]
  /** In words, for the table and the line above. */ long: [string, string]
  /** In the order of the series. */ values: number[]
}
type Props = { label: string; columns: [string, string]; total: string; series: Series[]; bars: Bar[] }

const height = 220
const room = { above: 8, below: 44, beside: 40 }
const plot = height - room.above - room.below
const labelWidth = 92
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

/**
 * Bars of whole numbers, one upon the other, in the reading direction: in Arabic time goes from right to left and the scale stands right.
 * What a bar counts is told in words above, where it is pointed at, and in a table for those who do not see it.
 */
export function BarChart({ label, columns, total, series, bars }: Props) {
  const { i18n } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [pointed, setPointed] = useState<number>()
  const shown = pointed === undefined ? undefined : bars[pointed]
  const all = series.map((_, i) => sum(bars.map(({ values }) => values[i]!)))
  return (
    <figure className="bar-chart" aria-label={label}>
      <figcaption className="bar-told" aria-hidden="true">
        <span>
          <strong>{shown ? shown.long[0] : total}</strong> {shown && <span className="quiet small">{shown.long[1]}</span>}
        </span>
        <span className="bar-legend">
          {series.map(({ id, label: name, tone }, i) => (
            <span key={id} data-tone={tone}>
              {name} <b className="num">{numberText((shown ? shown.values : all)[i]!)}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <div className="bar-box" ref={box} onPointerLeave={() => setPointed(undefined)}>
        {width > 0 && (
          <Drawing width={width} isRtl={i18n.dir() === 'rtl'} series={series} bars={bars} pointed={pointed} onPoint={setPointed} />
        )}
      </div>
      <Told columns={columns} total={total} label={label} series={series} bars={bars} all={all} />
    </figure>
  )
}

/** The least round step of which at most four reach the greatest value. */
export function roundStep(most: number): number {
  for (let ten = 1; ; ten *= 10) for (const one of [1, 2, 5]) if (one * ten * 4 >= most) return one * ten
}

type DrawingProps = Pick<Props, 'series' | 'bars'> & {
  width: number
  isRtl: boolean
  pointed: number | undefined
  onPoint: (bar: number) => void
}

function Drawing({ width, isRtl, series, bars, pointed, onPoint }: DrawingProps) {
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)))
  const step = roundStep(most)
  const lines = Math.ceil(most / step)
  const y = (value: number) => room.above + plot - (value / (lines * step)) * plot
  const band = (width - room.beside) / bars.length
  const thick = Math.max(1, Math.min(48, band * 0.7))
  /** From the start of the line, whichever side that is; `wide` is what stands there. */
  const x = (fromStart: number, wide = 0) => (isRtl ? width - fromStart - wide : fromStart)
  const every = Math.max(1, Math.ceil(labelWidth / band))
  return (
    <svg width={width} height={height} aria-hidden="true" className="bar-drawing">
      {Array.from({ length: lines + 1 }, (_, line) => (
        <g key={line}>
          <line className="bar-line" x1={x(room.beside)} x2={x(width)} y1={y(line * step)} y2={y(line * step)} />
          <text className="bar-number" x={x(0)} y={y(line * step)} dy="0.35em" textAnchor="start">
            {numberText(line * step)}
          </text>
        </g>
      ))}
      {bars.map((bar, i) => {
        const start = room.beside + i * band
        return (
          <g key={bar.key} data-pointed={pointed === i || undefined}>
            <rect
              className="bar-band"
              x={x(start, band)}
              width={band}
              y={room.above}
              height={plot}
              onPointerEnter={() => onPoint(i)}
              onPointerDown={() => onPoint(i)}
            />
            {series.map(({ id, tone }, part) => {
              const before = sum(bar.values.slice(0, part))
              const value = bar.values[part]!
              return value > 0 ? (
                <rect
                  key={id}
                  className="bar-part"
                  data-tone={tone}
                  x={x(start + (band - thick) / 2, thick)}
                  width={thick}
                  y={y(before + value)}
                  height={Math.max(1, y(before) - y(before + value) - (before > 0 ? 1 : 0))}
                />
              ) : null
            })}
            {i % every === 0 && start + Math.max(band, labelWidth) <= width + labelWidth / 4 && (
              <Labels bar={bar} at={x(every > 1 ? start : start + band / 2)} anchor={every > 1 ? 'start' : 'middle'} />
            )}
          </g>
        )
      })}
    </svg>
  )
}

const Labels = ({ bar, at, anchor }: { bar: Bar; at: number; anchor: 'start' | 'middle' }): ReactNode => (
  <text className="bar-label" textAnchor={anchor} y={room.above + plot}>
    <tspan x={at} dy="18">
      {bar.short[0]}
    </tspan>
    <tspan x={at} dy="16" className="bar-second">
      {bar.short[1]}
    </tspan>
  </text>
)

function Told({ label, columns, total, series, bars, all }: Props & { all: number[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {[...columns, ...series.map((one) => one.label)].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, long, values }) => (
            <tr key={key}>
              <th scope="row">{long[0]}</th>
              <td>{long[1]}</td>
              {series.map(({ id }, i) => (
                <td key={id}>{numberText(values[i]!)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            <td />
            {series.map(({ id }, i) => (
              <td key={id}>{numberText(all[i]!)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
