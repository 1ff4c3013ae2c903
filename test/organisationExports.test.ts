/** The spreadsheets of an organisation's area: each opens elsewhere, from the right in Arabic, and says what its list says. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { exportNewUserRequests } from '#contract/approvals.ts'
import { exportChangeRequests } from '#contract/changes.ts'
import { cellText, type Column } from '#contract/columns.ts'
import { exportAccountRequests } from '#contract/invitations.ts'
import type { ExportCall } from '#contract/lists.ts'
import { exportMembers } from '#contract/members.ts'
import { cast } from '#server/demo/cast.ts'
import { inviter } from './inviter.ts'
import { nationalIdWith } from './nationalIds.ts'
import { testServer, type Browser, type TestServer } from './server.ts'
import { readSpreadsheet } from './spreadsheet.ts'

let server: TestServer
let admin: Browser
beforeAll(async () => {
  server = await testServer()
  admin = await server.signIn(cast.sarah, { language: 'ar' })
  const people = inviter(server)
  await people.join(await people.invite(admin, cast.noura))
  await people.invite(admin, nationalIdWith(2, 77_001))
})
afterAll(() => server.close())

const exports = { exportMembers, exportNewUserRequests, exportChangeRequests, exportAccountRequests } as const
type Name = keyof typeof exports
const names = Object.keys(exports) as Name[]
/** So that every status is in it. */
const filters: Record<Name, object> = {
  exportMembers: {},
  exportNewUserRequests: { pending: '1', approved: '1', rejected: '1', userRejected: '1' },
  exportChangeRequests: { language: 'ar' },
  exportAccountRequests: {},
}

type Row = Record<string, unknown>
async function listed(name: Name): Promise<Row[]> {
  const { list } = exports[name] as ExportCall<never>
  const { method, path, paging } = list as { method: string; path: string; paging: { size: string } }
  const { status, body, text } = await admin.send(method, path, {
    body: JSON.stringify({ ...filters[name], [paging.size]: 100 }),
    headers: { 'content-type': 'application/json' },
  })
  expect(status, text).toBe(200)
  return body.dataList
}

async function exported(name: Name): Promise<Buffer> {
  const { status, body } = await admin.post(exports[name].path, filters[name])
  expect(status).toBe(200)
  return body
}

const columnsOf = (name: Name) => Object.entries(exports[name].list.columns as Record<string, Column>)
const isTime = ({ kind }: Column) => kind === 'moment' || kind === 'date'
/** What a cell says, as text: a moment by its day and minute in Riyadh. */
const said = (row: Row, field: string, column: Column) => {
  if (!isTime(column)) return cellText(row, field, column, 'ar')
  return new Date(Date.parse(row[field] as string) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
const dayAndMinute = (days: number) => new Date(Math.round((days - 25_569) * 86_400_000)).toISOString().slice(0, 16).replace('T', ' ')
/** Text that begins like a formula has a mark before it. */
const unmarked = (text: string) => text.replace(/^'(?=[=+\-@])/, '')

describe.each(names)('%s', (name) => {
  test('stands from the right, under the list’s headings in Arabic, with the list’s rows', async () => {
    const rows = await listed(name)
    expect(rows.length).toBeGreaterThan(0)
    const [sheet] = readSpreadsheet(await exported(name))
    expect(sheet).toMatchObject({ name: exports[name].title.ar, isRightToLeft: true, isFrozen: true, isHeadingBold: true })
    const columns = columnsOf(name)
    const [heading, ...cells] = sheet!.rows
    expect(Object.values(heading!)).toEqual(columns.map(([, { heading: words }]) => words.ar))
    const letters = Object.keys(heading!)
    const read = cells.map((row) =>
      columns.map(([, column], at) => {
        const value = row[letters[at]!] ?? ''
        return isTime(column) ? dayAndMinute(value as number) : unmarked(String(value))
      }),
    )
    expect(read).toEqual(rows.map((row) => columns.map(([field, column]) => said(row, field, column))))
  })
})

test('every spreadsheet of the area that is made yet is among them', () => {
  const notYet = [
    'OrgTransactions',
    'CounterPurchases',
    'RolePlanPurchases',
    'SpecialPlanRequests',
    'PurchaseOrders',
    'CounterDeductions',
    'AllocationHistory',
  ]
  const ofOrganisations = allCalls
    .filter(({ call, name }) => name.startsWith('export') && typeof call.access === 'object' && 'org' in call.access)
    .map(({ name }) => name)
  expect(ofOrganisations.toSorted()).toEqual([...names, ...notYet.map((what) => `export${what}`)].toSorted())
})

const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path))

describe.runIf(office)('LibreOffice', () => {
  test('reads the same, from the right', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tawqi-exports-'))
    try {
      for (const name of names) writeFileSync(join(folder, `${name}.xlsx`), await exported(name))
      const profile = `-env:UserInstallation=file://${folder}/profile`
      const files = names.map((name) => join(folder, `${name}.xlsx`))
      execFileSync(office!, ['--headless', profile, '--convert-to', 'fods', '--outdir', folder, ...files], {
        stdio: 'ignore',
        timeout: 120_000,
      })
      for (const name of names) {
        const text = readFileSync(join(folder, `${name}.fods`), 'utf8')
        expect(text, name).toContain('style:writing-mode="rl-tb"')
        const rows = [...text.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, inside]) =>
          [...inside!.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, words]) => words!),
        )
        expect(rows[0], name).toEqual(columnsOf(name).map(([, { heading }]) => heading.ar))
        const filled = rows.filter((row) => row.length > 0)
        expect(filled.length - 1, name).toBe((await listed(name)).length)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
