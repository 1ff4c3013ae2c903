/** Kysely's types, read from the migrated database. `npm run schema` writes them to schema.ts; a test keeps the file current. */
import pg from 'pg'
import { type Connection, connectionConfig } from './db.ts'

type Column = {
  table: string
  column: string
  /** The type's name in pg_type; an array's begins with an underscore. */
  type: string
  nullable: boolean
  /** 'always' cannot be given by an insert; 'default' need not. */
  generated: 'always' | 'default' | null
}

/** @returns the text of schema.ts: one interface a table, columns in their order */
export async function schemaTypes(owner: Connection | string): Promise<string> {
  const client = new pg.Client(connectionConfig(owner))
  await client.connect()
  try {
    const { rows: columns } = await client.query<Column>(columnsSql)
    const { rows: checks } = await client.query<{ table: string; definition: string }>(checksSql)
    return print(columns, allowedValues(checks))
  } finally {
    await client.end()
  }
}

const columnsSql = `
  select c.relname as "table", a.attname as "column", coalesce(base.typname, t.typname) as type, not (a.attnotnull or t.typnotnull) as nullable,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always' when a.attidentity = 'd' or a.atthasdef or t.typdefault is not null then 'default' end as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type base on base.oid = t.typbasetype
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  order by c.relname collate "C", a.attnum`

const checksSql = `
  select c.relname as "table", pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and array_length(k.conkey, 1) = 1
  order by 1, 2`

/** `check (status in ('a', 'b'))` comes back as `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`, and `check (code in (1, 5))` with plain numbers. */
function allowedValues(checks: { table: string; definition: string }[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { table, definition } of checks) {
    const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[((?:(?:\d+|'(?:[^']|'')*'::text)(?:, )?)+)\]\)\)\)$/.exec(definition) ?? []
    if (!column || !list) continue
    const values = [...list.matchAll(/(\d+)(?:, |$)|'((?:[^']|'')*)'::text/g)].map(
      ([, number, text]) => number ?? `'${text!.replaceAll("''", "\\'")}'`,
    )
    found.set(`${table}.${column}`, values.join(' | '))
  }
  return found
}

const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Bytes',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'Numeric',
  text: 'string',
  time: 'string',
  timestamptz: 'Timestamp',
  uuid: 'string',
  varchar: 'string',
  bpchar: 'string',
  tsvector: 'string',
}

/** Kysely does not look into arrays for its column types. */
const selected: Record<string, string> = { Bytes: 'Buffer', Json: 'unknown', Numeric: 'string', Timestamp: 'Date' }

function typeOf({ table, column, type, nullable, generated }: Column, allowed: Map<string, string>): string {
  const array = type.startsWith('_')
  const known = types[array ? type.slice(1) : type]
  if (!known) throw new Error(`The column ${table}.${column} has the type ${type}, for which schemaTypes.ts knows no TypeScript type.`)
  let text = allowed.get(`${table}.${column}`) ?? known
  if (array) text = `${selected[text] ?? (text.includes('|') ? `(${text})` : text)}[]`
  if (nullable) text = `${text} | null`
  if (generated) text = `${generated === 'always' ? 'GeneratedAlways' : 'Generated'}<${text}>`
  return text
}

function print(columns: Column[], allowed: Map<string, string>): string {
  const tables = Map.groupBy(columns, (column) => column.table)
  const interfaces = [...tables].map(([table, rows]) => {
    const fields = rows.map((row) => `  ${row.column}: ${typeOf(row, allowed)}\n`)
    return `export interface ${typeName(table)} {\n${fields.join('')}}\n`
  })
  const names = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}\n`)
  const body = [...interfaces, `export interface DB {\n${names.join('')}}\n`].join('\n')
  const used = helpers.filter(([name]) => new RegExp(`\\b${name}\\b`).test(body)).map(([, text]) => text)
  return [header, ...used, '', body].join('\n')
}

const header = `/** The tables, as the migrations leave them. Written by \`npm run schema\`. */
import type { ColumnType } from 'kysely'
`

const helpers: [name: string, text: string][] = [
  [
    'Generated',
    'type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>',
  ],
  [
    'GeneratedAlways',
    'type GeneratedAlways<T> = T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>',
  ],
  ['Bytes', 'type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>'],
  [
    'Json',
    '/** Written as text (JSON.stringify): pg would take an array for one of PostgreSQL’s. */\ntype Json = ColumnType<unknown, string, string>',
  ],
  ['Numeric', 'type Numeric = ColumnType<string, number | string, number | string>'],
  ['Timestamp', 'type Timestamp = ColumnType<Date, Date | string, Date | string>'],
]

const typeName = (table: string) => table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
