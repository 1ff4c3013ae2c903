import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, emptyDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tawqi-migrations-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = () => migrate(database.ownerConnection, folder)
const tables = async () =>
  (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.owner)
  ).rows.map((row) => row.name)

test('applies what is new, in order, once', async () => {
  write('0001_one.sql', 'create table one (id int);')
  expect(await run()).toEqual(['0001_one.sql'])
  write('0002_two.sql', 'alter table one add column two int; create table two (id int);')
  expect(await run()).toEqual(['0002_two.sql'])
  expect(await run()).toEqual([])
  expect(await tables()).toEqual(['one', 'schema_migration', 'two'])
})

test('five replicas at once apply each migration once', async () => {
  write('0001_one.sql', 'create table one (id int); select pg_sleep(0.05);')
  write('0002_two.sql', 'create table two (id int);')
  const applied = await Promise.all(Array.from({ length: 5 }, run))
  expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql'])
})

test('a failing migration leaves nothing of itself and names its line', async () => {
  write('0001_one.sql', 'create table one (id int);')
  write('0002_bad.sql', 'create table half (id int);\ncreate table one (id int);\n')
  await expect(run()).rejects.toThrow('The migration 0002_bad.sql failed: relation "one" already exists')
  expect(await tables()).toEqual(['one', 'schema_migration'])
  write('0002_bad.sql', 'create table half (id int);\nselect nothing;\n')
  await expect(run()).rejects.toThrow(/column "nothing" does not exist \(line 2\)/)
  write('0002_bad.sql', 'create table half (id int);')
  expect(await run()).toEqual(['0002_bad.sql'])
})

test.each<[title: string, change: () => void, sentence: RegExp]>([
  ['a changed file', () => write('0001_one.sql', 'create table one (id bigint);'), /0001_one\.sql was changed after it was applied/],
  ['a missing file', () => rmSync(join(folder, '0002_two.sql')), /0002_two\.sql was applied to this database but its file is missing/],
  ['the number nought', () => write('0000_zero.sql', ''), /0000_zero\.sql does not fit/],
  ['a number used twice', () => write('0002_zwei.sql', ''), /0002_zwei\.sql does not fit/],
  ['another form of name', () => write('3-three.sql', ''), /3-three\.sql does not fit/],
])('%s is refused', async (_, change, sentence) => {
  write('0001_one.sql', 'create table one (id int);')
  write('0002_two.sql', 'create table two (id int);')
  await run()
  change()
  await expect(run()).rejects.toThrow(sentence)
})

test('a number may be left free and taken later', async () => {
  write('0001_one.sql', 'create table one (id int);')
  write('0004_four.sql', 'create table four (id int);')
  expect(await run()).toEqual(['0001_one.sql', '0004_four.sql'])
  write('0003_three.sql', 'create table three (id int);')
  expect(await run()).toEqual(['0003_three.sql'])
  expect(await run()).toEqual([])
})

test('line ends of another system are no change', async () => {
  write('0001_one.sql', 'create table one (\n  id int\n);\n')
  await run()
  write('0001_one.sql', 'create table one (\r\n  id int\r\n);\r\n')
  expect(await run()).toEqual([])
})

test('the application may read how far the database is, and change nothing of it', async () => {
  write('0001_one.sql', 'create table one (id int);')
  await run()
  const { rows } = await sql`select number from schema_migration`.execute(database.db)
  expect(rows).toEqual([{ number: 1 }])
  await expect(sql`delete from schema_migration`.execute(database.db)).rejects.toMatchObject({ code: '42501' })
})
