/** Every list orders by a unique column in the end: without it, rows with the same date would repeat or vanish between pages. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { list } from '#contract/kit.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { isRoute, listRoute, type Route } from '#server/platform/http/route.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { fulfilments } from '#server/fulfilments.ts'
import { isTest, sources } from './sources.ts'

const features = sources().filter((source) => /^server\/features\/.*\.ts$/.test(source.path) && !isTest(source))
const modules = await Promise.all(features.map(({ path }) => import(`../${path}`) as Promise<Record<string, unknown>>))
const lists = modules.flatMap((module) => Object.values(module).filter(isRoute)).filter(({ call }) => call.kind === 'list')

/** The SQL of everything that a list asks the database, compiled and not run. */
async function compiled(route: Route): Promise<string[]> {
  const asked: string[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query.sql),
  })
  const org = { id: 1, role: 'enrolmentAdmin', organisationId: 1, sipNumber: 1, nameAr: '', nameEn: '' }
  const caller = { personId: 1, deviceRowId: 1, memberships: [org], organisation: org, operatorRoles: [], isSubscriber: true }
  const ctx = { app: { fulfilments }, db, now: new Date(0), language: 'ar', caller, organisation: org } as unknown as Ctx
  const page = { page: 1, size: 10, limit: 10, pageNumber: 1, pageSize: 10 }
  // The count finds no row here and fails; the page was compiled by then.
  await Promise.resolve(route.handle(ctx as never, page as never, undefined as never)).catch(() => undefined)
  return asked
}

/** Whether the one page that a list asks for is ordered, in the end, by a column that no two rows share. */
async function endsUnique(route: Route): Promise<boolean> {
  const paged = (await compiled(route)).filter((sql) => / limit \$\d+ offset \$\d+$/.test(sql))
  expect(paged).toHaveLength(1)
  const order = /.* order by (.*) limit /.exec(paged[0]!)?.[1] ?? ''
  return /(^|[\s."])(id|public_id|serial_number)"?( asc| desc)?$/.test(order.split(',').at(-1)!)
}

test.each(lists.map((route) => [route.call.path, route] as const))('%s', async (_path, route) => {
  expect(await endsUnique(route)).toBe(true)
})

test.each([
  { order: ['created_at', 'id'] as const, unique: true },
  { order: ['created_at'] as const, unique: false },
])('an order by $order is told apart', async ({ order, unique }) => {
  const declared = list({ path: 'POST /api/v1/devices', summary: '', access: 'signedIn', row: z.object({ id: z.int() }) })
  const route = listRoute(
    declared,
    ({ db }) => order.reduce((query, column) => query.orderBy(column, 'desc'), db.selectFrom('device').select('id')) as never,
  )
  expect(await endsUnique(route)).toBe(unique)
})
