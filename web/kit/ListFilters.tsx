import type { ListCall } from '#contract/kit.ts'
import type { ExportCall } from '#contract/lists.ts'
import type { ReactNode } from 'react'
import { Filters, FlagFilter, SearchFilter, StatusFilter } from './filters.tsx'
import { ExportButton } from './ListTable.tsx'
import type { ListOf } from './useList.ts'
import { useWords } from './useWords.ts'

type Props<L extends ListCall> = {
  list: ListOf<L>
  /** What the search finds, as its field says it. */
  search?: string
  exports?: ExportCall<L>
  actions?: ReactNode
  /** Filters that are no column of the list, and its period: what that takes is loaded where a list has one. */
  children?: ReactNode
}

/**
 * The filters that a list declares: its search, and a choice for every column whose values have names and are filtered by, in a filter of the
 * column's name or in a flag for each value.
 */
export function ListFilters<L extends ListCall>({ list, search, exports, actions, children }: Props<L>) {
  const words = useWords()
  const { filters, columns } = list.call
  const choices = Object.entries(columns).map(([field, column]) => {
    const { heading, names } = column!
    if (!names) return null
    if (field in filters) return <StatusFilter key={field} list={list} name={field} names={names} />
    const areFlags = Object.keys(names).every((name) => name in filters)
    return areFlags && <FlagFilter key={field} list={list} label={words(heading)} names={names} />
  })
  return (
    <Filters
      list={list}
      actions={
        (exports || actions) && (
          <>
            {exports && <ExportButton list={list} call={exports} />}
            {actions}
          </>
        )
      }
    >
      {'search' in filters && <SearchFilter list={list} name="search" placeholder={search} />}
      {choices}
      {children}
    </Filters>
  )
}
