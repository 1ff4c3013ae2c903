import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportMyTransactions, transactionStatuses } from '#contract/transactions.ts'
import { cast } from '#server/demo/cast.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'
import { dayStarts } from '#server/platform/riyadh.ts'
import { addSignings } from '#test/manySignings.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
beforeAll(async () => {
  server = await testServer()
  noura = await server.signIn(cast.noura, { language: 'ar' })
})
afterAll(() => server.close())

const transactions = '/api/v1/esign/my/transactions'
const payments = '/api/v1/esign/my/subscription/payment/history'
type Row = Record<string, string>

async function exported(browser: Browser, path: string, filters = {}) {
  const answer = await browser.post(`${path}/export`, filters)
  expect(answer.status).toBe(200)
  return { answer, sheet: readSpreadsheet(answer.body)[0]! }
}

const everyRow = async (browser: Browser, filters = {}): Promise<Row[]> =>
  (await browser.post(transactions, { ...filters, limit: 100 })).body.dataList

/** A moment of a spreadsheet, which counts days in Riyadh, on the wire. */
const moment = (days: number) => new Date(Math.round((days - 25_569) * 86_400_000) - 3 * 3_600_000).toISOString()

test('the signings of a person are in their spreadsheet as on the screen, in Arabic from the right', async () => {
  const { answer, sheet } = await exported(noura, transactions)
  expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('معاملات التوقيع.xlsx')}`)
  expect(sheet).toMatchObject({ name: 'معاملات التوقيع', isRightToLeft: true, isFrozen: true, isHeadingBold: true })
  const [heading, ...rows] = sheet.rows
  expect(Object.values(heading!)).toEqual(['التاريخ', 'المستند', 'عدد المستندات', 'رمز المعاملة', 'الباقة', 'الحالة'])
  const listed = await everyRow(noura)
  expect(listed.length).toBeGreaterThan(20)
  expect(rows.map(({ A, B, C, D, E, F }) => [moment(A as number), B, C, D, E, F])).toEqual(
    listed.map((row) => [
      row.transactionDate,
      row.documentName,
      row.numberOfDocuments,
      row.transactionID!.startsWith('-') ? `'${row.transactionID}` : row.transactionID,
      row.planTypeAr,
      transactionStatuses[row.statusLabel as 'pending'].ar,
    ]),
  )
})

test('payments carry money as numbers, and what stands nowhere stays empty', async () => {
  const browser = await server.signIn(cast.noura, { language: 'en' })
  const { answer, sheet } = await exported(browser, payments)
  expect(answer.headers.get('content-disposition')).toContain('filename="Payment_history.xlsx"')
  expect(sheet).toMatchObject({ name: 'Payment history', isRightToLeft: false })
  const listed: Row[] = (await browser.get(`${payments}/1/100`)).body.dataList
  const [heading, ...rows] = sheet.rows
  const columns = [
    'Date',
    'Service',
    'Product',
    'Validity in days',
    'Payment no.',
    'Before VAT',
    'VAT',
    'Total',
    'Status',
    'Returned',
    'Invoice no.',
  ]
  expect(Object.values(heading!)).toEqual(columns)
  expect(rows.map(({ A, D, F, G, H, K }) => [moment(A as number), D, F, G, H, K ?? null])).toEqual(
    listed.map((row) => [
      row.paymentDate,
      row.validity,
      Number(row.amountWithoutTax),
      Number(row.tax),
      Number(row.amount),
      row.invoiceNumber,
    ]),
  )
  expect(sheet.formats).toMatchObject({ A: '164', D: '3', F: '4', G: '4', H: '4' })
  expect(rows.map(({ K }) => K)).toContain(undefined)
})

test('what narrows the list narrows its spreadsheet, days of Riyadh included', async () => {
  const listed: Row[] = (await noura.get(`${payments}/1/100`)).body.dataList
  const day = new Date(Date.parse(listed[3]!.paymentDate!) + 3 * 3_600_000).toISOString().slice(0, 10)
  const query = new URLSearchParams({ fromDate: day, toDate: day, status: listed[3]!.status! })
  const narrowed: Row[] = (await noura.get(`${payments}/1/100?${query}`)).body.dataList
  expect(narrowed.length).toBeGreaterThan(0)
  expect(narrowed.length).toBeLessThan(listed.length)
  const { sheet } = await exported(noura, payments, Object.fromEntries(query))
  expect(sheet.rows.slice(1).map(({ E }) => E)).toEqual(narrowed.map(({ transactionId }) => transactionId))
  const failed = await exported(noura, transactions, { type: 'failed' })
  expect(failed.sheet.rows.slice(1).map(({ D }) => String(D).replace(/^'/, ''))).toEqual(
    (await everyRow(noura, { type: 'failed' })).map(({ transactionID }) => transactionID),
  )
  expect((await noura.post(`${transactions}/export`, { page: 2 })).status).toBe(422)
})

test('nobody gets another’s rows, and each export is on record', async () => {
  const faisal = await server.signIn(cast.faisal)
  const { answer, sheet } = await exported(faisal, transactions, { search: 'x', type: '' })
  expect(sheet.rows).toHaveLength(1)
  const events = await server.owner
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'facts'])
    .where('reference', '=', answer.headers.get('x-request-id')!)
    .execute()
  const call = `POST ${exportMyTransactions.path}`
  expect(events).toEqual([{ action: 'list.exported', outcome: 'done', facts: { call, narrowedBy: ['type', 'search'] } }])
})

describe('a long list', () => {
  let faisal: Browser
  beforeAll(async () => {
    faisal = await server.signIn(cast.faisal, { language: 'en' })
    await addSignings(server, faisal, 200_000, '3 minutes')
  }, 60_000)

  const asked = (browser: Browser) => {
    const head = [
      `POST ${transactions}/export HTTP/1.1`,
      `host: ${new URL(server.url).host}`,
      `authorization: Bearer ${browser.session.token}`,
      `x-device-id: ${browser.deviceId}`,
      'content-type: application/json',
      'content-length: 2',
    ]
    return `${head.join('\r\n')}\r\n\r\n{}`
  }

  /** Asks as a program does that takes what it wants of the answer. */
  async function begin(browser: Browser) {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(asked(browser))
    let first = Buffer.alloc(0)
    while (first.length < 50_000) {
      first = Buffer.concat([first, await new Promise<Buffer>((done) => socket.once('data', done))])
      expect(first.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK')
    }
    socket.pause()
    return { socket, first }
  }

  const cursors = async (): Promise<number> => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and xact_start is not null and query ~ '^(declare|fetch [0-9]+ from) batches'`.execute(
      server.app.probe,
    )
    return rows[0]!.open
  }
  const eventually = async (open: number) => {
    for (let tries = 0; tries < 100 && (await cursors()) !== open; tries++) await wait(50)
    expect(await cursors()).toBe(open)
  }

  test('comes whole', async () => {
    const fromDate = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
    const { sheet } = await exported(faisal, transactions, { fromDate })
    const { count } = await server.owner
      .selectFrom('esign_transaction')
      .where('device_public_id', '=', 'many-signings')
      .where('created_at', '>=', dayStarts(fromDate))
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(10_000)
    expect(sheet.rows).toHaveLength(count + 1)
    const moments = sheet.rows.slice(1).map(({ A }) => A as number)
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
    await eventually(0)
  }, 60_000)

  test('waits for whoever reads it, and ends with them', async () => {
    const { socket } = await begin(faisal)
    await wait(300)
    expect(await cursors()).toBe(1) // unread, it stands still
    const second = await faisal.post(`${transactions}/export`)
    expect([second.status, second.body.detail, second.body.title]).toEqual([
      429,
      'TOO_MANY',
      'Another export of yours is running. Wait until it has ended.',
    ])
    expect(second.headers.get('retry-after')).toBe('5')
    socket.destroy()
    await eventually(0)
    expect((await faisal.post(`${transactions}/export`, { type: 'success' })).status).toBe(200)
  }, 30_000)

  test('is cut off where it cannot be read to its end, and nothing that opens is left', async () => {
    const { socket, first } = await begin(faisal)
    const parts: Buffer[] = [first]
    const closed = new Promise((done) => socket.on('error', () => undefined).once('close', done))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and xact_start is not null and query like 'fetch % from batches'`.execute(server.app.probe)
    socket.on('data', (part: Buffer) => parts.push(part)).resume()
    await closed
    const answer = Buffer.concat(parts)
    expect(answer.length).toBeGreaterThan(10_000)
    expect(answer.toString('latin1')).not.toMatch(/\r\n0\r\n\r\n$/) // the end of a body in chunks (RFC 9112 §7.1)
    expect(server.lines.some((line) => line.includes('an export was cut off'))).toBe(true)
    await eventually(0)
  }, 30_000)

  test('that fails before its first row is refused in words; whoever left by then holds nothing', async () => {
    const lock = await server.owner.startTransaction().execute()
    await sql`lock table esign_transaction in access exclusive mode`.execute(lock)
    const refused = await faisal.post(`${transactions}/export`)
    expect([refused.status, refused.body.detail]).toEqual([503, 'BUSY'])
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(asked(faisal))
    await eventually(1) // it waits for the table
    socket.destroy()
    await lock.rollback().execute()
    await eventually(0)
    expect((await faisal.post(`${transactions}/export`, { type: 'success' })).status).toBe(200)
  }, 30_000)
})
