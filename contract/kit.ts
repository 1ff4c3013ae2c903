/** The kit in which every call is declared. The server decodes and encodes with it, the browser does the reverse. */
import { z } from 'zod'
import type { Columns } from './columns.ts'
import type { CallLimit } from './limits.ts'
import type { ProblemCode } from './problems.ts'

export type OrgRole = 'enrolmentAdmin' | 'authorizedSignatory' | 'organizationUser'
export type OperatorRole = 'registrationOfficer' | 'sales' | 'finance' | 'auditor' | 'administrator'

/**
 * Who may make a call.
 * - `anyone`: no session is needed
 * - `signedIn`: any session
 * - `person`: a session of a subscriber or of an organisation's member, acting on what is their own
 * - `org`: a member of the selected organisation in one of these roles; `operator`: staff of the provider in one of these
 */
export type Access = 'anyone' | 'signedIn' | 'person' | { readonly org?: readonly OrgRole[]; readonly operator?: readonly OperatorRole[] }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = Readonly<Record<string, z.ZodType>>

/** A body or an answer that is not JSON: its media type, how many bytes a body may have, and whether a password may come with it. */
export type Bytes = { readonly bytes: string; readonly maxBytes?: number; readonly takesPassword?: true }

export type Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape | Bytes = Shape | Bytes,
  Output extends z.ZodType | Bytes = z.ZodType | Bytes,
  A extends Access = Access,
> = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly access: A
  /** Needs an identity that was confirmed again a short while ago. */
  readonly stepUp: boolean
  /** Does not count as the person's activity (a poll, a background look). */
  readonly passive: boolean
  /** The same for everybody who asks, and nobody's secret: packed on its way, kept by caches. */
  readonly forEverybody: boolean
  /** So long what is for everybody may be used without asking whether it is current. */
  readonly cacheSeconds: number
  /** Goes on while the disk is nearly full: it only reads, or hardly writes and ends something or lets it go on. */
  readonly whenFull: boolean
  /** Binds something to the device that `X-DEVICE-ID` names. Where a session is needed, so is its device. */
  readonly needsDevice: boolean
  /** What it refuses besides what follows from the rest of its declaration (`refusals.ts`). */
  readonly refuses: readonly ProblemCode[]
  /** Whatever stands in the query changes nothing, as caches and clients of others may add something. */
  readonly ignoresQuery: boolean
  /** How often one caller may make it, where that is the only limit of theirs; the answers tell what is left. */
  readonly limit?: CallLimit | undefined
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly output: Output
  readonly kind: 'call' | 'list'
}

type Declaration<P extends Shape, Q extends Shape, B extends Shape | Bytes, O extends z.ZodType | Bytes, A extends Access> = {
  /** Method and address in one: `GET /api/v1/devices/registeredDevices/:page/:size`. */
  path: `${Method} /${string}`
  /** One sentence for the API's document. */
  summary: string
  access: A
  stepUp?: boolean
  passive?: boolean
  forEverybody?: boolean
  cacheSeconds?: number
  whenFull?: boolean
  needsDevice?: boolean
  refuses?: readonly ProblemCode[]
  ignoresQuery?: boolean
  limit?: CallLimit
  params?: P
  query?: Q
  body?: B
  output: O
}

/** Declares a call. */
export function call<
  const A extends Access,
  O extends z.ZodType | Bytes,
  P extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  B extends Shape | Bytes = Record<never, never>,
>(declared: Declaration<P, Q, B, O, A>): Call<P, Q, B, O, A> {
  const [method, path] = declared.path.split(' ') as [Method, string]
  const { summary, access, stepUp = false, passive = false, forEverybody = false, cacheSeconds = 0, output } = declared
  const { ignoresQuery = false, needsDevice = access !== 'anyone', refuses = [], whenFull = method === 'GET' || passive, limit } = declared
  return {
    method,
    path,
    summary,
    access,
    stepUp,
    passive,
    forEverybody,
    cacheSeconds,
    whenFull,
    needsDevice,
    refuses,
    ignoresQuery,
    limit,
    params: declared.params ?? ({} as P),
    query: declared.query ?? ({} as Q),
    body: declared.body ?? ({} as B),
    output,
    kind: 'call',
  }
}

/** Rows of a list are counted so far; whether there are more is said beside the number. */
export const mostCounted = 10_000

/** How a list's page travels: names of the two numbers, where they stand, and from which number pages count. */
export type Paging = { readonly page: string; readonly size: string; readonly zeroBased: boolean }

export type ListCall<
  Row extends z.ZodObject = z.ZodObject,
  Filters extends Shape = Shape,
  Params extends Shape = Shape,
  Extra extends Shape = Shape,
  A extends Access = Access,
> = Omit<Call<Params, Shape, Shape, z.ZodType, A>, 'kind'> & {
  readonly kind: 'list'
  readonly row: Row
  readonly filters: Filters
  readonly paging: Paging
  /** Further names that the rows go by, beside `dataList`. */
  readonly rowsAlso: readonly string[]
  readonly extra: Extra
  /** What a screen and a spreadsheet show of a row, in this order. */
  readonly columns: Columns
}

type ListDeclaration<R extends z.ZodObject, F extends Shape, P extends Shape, X extends Shape, A extends Access> = {
  path: `${Method} /${string}`
  summary: string
  access: A
  passive?: boolean
  /** Path parameters besides the page and the size. */
  params?: P
  /** What narrows the list: in the body of a POST, in the query of a GET. */
  filters?: F
  row: R
  /** Each under the field that it shows. */
  columns?: Columns<keyof z.output<R> & string>
  /** Names of page and size: in the body of a POST; a GET has them in its address, as `:page/:size` or in the query. */
  paging?: { page: string; size: string; zeroBased?: boolean }
  rowsAlso?: readonly string[]
  /** What the answer carries besides the rows and their count. */
  extra?: X
}

/** The answer of a call whose rows come all at once. */
export const wholeList = <R extends z.ZodType>(row: R) => z.object({ dataList: z.array(row), totalCount: z.int() })

/** Declares a list: a call whose answer is `{ dataList, totalCount }`, with filters and pages. */
export function list<
  R extends z.ZodObject,
  const A extends Access,
  F extends Shape = Record<never, never>,
  P extends Shape = Record<never, never>,
  X extends Shape = Record<never, never>,
>(declared: ListDeclaration<R, F, P, X, A>): ListCall<R, F, P, X, A> {
  const [method, path] = declared.path.split(' ') as [Method, string]
  const inPath = path.includes('/:page/:size')
  const paging = { page: 'page', size: inPath ? 'size' : 'limit', zeroBased: false, ...declared.paging }
  const filters = declared.filters ?? ({} as F)
  const extra = declared.extra ?? ({} as X)
  const rowsAlso = declared.rowsAlso ?? []
  const rows = z.array(declared.row)
  const first = paging.zeroBased ? 0 : 1
  const isGet = method === 'GET'
  const cursor = { cursor: z.string().max(1_000).optional() }
  const inAddress = { [paging.page]: numberInPath(first, 1_000_000), [paging.size]: numberInPath(1, 100) }
  const pages = inPath
    ? inAddress
    : isGet
      ? { [paging.page]: inAddress[paging.page]!.default(first), [paging.size]: inAddress[paging.size]!.default(10) }
      : {
          [paging.page]: z.int().min(first).max(1_000_000).default(first),
          [paging.size]: z.int().min(1).max(100).default(10),
        }
  return {
    method,
    path,
    summary: declared.summary,
    access: declared.access,
    stepUp: false,
    passive: declared.passive ?? false,
    forEverybody: false,
    cacheSeconds: 0,
    whenFull: true,
    needsDevice: declared.access !== 'anyone',
    refuses: [],
    ignoresQuery: false,
    params: { ...(declared.params ?? ({} as P)), ...(inPath ? pages : {}) },
    query: isGet ? { ...filters, ...(inPath ? {} : pages), ...cursor } : {},
    body: isGet ? {} : { ...filters, ...(inPath ? {} : pages), ...cursor },
    output: z.object({
      dataList: rows,
      ...Object.fromEntries(rowsAlso.map((name) => [name, rows])),
      totalCount: z.int(),
      /** There are more rows than `totalCount`, which counts no further than `mostCounted`. */
      moreThanTotal: z.boolean(),
      /** For the pages beside this one: sent along with their number, as `cursor`, they find it however deep it lies. */
      nextCursor: z.string().nullable(),
      previousCursor: z.string().nullable(),
      ...extra,
    }),
    kind: 'list',
    row: declared.row,
    filters,
    paging,
    rowsAlso,
    extra,
    columns: declared.columns ?? {},
  }
}

type Decoded<S> = S extends Shape ? (keyof S extends never ? unknown : z.output<z.ZodObject<{ -readonly [K in keyof S]: S[K] }>>) : unknown

/** What a handler gets: parameters, query and body decoded and side by side. A body of bytes is not part of it. */
export type Input<C extends { params: Shape; query: Shape; body: Shape | Bytes }> = Decoded<C['params']> &
  Decoded<C['query']> &
  Decoded<C['body']>
/** What a handler returns and a screen reads. */
export type Output<C extends { output: z.ZodType | Bytes }> = C['output'] extends z.ZodType ? z.output<C['output']> : never
export type RowOf<L extends { row: z.ZodType }> = z.output<L['row']>

export const isBytes = (part: Shape | z.ZodType | Bytes): part is Bytes => 'bytes' in part && typeof part.bytes === 'string'

// How single values travel.

/** The largest number of fifteen digits. */
const mostInAddress = 999_999_999_999_999

/** A whole number inside an address: digits, which a client's generator is told of as a number. */
export const numberInPath = (least = 0, most = mostInAddress) =>
  z.codec(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .meta({ wire: { type: 'integer', minimum: least, maximum: most } }),
    z.int().min(least).max(most),
    {
      decode: Number,
      encode: String,
    },
  )

/** Booleans travel as "1" and "0". */
export const flag = z.codec(z.enum(['0', '1']), z.boolean(), { decode: (wire) => wire === '1', encode: (on) => (on ? '1' : '0') })

/** Whole halalas inside, riyals with two decimals on the wire: 11500 and "115.00". */
export const riyals = z.codec(z.string().regex(/^-?\d{1,12}\.\d\d$/), z.int(), {
  decode: (wire) => Math.round(Number(wire) * 100),
  encode: (halalas) =>
    `${halalas < 0 ? '-' : ''}${Math.floor(Math.abs(halalas) / 100)}.${String(Math.abs(halalas) % 100).padStart(2, '0')}`,
})

/** A moment: UTC, ISO 8601. */
export const moment = z.codec(z.iso.datetime(), z.date(), { decode: (wire) => new Date(wire), encode: (at) => at.toISOString() })

/** A calendar day in Riyadh, `2026-11-21`. */
export const day = z.iso.date()
/** A country in the two letters of ISO 3166-1. */
export const country = z.string().regex(/^[A-Z]{2}$/)

/** An opaque public id: 128 random bits, base64url. */
export const opaqueId = z.string().regex(/^[A-Za-z0-9_-]{22}$/)

/** A row's number; never authority. */
export const slno = z.int().min(1)

/** The two ends of a period, each a day in Riyadh and both inclusive. */
export const period = { fromDate: day.optional(), toDate: day.optional() }
