/** Invitations by spreadsheet: read from what programs write, every row judged, all invited or nobody. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sheetLimits } from '#contract/limits.ts'
import { cast } from '#server/demo/cast.ts'
import { writeWorkbook } from '#server/platform/xlsx/workbook.ts'
import { zip } from '#server/platform/zip.ts'
import { sentTo } from '#test/inbox.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
beforeAll(async () => {
  server = await testServer()
  admin = await server.signIn(cast.sarah)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const sheet = '/api/v1/user/org/uav/sheet'
const headings = ['رقم الهوية', 'الاسم', 'البريد الإلكتروني', 'الجوال', 'الدور', 'الرقم الوظيفي', 'الوحدة']
let count = 0
/** A row that nothing is wrong with. */
function person(more: Partial<Record<number, string>> = {}): string[] {
  const n = ++count
  const mobile = `05${String(70_000_000 + n)}`
  const row = [nationalIdWith(2, 200_000 + n), `مدعو رقم ${n}`, `sheet-${n}@horizon.example`, mobile, 'مستخدم المنشأة', `S-${n}`, '']
  return row.map((cell, i) => more[i] ?? cell)
}
async function collected(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
const workbook = (rows: string[][], heading = headings) =>
  collected(
    writeWorkbook(
      { title: 'x', rightToLeft: true, columns: heading.map((one) => ({ heading: one, kind: 'text', width: 10 })) },
      (async function* () {
        yield rows
      })(),
    ),
  )
const csv = (rows: string[][], separator = ',') => rows.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\r\n')
const send = (what: 'check' | 'invite', body: Uint8Array | string, by = admin) =>
  by.send('POST', `${sheet}/${what}`, { body, headers: { 'content-type': 'application/octet-stream', 'accept-language': 'en' } })
const invited = async () => {
  const { count: all } = await server.db
    .selectFrom('membership')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'initiated')
    .executeTakeFirstOrThrow()
  return all
}

describe('a spreadsheet', () => {
  test('invites everybody it names, each with a letter, a text message and a place in the list', async () => {
    const rows = [person(), person({ 4: 'Authorized Signatory', 6: 'العقود' }), person({ 4: '', 5: '' })]
    const before = await invited()
    const file = await workbook(rows)
    expect((await send('check', file)).body).toEqual({ rows: 3, faultyRows: 0, faults: [] })
    expect(await invited()).toBe(before)
    expect((await send('invite', file)).body).toEqual({ invited: 3 })
    expect(await invited()).toBe(before + 3)
    const listed = (await admin.post('/api/v1/user/org/uav/viewCreateUavUsersGrid', { search: rows[1]![1] })).body.dataList
    expect(listed).toEqual([expect.objectContaining({ userType: 'authorizedSignatory', statusLabel: 'initiated' })])
    await expect.poll(async () => (await sentTo(server, 'mail', rows[2]![2]!)).length).toBe(1)
    await expect.poll(async () => (await sentTo(server, 'sms', `966${rows[2]![3]!.slice(1)}`)).length).toBe(1)
    const again = await send('invite', file)
    expect([again.status, again.body.detail]).toEqual([409, 'WRONG_STATE'])
    expect((await send('check', file)).body).toMatchObject({ faultyRows: 3, faults: [{ row: 2, column: 'nationalID' }, {}, {}, {}, {}] })
    const exported = await admin.post('/api/v1/excel/report/exportCreateUavUsers', { initiated: '1' }, { 'accept-language': 'ar' })
    expect(readSpreadsheet(exported.body)[0]!.rows.length).toBe((await invited()) + 1)
  })

  test('with one row that is wrong invites nobody, and says of each what is wrong', async () => {
    const good = person()
    const twice = person()
    const rows = [
      good,
      person({ 0: '1234567890' }),
      person({ 2: 'nobody', 3: '12' }),
      person({ 4: 'رئيس' }),
      person({ 6: 'وحدة لا وجود لها' }),
      twice,
      person({ 0: twice[0]!, 5: twice[5]! }),
      person({ 0: cast.reem }),
      person({ 1: '' }),
    ]
    const before = await invited()
    const { body } = await send('check', await workbook(rows))
    expect(body).toMatchObject({ rows: 9, faultyRows: 7 })
    expect(body.faults.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`)).toEqual([
      '3 nationalID',
      '4 email',
      '4 mobileNo',
      '5 userType',
      '6 unit',
      '8 nationalID',
      '8 employeeId',
      '9 nationalID',
      '10 fullName',
    ])
    for (const { message } of body.faults) expect(message).toMatch(/^[A-Z].*\.$/)
    expect((await send('invite', await workbook(rows))).body.detail).toBe('WRONG_STATE')
    expect(await invited()).toBe(before)
  })

  test('is read as programs write it: in any order, as CSV with commas, semicolons and tabs, in the encodings of Excel', async () => {
    const [a, b] = [person(), person({ 3: '570999999' })] // a number has lost its zero
    const turned = [headings, a, b].map((row) => row.toReversed())
    const text = csv([headings, a, b])
    const windows = Buffer.from(Array.from(csv([headings, a, b], ';'), inWindows1256))
    const files: (string | Uint8Array)[] = [
      await workbook(turned.slice(1), turned[0]),
      text,
      `\ufeff${text}`,
      csv([headings, a, b], ';'),
      Buffer.from(`\ufeff${csv([headings, a, b], '\t')}`, 'utf16le'),
      windows,
      csv([['National ID', 'Name', 'E-mail', 'Mobile'], a.slice(0, 4), [], b.slice(0, 4)]),
      csv([[' national id ', 'NAME', 'E mail', 'mobile', 'Notes'], [...a.slice(0, 4), '=1+1'], b.slice(0, 4)]),
    ]
    for (const [i, file] of files.entries()) {
      const { body } = await send('check', file)
      expect(body, `file ${i}`).toEqual({ rows: 2, faultyRows: 0, faults: [] })
    }
  })

  test('of the most rows goes out at once; of one more it does not', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: sheetLimits.rows }, () => person())
    const before = await invited()
    const tooMany = await send('check', await workbook([...rows, person()]))
    expect([tooMany.status, tooMany.body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
    expect((await send('invite', await workbook(rows))).body).toEqual({ invited: sheetLimits.rows })
    expect(await invited()).toBe(before + sheetLimits.rows)
    const next = await send('invite', await workbook(Array.from({ length: 1_500 }, () => person())))
    expect([next.status, next.body.detail]).toEqual([429, 'TOO_MANY'])
  })

  test('fills nobody’s phone or mailbox', async () => {
    const rows = Array.from({ length: 7 }, () => person({ 3: '0579000001' }))
    const { body } = await send('check', await workbook(rows))
    expect(body.faults.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [7, 'mobileNo'],
      [8, 'mobileNo'],
    ])
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])],
    ['a text without headings', 'hello'],
    ['headings alone', csv([headings])],
    ['an old or protected workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
    ['an archive of something else', async () => collected(zip(parts({ 'a.txt': 'a' }), 3))],
    ['half a workbook', async () => (await workbook([person()])).subarray(0, 900)],
    ['entities of its own', async () => collected(zip(parts(bookOf('<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>')), 3))],
    ['a sheet that never ends', async () => collected(zip(parts(bookOf(`<worksheet>${' '.repeat(40_000_000)}</worksheet>`)), 3))],
    ['XML that is none', async () => collected(zip(parts(bookOf('<worksheet><row></c></worksheet>')), 3))],
  ])('that is %s is refused with a sentence', async (_, made) => {
    const body = typeof made === 'function' ? await made() : made
    const answer = await send('check', body)
    expect([answer.status, answer.body.detail], answer.text).toEqual([422, 'REFUSED_DOCUMENT'])
    expect(answer.body.title).toMatch(/^[A-Z].*\.$/)
  })

  test('is an admin’s to send, for their own organisation', async () => {
    const file = await workbook([person()])
    for (const id of [cast.abdulaziz, cast.reem, cast.bandar, cast.noura]) {
      const by = await server.signIn(id)
      expect((await send('invite', file, by)).status).toBe(403)
      expect((await by.get(`${sheet}/template`)).status).toBe(403)
    }
    expect((await send('check', Buffer.alloc(sheetLimits.bytes + 1))).status).toBe(413)
  })
})

test('the template has what a sheet needs, and its example invites nobody', async () => {
  for (const [language, first] of [
    ['ar', 'رقم الهوية'],
    ['en', 'National ID'],
  ] as const) {
    const template = await admin.get(`${sheet}/template`, { 'accept-language': language })
    const [{ rows, isRightToLeft }] = readSpreadsheet(template.body) as [ReturnType<typeof readSpreadsheet>[number]]
    expect([rows[0]!.A, isRightToLeft]).toEqual([first, language === 'ar'])
    expect((await send('check', template.body)).body).toMatchObject({ rows: 1, faults: [{ row: 2, column: 'nationalID' }] })
  }
})

async function* parts(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) yield { name, content: [Buffer.from(content)] }
}
/** A workbook around the XML of a sheet. */
const bookOf = (xml: string) => ({
  '_rels/.rels': '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/></Relationships>',
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="r1"/></sheets></workbook>',
  'xl/sheet.xml': xml,
})
/** The Arabic code page of Windows, for the letters that a test uses. */
function inWindows1256(letter: string): number {
  for (let octet = 0; octet < 256; octet++) if (new TextDecoder('windows-1256').decode(Uint8Array.of(octet)) === letter) return octet
  throw new Error(`no octet for ${letter}`)
}
