/** In which order a list stands, as its address says. */
import type { ColumnKind } from '#contract/columns.ts'
import type { ListCall } from '#contract/kit.ts'
import type { z } from 'zod'
import type { ListOf } from './useList.ts'

/** A filter that only some lists have. */
export const sort = 'sort' as never
type Sort = z.ZodOptional<z.ZodEnum<Record<string, string>>>

/** The fields by which a list can be put in order. */
export const orders = ({ filters }: ListCall): readonly string[] => (filters.sort as Sort | undefined)?.unwrap().options ?? []

/** Texts begin with their first letter, times and amounts with the largest. */
const startsDescending = (kind: ColumnKind) => kind !== 'text'

/** A column's own part in it: once turned it begins where people look first, then the other way round, then as the list is by itself. */
export function orderBy<L extends ListCall>(list: ListOf<L>, field: string, kind: ColumnKind) {
  if (!orders(list.call).includes(field)) return undefined
  const now = list.valueOf(sort)
  const turns = startsDescending(kind) ? [`-${field}`, field, ''] : [field, `-${field}`, '']
  const is = now === field ? ('ascending' as const) : now === `-${field}` ? ('descending' as const) : ('none' as const)
  return { is, turn: () => list.choose(sort, turns[turns.indexOf(now) + 1] ?? turns[0]!) }
}
