import type { ListCall, RowOf } from '#contract/kit.ts'
import type { ExportCall } from '#contract/lists.ts'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/display.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { PlainTable } from '../ui/PlainTable.tsx'
import { SkeletonRows } from '../ui/Progress.tsx'
import { download, type Sent } from './client.ts'
import { type Cells, useColumns } from './columns.tsx'
import { FetchFailed } from './FetchFailed.tsx'
import { orderBy } from './order.ts'
import { type RowAction, RowActions } from './RowActions.tsx'
import { useFoundMarks } from './useFoundMarks.ts'
import type { ListOf } from './useList.ts'
import { usePending } from './usePending.ts'

type Props<L extends ListCall> = {
  list: ListOf<L>
  label: string
  /** Where a cell is more than its column's kind says. */
  cells?: Cells<RowOf<L>>
  actions?: RowAction<RowOf<L>>[]
  keyOf: (row: RowOf<L>) => string | number
  /** Whether the rows wait for something that will take its place above them; then they are new, as moved ones would jump. */
  isAwaited?: boolean
  /** The filters, tabs if there are any, and what is awaited. */
  children?: ReactNode
  empty?: { title: string; text: string; actions?: ReactNode }
}

/** A page of a list in every state that it can be in. */
export function ListTable<L extends ListCall>({ list, label, cells, actions, keyOf, isAwaited = false, children, empty }: Props<L>) {
  const { t } = useTranslation('ui')
  const { result, isBusy } = list
  const declared = useColumns(list.call, cells, (field, kind) => orderBy(list, field, kind))
  const columns = actions ? [...declared, { title: t('actions'), cell: actionsOf(actions), end: true }] : declared
  const data = isAwaited ? undefined : list.data
  const rows = isAwaited ? [] : list.rows
  const section = useRef<HTMLElement>(null)
  useFoundMarks(section, String((list.filters as { search?: unknown }).search ?? ''))
  const turnTo = (page: number) => {
    list.goTo(page)
    section.current?.scrollIntoView()
    section.current?.querySelector<HTMLElement>('.table-box')?.focus({ preventScroll: true }) // the next page begins at its first row
  }
  return (
    <section className="list" ref={section}>
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
            rowsInstead={data ? undefined : <SkeletonRows rows={list.size} columns={columns.length} />}
          />
        </div>
      )}
      {rows.length > 0 && (
        <Pagination
          page={list.page}
          size={list.size}
          total={list.total}
          isMore={list.isMore}
          hasNext={list.hasNext}
          onPage={turnTo}
          onSize={list.resize}
        />
      )}
      <span className="sr-only" role="status">
        {data && !isBusy ? t(list.isMore ? 'moreRows' : 'rows', { count: list.total }) : ''}
      </span>
    </section>
  )
}

const actionsOf = <Row,>(actions: RowAction<Row>[]) => {
  const Actions = (row: Row) => <RowActions actions={actions} row={row} />
  return Actions
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

/** Downloads the list as it is narrowed, without its pages. */
export function ExportButton<L extends ListCall>({ list, call }: { list: ListOf<L>; call: ExportCall<L> }) {
  const { t } = useTranslation('ui')
  const { isPending, run } = usePending()
  const save = () => void run(() => download(call, list.filters as Sent<typeof call>))
  return (
    <Button icon="download" isPending={isPending} onPress={save}>
      {t(isPending ? 'exporting' : 'export')}
    </Button>
  )
}
