import { cellText, type Column, type Columns, type Words } from '#contract/columns.ts'
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
import { useTitle } from './useTitle.ts'
import { useWords } from './useWords.ts'
import { shortId } from '../ui/shortIds.ts'

type Props<L extends ListCall> = {
  list: ListOf<L>
  /** Left out, the screen's title. */
  label?: string
  /** Where a cell is more than its column's kind says. */
  cells?: Cells<RowOf<L>>
  /** The address of a row's own screen. */
  opens?: (row: RowOf<L>) => string
  /** What a row is called where its link is heard alone; left out, its title and its identifier. */
  nameOf?: (row: RowOf<L>) => string
  actions?: RowAction<RowOf<L>>[]
  keyOf: (row: RowOf<L>) => string | number
  /** Whether the rows wait for something that will take its place above them; then they are new, as moved ones would jump. */
  isAwaited?: boolean
  /** The filters, tabs if there are any, and what is awaited. */
  children?: ReactNode
  empty?: { title: string; text: string; actions?: ReactNode }
}

/** A page of a list in every state that it can be in. */
export function ListTable<L extends ListCall>(props: Props<L>) {
  const { list, cells, opens, actions = [], keyOf, isAwaited = false, children, empty } = props
  const { t } = useTranslation('ui')
  const title = useTitle()
  const words = useWords()
  const { result, isBusy } = list
  const declared = useColumns(list.call, cells, (field, kind) => orderBy(list, field, kind))
  const nameOf = props.nameOf ?? ((row: RowOf<L>) => rowName(row, list.call.columns, words.language))
  const offered = opens
    ? [{ label: t('view'), name: (row: RowOf<L>) => t('viewOne', { name: nameOf(row) }), to: opens }, ...actions]
    : actions
  const columns = offered.length > 0 ? [...declared, { title: t('actions'), cell: actionsOf(offered), end: true }] : declared
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
            label={props.label ?? title}
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

/** The column that names a row, and its identifier where it has one. */
function rowName(row: Readonly<Record<string, unknown>>, columns: Columns, language: keyof Words): string {
  const shown = (Object.entries(columns) as [string, Column][]).filter(([, { part, kind }]) => part === 'title' || kind === 'id')
  const texts = shown.map(([field, column]) => {
    const text = cellText(row, field, column, language)
    return column.shows ? shortId(text, column.shows) : text
  })
  return texts.filter((text) => text !== '').join(' · ')
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
