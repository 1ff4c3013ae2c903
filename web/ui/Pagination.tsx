import { pageSizes } from '#contract/lists.ts'
import { useTranslation } from 'react-i18next'
import { numberText } from '../kit/shown.ts'
import { Icon } from './Icon.tsx'

type Props = {
  /** From 0. */ page: number
  size: number
  total: number
  /** There are more rows than `total`: then only the next page is known. */ isMore: boolean
  hasNext: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

export function Pagination({ page, size, total, isMore, hasNext, onPage, onSize }: Props) {
  const { t } = useTranslation('ui')
  const last = isMore ? page + Number(hasNext) : Math.max(0, Math.ceil(total / size) - 1)
  if (total === 0) return null
  return (
    <nav className="pages" aria-label={t('pages')}>
      <span className="small quiet num">
        <bdi>
          {t(isMore ? 'rangeOfMore' : 'range', {
            from: page * size + 1,
            to: isMore ? (page + 1) * size : Math.min(total, (page + 1) * size),
            total: numberText(total),
          })}
        </bdi>
      </span>
      {total > pageSizes[0] && <PageSize size={size} onSize={onSize} />}
      <span className="pages-list">
        <button type="button" className="page" aria-label={t('previous')} disabled={page === 0} onClick={() => onPage(page - 1)}>
          <Icon name="chevronStart" size={18} />
        </button>
        {around(page, last).map((number, place) =>
          number === undefined ? (
            <span key={`gap${place}`} className="page-gap" aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="page num"
              aria-label={t('page', { page: number + 1 })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {numberText(number + 1)}
            </button>
          ),
        )}
        {isMore && hasNext && (
          <span className="page-gap" aria-hidden="true">
            …
          </span>
        )}
        <button type="button" className="page" aria-label={t('next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <Icon name="chevronEnd" size={18} />
        </button>
      </span>
    </nav>
  )
}

function PageSize({ size, onSize }: Pick<Props, 'size' | 'onSize'>) {
  const { t } = useTranslation('ui')
  return (
    <label className="pages-size small quiet">
      {t('pageSize')}
      <span className="select-box">
        <select value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {pageSizes.map((one) => (
            <option key={one} value={one}>
              {numberText(one)}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={18} />
      </span>
    </label>
  )
}

/** First, last and the neighbours of the page; `undefined` stands for what is left out. */
function around(page: number, last: number): (number | undefined)[] {
  const wanted = [0, page - 1, page, page + 1, last].filter((number) => number >= 0 && number <= last)
  const numbers = [...new Set(wanted)].sort((a, b) => a - b)
  return numbers.flatMap((number, i) => (i > 0 && number - numbers[i - 1]! > 1 ? [undefined, number] : [number]))
}
