import type { Call, ListCall, RowOf } from '#contract/kit.ts'
import type { Bytes } from '#contract/kit.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/display.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { type Column, PlainTable } from '../ui/PlainTable.tsx'
import { SkeletonRows } from '../ui/Progress.tsx'
import { download } from './client.ts'
import { FetchFailed } from './FetchFailed.tsx'
import { type ListOf, pageSize } from './useList.ts'
import { usePending } from './usePending.ts'

export { PeriodFilter } from './PeriodFilter.tsx'

type Props<L extends ListCall> = {
  list: ListOf<L>
  label: string
  columns: Column<RowOf<L>>[]
  keyOf: (row: RowOf<L>) => string | number
  /** Whether the rows wait for something that will take its place above them; then they are new, as moved ones would jump. */
  isAwaited?: boolean
  /** The filters, tabs if there are any, and what is awaited. */
  children?: ReactNode
  empty?: { title: string; text: string; actions?: ReactNode }
}

/** A page of a list in every state that it can be in. */
export function ListTable<L extends ListCall>({ list, label, columns, keyOf, isAwaited = false, children, empty }: Props<L>) {
  const { t } = useTranslation('ui')
  const { result, isBusy } = list
  const data = isAwaited ? undefined : list.data
  const rows = isAwaited ? [] : list.rows
  return (
    <section className="list">
      {children}
      {result.isError && !data ? (
        <FetchFailed of={result} />
      ) : data && rows.length === 0 ? (
        <NothingFound list={list} empty={empty} />
      ) : (
        <div key={String(isAwaited)} data-stale={result.isPlaceholderData || undefined} aria-busy={isBusy || isAwaited}>
          <PlainTable
            label={label}
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            rowsInstead={data ? undefined : <SkeletonRows rows={pageSize} columns={columns.length} />}
          />
        </div>
      )}
      {rows.length > 0 && <Pagination page={list.page} size={pageSize} total={list.total} onPage={list.goTo} />}
      <span className="sr-only" role="status">
        {data && !isBusy ? t('rows', { count: list.total }) : ''}
      </span>
    </section>
  )
}

function NothingFound<L extends ListCall>({ list, empty }: Pick<Props<L>, 'list' | 'empty'>) {
  const { t } = useTranslation('ui')
  if (list.isNarrowed || list.page > 0) {
    return (
      <EmptyState title={t('noMatch')} actions={<Button onPress={list.clear}>{t('clear')}</Button>}>
        {t('noMatchText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={empty?.title} actions={empty?.actions}>
      {empty?.text}
    </EmptyState>
  )
}

/** One row of filters over a list, with one way to clear them all. */
export function Filters<L extends ListCall>({ list, children }: { list: ListOf<L>; children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <div className="filters" role="search">
      {children}
      {list.isNarrowed && (
        <Button kind="quiet" onPress={list.clear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

type FilterProps<L extends ListCall> = { list: ListOf<L>; name: keyof L['filters'] & string }

const typingPauseMs = 350

/**
 * Searches when the person pauses. What stands in the field is the person's: the address follows it, late on a slow machine, and several
 * searches may be on their way at once. The field follows the address only where that was changed by something else, such as a step back.
 */
export function SearchFilter<L extends ListCall>({ list, name, placeholder }: FilterProps<L> & { placeholder?: string }) {
  const { t } = useTranslation('ui')
  const inAddress = list.valueOf(name)
  const [text, setText] = useState(inAddress)
  const shown = useRef(inAddress)
  const onTheirWay = useRef<string[]>([])
  const search = useEffectEvent((wanted: string) => {
    onTheirWay.current.push(wanted)
    list.choose(name, wanted)
  })
  useEffect(() => {
    if (list.clears === 0) return
    onTheirWay.current = shown.current === '' ? [] : ['']
    setText('')
  }, [list.clears])
  useEffect(() => {
    if (inAddress === shown.current) return
    shown.current = inAddress
    const own = onTheirWay.current.indexOf(inAddress)
    onTheirWay.current = own < 0 ? [] : onTheirWay.current.slice(own + 1)
    if (own < 0) setText(inAddress)
  }, [inAddress])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === (onTheirWay.current.at(-1) ?? inAddress)) return
    const timer = setTimeout(() => search(wanted), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, inAddress])
  return (
    <TextField
      label={t('search')}
      icon="search"
      value={text}
      onChange={setText}
      placeholder={placeholder ?? t('searchHint')}
      maxLength={100}
    />
  )
}

/** One choice of a filter's values; the empty one is "all". */
export function ChoiceFilter<L extends ListCall>({
  list,
  name,
  label,
  choices,
}: FilterProps<L> & { label?: string; choices: { id: string; label: string }[] }) {
  const { t } = useTranslation('ui')
  const all = { id: 'all', label: t('allStatuses') }
  return (
    <Select
      label={label ?? t('status')}
      choices={[all, ...choices]}
      value={list.valueOf(name) || 'all'}
      onChange={(chosen) => list.choose(name, chosen === 'all' ? '' : String(chosen))}
    />
  )
}

/**
 * Downloads the list as it is narrowed, without its pages.
 * @public for the lists that have an export
 */
export function ExportButton<L extends ListCall, C extends Call & { output: Bytes }>({ list, call }: { list: ListOf<L>; call: C }) {
  const { t } = useTranslation('ui')
  const { isPending, run } = usePending()
  const save = () => void run(() => download(call, list.filters as never))
  return (
    <Button icon="download" isPending={isPending} onPress={save}>
      {t('export')}
    </Button>
  )
}
