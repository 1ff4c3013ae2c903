import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, emptyDatabase } from '#test/database.ts'
import { leftBehind } from '#test/oldGeneration.ts'
import { assertLimitedRole, createDb, createPool, fixedStatement, inPassing, retrying, type Db } from './db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

const value = async (expression: string) =>
  (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db)).rows[0]!.value

test.each([
  ['count(*)', 1],
  ['9007199254740991::bigint', 9007199254740991],
  ['array[1, null]::bigint[]', [1, null]],
  ['1.10::numeric', '1.10'],
  [`'2026-11-21'::date`, '2026-11-21'],
  [`array['2026-11-21']::date[]`, ['2026-11-21']],
  [`'2026-11-21 10:00+03'::timestamptz`, new Date('2026-11-21T07:00:00Z')],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  [`'{"a": [1]}'::jsonb`, { a: [1] }],
])('%s is read as %j', async (expression, expected) => {
  expect(await value(expression)).toEqual(expected)
})

test('a bigint beyond the safe integers is refused, not rounded', async () => {
  await expect(value('9007199254740993::bigint')).rejects.toThrow(/beyond the numbers/)
})

test('what was asked and answered is let go of at once', async () => {
  const ask = () => sql`select at, repeat('x', 40) as text from generate_series(1, 20) as at where at > ${0}`.execute(database.db)
  for (let i = 0; i < 100; i++) await ask()
  // where the machine is busy, a round may also count what V8 makes old as it compiles; what is held is held in each of them
  const left = [await leftBehind(2_500, ask), await leftBehind(2_500, ask), await leftBehind(2_500, ask)]
  expect(Math.min(...left)).toBeLessThan(1_000)
})

test('a text used again is prepared once', async () => {
  const pool = createPool(database.connection, { connections: 1 })
  for (let i = 0; i < 3; i++) await pool.query('select $1::int + 1 as next', [i])
  const { rows } = await pool.query('select statement from pg_prepared_statements')
  expect(rows).toEqual([{ statement: 'select $1::int + 1 as next' }])
  await pool.end()
})

test('it is, however many texts of one call alone came before it', async () => {
  const pool = createPool(database.connection, { connections: 1 })
  const one = (i: number) => pool.query(`select $1::int + ${i} as made_up`, [i])
  await Promise.all(Array.from({ length: 2_100 }, (_, i) => one(i)))
  for (let i = 0; i < 3; i++) await pool.query('select $1::int + 2 as then', [i])
  const { rows } = await pool.query('select statement from pg_prepared_statements')
  expect(rows).toEqual([{ statement: 'select $1::int + 2 as then' }])
  await pool.end()
})

test('a fixed statement is built once, and takes the value of each call', async () => {
  let built = 0
  const doubled = fixedStatement((db, value: number) => {
    built++
    return db.selectNoFrom(sql<number>`${value}::int * 2`.as('twice'))
  })
  const answers = await Promise.all([1, 2, 3].map((value) => database.db.transaction().execute((tx) => doubled(tx, value))))
  expect(answers).toEqual([[{ twice: 2 }], [{ twice: 4 }], [{ twice: 6 }]])
  expect(built).toBe(1)
})

describe('a transaction', () => {
  const again = Array.from({ length: 2 }, (_, i) => i) // the first on a connection, and a later one
  let db: Db
  beforeAll(async () => {
    await sql`create table kept (id int primary key)`.execute(database.owner)
    await sql`grant all on kept to ${sql.ref(database.connection.user)}`.execute(database.owner)
    db = createDb(database.connection, { connections: 1 })
  })
  afterAll(() => db.destroy())
  const stateOf = async (pid: number) =>
    (await sql<{ state: string }>`select state from pg_stat_activity where pid = ${pid}`.execute(database.db)).rows[0]!.state

  test('begins as it first asks, and goes on to its end', async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const states = () => stateOf(rows[0]!.pid)
    for (const time of again)
      await db.transaction().execute(async (tx) => {
        const before = await states()
        const { numAffectedRows } = await sql`insert into kept values (${time})`.execute(tx)
        expect([before, numAffectedRows, await states()]).toEqual([time === 0 ? 'idle in transaction' : 'idle', 1n, 'idle in transaction'])
        await sql`insert into kept values (${time + 10})`.execute(tx)
      })
    expect(await states()).toBe('idle')
    expect((await sql`select id from kept order by id`.execute(database.owner)).rows).toEqual([0, 1, 10, 11].map((id) => ({ id })))
  })

  test.each([
    ['its first statement', sql`insert into kept values (0)`, '23505'],
    ['a value that cannot be sent', sql`select ${{ toPostgres: () => expect.unreachable() }}`, undefined],
    ['a text that is no SQL', sql`selec`, '42601'],
  ])('is undone by %s, and the connection goes on', async (_, failing, code) => {
    for (const time of again) {
      const failed = db.transaction().execute(async (tx) => {
        await failing.execute(tx)
        await sql`insert into kept values (${time + 20})`.execute(tx)
      })
      await expect(failed).rejects.toMatchObject(code ? { code } : {})
    }
    expect((await sql`select id from kept where id >= 20`.execute(db)).rows).toEqual([])
  })

  test('is undone by its own function, and one that asks nothing costs nothing', async () => {
    for (const time of again) {
      const undone = db.transaction().execute(async (tx) => {
        await sql`insert into kept values (${time + 30})`.execute(tx)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await expect(db.transaction().execute(() => Promise.reject(new Error('nothing')))).rejects.toThrow('nothing')
      expect(await db.transaction().execute(() => Promise.resolve('nothing'))).toBe('nothing')
    }
    expect((await sql`select id from kept where id >= 30`.execute(db)).rows).toEqual([])
  })

  test('may begin with a setting, and be read only', async () => {
    for (const _ of again) {
      const name = await db.transaction().execute(async (tx) => {
        await sql`set local application_name = 'here'`.execute(tx)
        return (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(tx)).rows[0]!.name
      })
      expect(name).toBe('here')
      const written = db
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => sql`insert into kept values (40)`.execute(tx))
      await expect(written).rejects.toMatchObject({ code: '25006' })
    }
    expect((await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)).rows).toEqual([{ name: '' }])
  })
})

describe('a statement in passing', () => {
  let db: Kysely<{ passed: { id: number; at: Date | null; bytes: Buffer | null; list: number[] | null; facts: unknown } }>
  let owner: typeof db
  beforeAll(async () => {
    await sql`create table passed (id int primary key, at timestamptz, bytes bytea, list int[], facts jsonb)`.execute(database.owner)
    await sql`grant all on passed to ${sql.ref(database.connection.user)}`.execute(database.owner)
    db = createDb(database.connection, { connections: 1 }) as unknown as typeof db
    owner = database.owner as unknown as typeof db
    for (const id of [1, 2, 3]) await db.transaction().execute((tx) => pass(tx, id)) // the text gets its name
    await owner.deleteFrom('passed').execute()
  })
  afterEach(() => owner.deleteFrom('passed').execute())
  afterAll(() => db.destroy())
  const full = { at: new Date('2026-11-21T09:00:00Z'), bytes: Buffer.from([0, 255]), list: [1, 2], facts: { a: ['“'] } }
  const pass = (tx: typeof db, id: number, rest = full) =>
    inPassing(tx.insertInto('passed').values({ id, ...rest, facts: JSON.stringify(rest.facts) }))
  const kept = () => owner.selectFrom('passed').select('id').orderBy('id').execute()
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

  test('waits for the next one, and was carried out before it', async () => {
    const of = await pid()
    const state = async () =>
      (await sql<{ state: string }>`select state from pg_stat_activity where pid = ${of}`.execute(database.db)).rows[0]
    await db.transaction().execute(async (tx) => {
      await pass(tx, 1)
      await pass(tx, 2)
      expect(await state()).toEqual({ state: 'idle' }) // nothing was sent, not even the beginning
      expect(await tx.selectFrom('passed').selectAll().orderBy('id').execute()).toEqual([1, 2].map((id) => ({ id, ...full })))
      await pass(tx, 3)
    })
    expect(await kept()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  test('outside of a transaction is carried out at once', async () => {
    await pass(db, 1)
    expect(await kept()).toEqual([{ id: 1 }])
  })

  test.each(['the next statement', 'the commit'])('that fails is told of by %s, and nothing stays', async (by) => {
    const failed = db.transaction().execute(async (tx) => {
      await pass(tx, 1)
      await pass(tx, 1)
      await pass(tx, 2)
      if (by === 'the next statement') await expect(tx.selectFrom('passed').selectAll().execute()).rejects.toMatchObject({ code: '23505' })
    })
    await expect(failed).rejects.toThrow(by === 'the commit' ? /duplicate key/ : /./)
    expect(await kept()).toEqual([])
    await db.transaction().execute((tx) => pass(tx, 3))
    expect(await kept()).toEqual([{ id: 3 }])
  })

  test('goes with what was begun, where that is undone', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await pass(tx, 1)
      await tx.selectFrom('passed').selectAll().execute()
      await pass(tx, 2)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await expect(db.transaction().execute((tx) => pass(tx, 3).then(() => Promise.reject(new Error('undone'))))).rejects.toThrow('undone')
    expect(await kept()).toEqual([])
  })

  test('may be undone to a savepoint alone', async () => {
    const tx = await db.startTransaction().execute()
    await pass(tx, 1)
    const saved = await tx.savepoint('here').execute()
    await pass(saved, 2)
    await (await saved.rollbackToSavepoint('here').execute()).commit().execute()
    expect(await kept()).toEqual([{ id: 1 }])
  })

  test('with a value that cannot be sent fails by itself', async () => {
    const toPostgres = () => {
      throw new Error('cannot be sent')
    }
    await expect(db.transaction().execute((tx) => pass(tx, 1, { ...full, bytes: { toPostgres } as never }))).rejects.toThrow(
      'cannot be sent',
    )
    expect(await kept()).toEqual([])
  })
})

test('a statement that takes too long is given up', async () => {
  const db = createDb(database.connection, { connections: 1, statementSeconds: 0.1 })
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  await db.destroy()
})

test('a connection lost in the middle of a transaction costs that transaction, not the process', async () => {
  const db = createDb(database.connection, { connections: 1 })
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(database.db)
    await wait(100) // nothing asks the connection meanwhile
    await sql`select 1`.execute(tx)
  })
  await expect(lost).rejects.toThrow(/connection|terminat/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a transaction that lost a deadlock is run again', async () => {
  await sql`create table counter (id int primary key, count int not null)`.execute(database.owner)
  await sql`insert into counter values (1, 0), (2, 0)`.execute(database.owner)
  const add = (tx: Parameters<typeof sql.raw>[0]) => sql.raw(tx)
  let started = 0
  const crossing = (first: number, second: number) =>
    retrying(() =>
      database.owner.transaction().execute(async (tx) => {
        started++
        await add(`update counter set count = count + 1 where id = ${first}`).execute(tx)
        await sql`select pg_sleep(0.1)`.execute(tx)
        await add(`update counter set count = count + 1 where id = ${second}`).execute(tx)
      }),
    )
  await Promise.all([crossing(1, 2), crossing(2, 1)])
  const { rows } = await sql<{ count: number }>`select count from counter order by id`.execute(database.owner)
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
  expect(started).toBeGreaterThan(2)
})

test('another error is not retried', async () => {
  let calls = 0
  const failing = retrying(() => {
    calls++
    return sql`select 1 / 0`.execute(database.db)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(calls).toBe(1)
})

test('a role that may do everything is refused', async () => {
  await sql`create table owned ()`.execute(database.owner)
  await assertLimitedRole(database.db)
  await expect(assertLimitedRole(database.owner)).rejects.toThrow(/must not work as the database role tawqi_owner/)
  const superuser = createDb({ ...database.connection, user: 'postgres' }, { connections: 1 })
  await expect(assertLimitedRole(superuser)).rejects.toThrow(/postgres/)
  await superuser.destroy()
})
