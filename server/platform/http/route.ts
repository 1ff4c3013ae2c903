import type { SelectQueryBuilder } from 'kysely'
import type { Readable } from 'node:stream'
import type { Access, Bytes, Call, Input, ListCall, Output } from '#contract/kit.ts'
import type { App } from '#server/app.ts'
import type { DB } from '../db/schema.ts'
import { collect, type Body } from './body.ts'
import type { Ctx, CtxFor } from './context.ts'
import { pageOf } from './listPage.ts'
import { sortRows } from './sortRows.ts'

/** An answer that is not JSON. */
export type Download = {
  content: Uint8Array | Readable
  size?: number
  /** Offered as the name to save under. */
  fileName?: string
  /** Public answers that may be kept, in seconds. All others say that they may not. */
  cacheSeconds?: number
  /** Of what may be kept. */
  lastModified?: Date
  status?: number
}

type Declared = Omit<Call, 'kind'> & { readonly kind: 'call' | 'list' }
type Answer<C extends Declared> = C['output'] extends Bytes ? Download : Output<C>
type BodyOf<C extends Declared> = C['body'] extends Bytes ? Body : undefined

/** A call with the function that carries it out. */
export type Route = {
  readonly call: AnyCall
  readonly handle: (ctx: never, input: never, body: never) => Promise<unknown>
  /** Set where the call may be answered without a context (`octetsRoute`). */
  readonly octets?: OctetsAnswer
}
/** An answer that needs nothing from elsewhere comes at once: a promise costs more than the octets it holds. */
export type OctetsAnswer = (app: App, input: never, body: Uint8Array) => Uint8Array | Promise<Uint8Array>
/** What every declared call and list has. */
export type AnyCall = Pick<
  Call,
  | 'method'
  | 'path'
  | 'summary'
  | 'access'
  | 'stepUp'
  | 'passive'
  | 'forEverybody'
  | 'cacheSeconds'
  | 'whenFull'
  | 'refuses'
  | 'ignoresQuery'
  | 'limit'
  | 'needsDevice'
  | 'params'
  | 'query'
  | 'body'
  | 'output'
> & { kind: 'call' | 'list' }

/** Binds a handler to a call. The context's type follows from the call's access. A list that is more than its query pages its rows itself. */
export function route<C extends Declared>(
  call: C,
  handle: (ctx: CtxFor<C>, input: Input<C>, body: BodyOf<C>) => Promise<Answer<C>>,
): Route {
  return { call, handle: handle }
}

/**
 * Binds an answer to a call by which anybody sends a few octets and gets some: it sees nothing of the request but address and body. All that
 * is usual about it is answered on the straight way (`octets.ts`), everything else on the common one.
 */
export function octetsRoute<C extends Call & { access: 'anyone'; body: Bytes; output: Bytes }>(
  call: C,
  answer: (app: App, input: Input<C>, body: Uint8Array) => ReturnType<OctetsAnswer>,
): Route {
  const handle = async ({ app }: Ctx, input: Input<C>, body: Body) => ({ content: await answer(app, input, await collect(body)) })
  return { call, handle: handle, octets: answer }
}

export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'handle' in value && 'call' in value

/** What a list is narrowed by, decoded, with the parameters of its address. */
export type FiltersOf<L> =
  L extends ListCall<infer _R, infer F, infer P, infer _X, Access> ? Input<{ params: P; query: F; body: Record<never, never> }> : never
type Extra<L> = L extends ListCall<infer _R, infer _F, infer _P, infer X, Access> ? Output<{ output: import('zod').ZodObject<X> }> : never
type Row<L> = L extends ListCall ? import('zod').output<L['row']> : never

/** The rows of a list before paging: selected under the wire's names, ordered by a unique key. */
type RowsQuery<R> = SelectQueryBuilder<DB, never, R>
/** Builds the rows of a whole list; its pages and its spreadsheet are cut from the same. */
export type ListQuery<L extends ListCall> = (ctx: CtxFor<L>, filters: FiltersOf<L>) => RowsQuery<Row<L>>

/** The rows in the order that was asked for. */
export function sorted<L extends ListCall>(ctx: CtxFor<L>, call: L, query: ListQuery<L>, filters: FiltersOf<L>) {
  const { sort } = filters as { sort?: string }
  return sortRows(query(ctx, filters), call, sort, ctx.language)
}

/**
 * Binds a query to a list. The page is cut and the rows are counted here.
 * @param extra what the answer carries besides
 */
export function listRoute<L extends ListCall>(
  call: L,
  query: ListQuery<L>,
  ...[extra]: keyof L['extra'] extends never ? [] : [extra: (ctx: CtxFor<L>, filters: FiltersOf<L>) => Promise<Extra<L>>]
): Route {
  const handle = async (ctx: CtxFor<L>, input: Record<string, unknown>) => {
    const { [call.paging.page]: _page, [call.paging.size]: _size, cursor: _cursor, ...filters } = input
    const [page, more] = await Promise.all([
      pageOf(ctx, call, sorted(ctx, call, query, filters as never), input),
      extra?.(ctx, filters as never),
    ])
    return { ...page, ...Object.fromEntries(call.rowsAlso.map((name) => [name, page.dataList])), ...more }
  }
  return { call: call, handle: handle }
}
