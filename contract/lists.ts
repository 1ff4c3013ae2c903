/** What the lists of an organisation's area share. */
import { z } from 'zod'
import { organisation } from './actingOrganisation.ts'
import type { Words } from './columns.ts'
import { call, flag, type Access, type Call, type ListCall } from './kit.ts'

/** One flag for each status. Rows of every status that is on are listed; none on means all. */
export function flagsFor<const Name extends string>(names: readonly Name[]): { [N in Name]: z.ZodOptional<typeof flag> } {
  return Object.fromEntries(names.map((name) => [name, flag.optional()])) as { [N in Name]: z.ZodOptional<typeof flag> }
}

/** The names whose flags are on; none where the list is not narrowed by them. */
export const flagsOn = <Name extends string>(names: readonly Name[], flags: { readonly [N in Name]?: boolean | undefined }): Name[] =>
  names.filter((name) => flags[name])

/** A member's number here must be the selected organisation's; left out, it is that one. An operator names the organisation to look at. */
export const organizationSlno = { organizationSlno: organisation.optional() }

/**
 * Another order than the list's own: by one of these fields of its rows, which always have a value; with a minus before it from the largest.
 * The filter is called `sort`.
 */
export const sortBy = <const Field extends string>(...fields: readonly Field[]) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`] as const)).optional()

/** How many rows a person may have on a page; the first where they chose none. */
export const pageSizes = [10, 25, 50, 100] as const

export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Shape = Readonly<Record<string, z.ZodType>>
type Nothing = Record<never, never>

/** The call that answers a list as a spreadsheet. `title` names the file and its sheet. */
export type ExportCall<L extends ListCall> = Call<Nothing, Nothing, L['filters'], { bytes: typeof xlsx }, L['access']> & {
  readonly list: L
  readonly title: Words
}

/** The spreadsheet of a list: same callers, same filters, all of its rows. Its address is the list's, and `export`, where the wire gives it none. */
export function exportOf<R extends z.ZodObject, F extends Shape, X extends Shape, A extends Access>(
  list: ListCall<R, F, Nothing, X, A>,
  title: Words,
  path: `POST /${string}` = `POST /${list.path.slice(1).replace(/\/:.*/, '')}/export`,
): ExportCall<ListCall<R, F, Nothing, X, A>> {
  const declaration = call({
    path,
    summary: `${title.en}, as a spreadsheet.`,
    access: list.access,
    whenFull: true,
    refuses: ['TOO_MANY'],
    body: list.filters,
    output: { bytes: xlsx },
  })
  return { ...(declaration as Call<Nothing, Nothing, F, { bytes: typeof xlsx }, A>), list, title }
}
