import type { ListCall, RowOf } from '#contract/kit.ts'
import { westernDigits } from '#contract/typedDigits.ts'
import { pageSizes } from '#contract/lists.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useReducer, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type AnyFilters, sendList } from './client.ts'
import { useShown } from './shown.ts'

/**
 * A list whose page and filters are the address bar's, so that they survive a reload and can be linked to. What names a person, such as a
 * national ID that somebody searches for, stands in no address: this step of the browser's history alone keeps it.
 * @param fixed path parameters and filters that the person does not choose
 */
export function useList<L extends ListCall>(call: L, fixed: AnyFilters = {}) {
  const [inAddress, setQuery] = useSearchParams()
  const unlinked = unlinkedIn(useLocation().state)
  const query = new URLSearchParams([...inAddress, ...Object.entries(unlinked)])
  const latest = useRef(unlinked)
  useEffect(() => {
    latest.current = unlinked
  }, [unlinked])
  const page = pageIn(query)
  const own = useShown().pageSize
  const size = sizeIn(query, own)
  const chosen = filtersIn(call, query)
  // By which the server finds the pages beside one that was read, however deep they lie.
  const cursors = useRef(new Map<string, string | null>())
  const result = useQuery({
    queryKey: [call.path, { ...fixed, ...chosen }, page, size],
    queryFn: async ({ signal }) => {
      const list = { ...chosen, ...fixed }
      const answer = await sendList(call, { ...list, cursor: cursors.current.get(placeOf(list, size, page)) ?? undefined }, page, size, {
        signal,
      })
      cursors.current.set(placeOf(list, size, page + 1), answer.nextCursor)
      cursors.current.set(placeOf(list, size, page - 1), answer.previousCursor)
      return answer
    },
    placeholderData: keepPreviousData,
  })
  const data = useDeferredValue(result.data) // rows are drawn in slices, between which the page answers to the person
  const [clears, countClear] = useReducer((before: number) => before + 1, 0)
  const change = (next: Record<string, string | undefined>) => {
    const after = new URLSearchParams(location.search) // on a slow machine what is drawn is older, and two choices would undo each other
    const kept = { ...latest.current }
    for (const [name, value] of Object.entries(next)) {
      after.delete(name)
      delete kept[name]
      if (value && namesSomebody(value)) kept[name] = value
      else if (value) after.set(name, value)
    }
    latest.current = kept
    setQuery(after, { state: { unlinked: kept } })
  }
  return {
    call,
    page,
    size,
    result,
    /** Whether what is shown will be another in a moment. */
    isBusy: result.isFetching || data !== result.data,
    rows: (data?.dataList ?? []) as RowOf<L>[],
    total: data?.totalCount ?? 0,
    /** There are more rows on further pages than `total`. */
    isMore: data?.moreThanTotal ?? false,
    hasNext: data?.nextCursor != null,
    /** The whole answer that is shown. */
    data,
    /** What the person chose, decoded; `fixed` on top is what an export needs to repeat the list. */
    filters: { ...chosen, ...fixed },
    /** The names of the filters that the person chose. */
    chosen: Object.keys(chosen),
    isNarrowed: Object.keys(chosen).some((name) => name !== 'sort'),
    valueOf: (name: keyof L['filters'] & string) => (name in chosen ? query.get(name)! : ''),
    /** Choosing a filter starts again at the first page. */
    choose: (name: keyof L['filters'] & string, value: string) => change({ [name]: value, page: undefined }),
    /** Several at once, such as the two ends of a period: one step in the browser's history, one request. */
    chooseTogether: (values: Record<string, string | undefined>) => change({ ...values, page: undefined }),
    clear: () => {
      countClear()
      change({ page: undefined, ...Object.fromEntries(Object.keys(call.filters).map((name) => [name, undefined])) })
    },
    /** How often all was cleared: fields hear of it at once, and the address follows. */
    clears,
    /** Another number of rows on a page, until the list is left: it starts again at the first page. */
    resize: (next: number) => change({ size: next === own ? undefined : String(next), page: undefined }),
    goTo: (next: number) => change({ page: next === 0 ? undefined : String(next + 1) }),
  }
}

type Unlinked = Readonly<Record<string, string>>
const nothing: Unlinked = {}
const unlinkedIn = (state: unknown): Unlinked => (state as { unlinked?: Unlinked } | null)?.unlinked ?? nothing

/** A national ID, a telephone number or an e-mail address, as people type them. */
const namesSomebody = (value: string) => value.includes('@') || /^\+?\d{9,15}$/.test(westernDigits(value).replaceAll(/[\s()-]/g, ''))

const placeOf = (list: AnyFilters, size: number, page: number) => JSON.stringify([list, size, page])

const lastPage = 1_000_000
/** From 0; what is no page is the first one. */
const pageIn = (query: URLSearchParams) => Math.min(Math.max(Math.floor(Number(query.get('page'))) || 1, 1), lastPage) - 1

/** What is no size to choose is the person's own. */
const sizeIn = (query: URLSearchParams, own: number): number => pageSizes.find((size) => String(size) === query.get('size')) ?? own

export type ListOf<L extends ListCall> = ReturnType<typeof useList<L>>

/** The filters in the address, decoded; a value that does not fit its filter counts as absent. */
function filtersIn(call: ListCall, query: URLSearchParams): AnyFilters {
  const found: AnyFilters = {}
  for (const [name, schema] of Object.entries(call.filters)) {
    const text = query.get(name)
    if (text === null) continue
    for (const wire of /^\d{1,15}$/.test(text) ? [text, Number(text)] : [text]) {
      const read = z.safeDecode(schema, wire)
      if (read.success) found[name] = read.data
    }
  }
  return found
}
