/** What the lists of an organisation's area share. */
import type { z } from 'zod'
import { call, flag, slno, type Access, type Call, type ListCall } from './kit.ts'

/** One flag for each status. Rows of every status that is on are listed; none on means all. */
export function flagsFor<const Name extends string>(names: readonly Name[]): { [N in Name]: z.ZodOptional<typeof flag> } {
  return Object.fromEntries(names.map((name) => [name, flag.optional()])) as { [N in Name]: z.ZodOptional<typeof flag> }
}

/** A member's number here must be the selected organisation's; left out, it is that one. An operator names the organisation to look at. */
export const organizationSlno = { organizationSlno: slno.optional() }

export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Shape = Readonly<Record<string, z.ZodType>>
type Nothing = Record<never, never>

/** The spreadsheet of a list: same callers, same filters, all of its rows. */
export function exportOf<R extends z.ZodObject, F extends Shape, X extends Shape, A extends Access>(
  list: ListCall<R, F, Nothing, X, A>,
  declared: { path: `POST /${string}`; summary: string },
): Call<Nothing, Nothing, F, { bytes: typeof xlsx }, A> {
  return call({ ...declared, access: list.access, whenFull: true, body: list.filters, output: { bytes: xlsx } }) as Call<
    Nothing,
    Nothing,
    F,
    { bytes: typeof xlsx },
    A
  >
}
