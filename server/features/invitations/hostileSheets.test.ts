/** Sheets of invitations that programs write oddly and people on purpose: each is read as it is meant, or refused with a sentence. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostFaultsTold } from '#contract/invitationSheets.ts'
import { sheetLimits } from '#contract/limits.ts'
import { cast } from '#server/demo/cast.ts'
import { zip } from '#server/platform/zip.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { testServer, type Answer, type Browser, type TestServer } from '#test/server.ts'

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

const sheetOf = (rows: string[][]) =>
  [['National ID', 'Name', 'E-mail', 'Mobile', 'Role', 'Employee number', 'Unit'], ...rows].map((row) => row.join(';')).join('\r\n')
const send = (what: 'check' | 'invite', body: Uint8Array | string) =>
  admin.send('POST', `/api/v1/user/org/uav/sheet/${what}`, { body, headers: { 'content-type': 'application/octet-stream' } })
const said = ({ status, body }: Answer) => [status, body.detail]

describe('a sheet', () => {
  test('of the most rows, each with every fault, is told of row by row as far as is told', { timeout: 60_000 }, async () => {
    const bad = ['12', '', 'nobody', '1', 'رئيس', 'x'.repeat(60), 'وحدة لا وجود لها']
    const begun = performance.now()
    const { status, body, text } = await send('check', sheetOf(Array.from({ length: sheetLimits.rows }, () => bad)))
    expect(status, text.slice(0, 300)).toBe(200)
    expect([body.rows, body.faultyRows, body.faults.length]).toEqual([sheetLimits.rows, sheetLimits.rows, mostFaultsTold])
    expect(
      body.faults
        .slice(0, 7)
        .map(({ column }: { column: string }) => column)
        .toSorted(),
    ).toEqual(['email', 'employeeId', 'fullName', 'mobileNo', 'nationalID', 'unit', 'userType'].toSorted())
    expect((await send('invite', sheetOf([bad]))).body.detail).toBe('WRONG_STATE')
    expect(performance.now() - begun).toBeLessThan(50_000)
  })

  test('in the digits of Arabic and of Persian, with the marks that copying leaves, is read as it is meant', async () => {
    const [first, second] = [nationalIdWith(2, 290_001), nationalIdWith(2, 290_002)]
    const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    const persian = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)
    const rows = [
      [arabic(first), 'سارة', 'a-1@palms.example', arabic('0561000001'), '', arabic('7'), ''],
      [`\u200f${persian(second)}\u200e`, 'Reem', 'a-2@palms.example', `\u202a+966 56 100 0002\u202c`, '', '', ''],
    ]
    expect((await send('check', sheetOf(rows))).body).toEqual({ rows: 2, faultyRows: 0, faults: [] })
    const twice = [rows[0]!, [first, 'سارة', 'a-3@palms.example', '0561000003', '', '', '']]
    expect((await send('check', sheetOf(twice))).body.faults).toEqual([
      expect.objectContaining({ row: 3, column: 'nationalID', message: expect.stringContaining('same number') }),
    ])
  })

  test.each(['libreoffice.xlsx', 'libreoffice-windows-1256.csv', 'xlsxwriter.xlsx', 'openpyxl.xlsx'])('of %s is read', async (name) => {
    const file = readFileSync(new URL(`../../../test/fixtures/sheets/${name}`, import.meta.url))
    expect((await send('check', file)).body).toEqual({ rows: 2, faultyRows: 0, faults: [] })
  })

  const book = (sheet: string, more: Record<string, string> = {}) => ({
    '_rels/.rels': '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="r1"/></sheets></workbook>',
    'xl/sheet.xml': sheet,
    ...more,
  })
  async function packed(files: Record<string, string>): Promise<Buffer> {
    async function* parts() {
      for (const [name, content] of Object.entries(files)) yield { name, content: [Buffer.from(content)] }
    }
    const all = []
    for await (const chunk of zip(parts(), 3)) all.push(chunk)
    return Buffer.concat(all)
  }
  const cells = (row: number, values: string[]) => `<row r="${row}">${values.join('')}</row>`
  const inline = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  const headings = ['National ID', 'Name', 'E-mail', 'Mobile'].map(inline)

  test('whose numbers are quantities, as Excel and Google write them, keeps their digits', async () => {
    const id = nationalIdWith(2, 290_010)
    const exponent = `${id[0]}.${id.slice(1).replace(/0+$/, '')}E9`
    const mobile = '561000010'
    for (const [number, phone] of [
      [id, mobile],
      [exponent, '5.6100001E8'],
      [`${id}.0`, `${mobile}.0`],
    ] as const) {
      const quantity = (value: string) => `<c t="n"><v>${value}</v></c>`
      const row = [quantity(number), inline('Sarah'), inline('q@palms.example'), quantity(phone)]
      const file = await packed(book(`<worksheet><sheetData>${cells(1, headings)}${cells(2, row)}</sheetData></worksheet>`))
      expect((await send('check', file)).body, `${number} ${phone}`).toEqual({ rows: 1, faultyRows: 0, faults: [] })
    }
  })

  test('whose texts are shared, rich or computed is read, and its formulas are text', async () => {
    const id = nationalIdWith(2, 290_020)
    const strings = `<sst><si><t>${id}</t></si><si><r><t>Sa</t></r><r><rPr><b/></rPr><t>rah</t></r><rPh><t>reading</t></rPh></si><si><t>s@palms.example</t></si></sst>`
    const row = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="s"><v>2</v></c>',
      '<c t="str"><f>"0"&amp;561000020</f><v>0561000020</v></c>',
    ]
    const file = await packed(
      book(`<worksheet><sheetData>${cells(1, headings)}${cells(2, row)}</sheetData></worksheet>`, { 'xl/strings.xml': strings }),
    )
    expect((await send('check', file)).body).toEqual({ rows: 1, faultyRows: 0, faults: [] })
  })

  test.each([
    [
      'texts that never end',
      () => book('<worksheet/>', { 'xl/strings.xml': `<sst>${'<si><t>xxxxxxxxxxxxxxxxxxxx</t></si>'.repeat(1_100_000)}</sst>` }),
    ],
    ['texts without a word', () => book('<worksheet/>', { 'xl/strings.xml': `<sst>${'<si/>'.repeat(6_100_000)}</sst>` })],
    ['rows without end', () => book(`<worksheet>${cells(1, headings)}${'<row><c><v>1</v></c></row>'.repeat(6_000)}</worksheet>`)],
    [
      'columns without end',
      () => book(`<worksheet>${cells(1, headings)}<row>${'<c r="XFD2"><v>1</v></c>'.repeat(1_300_000)}</row></worksheet>`),
    ],
    [
      'parts without end',
      () =>
        Object.fromEntries(
          Array.from({ length: 2_100 }, (_, i) => [`xl/part-${i}.xml`, '<x/>']).concat(Object.entries(book('<worksheet/>'))),
        ),
    ],
    [
      'a sheet that is itself',
      () => ({
        ...book('<worksheet/>'),
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="workbook.xml"/></Relationships>',
      }),
    ],
    [
      'a sheet outside the workbook',
      () => ({
        ...book('<worksheet/>'),
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
      }),
    ],
  ])('with %s is refused with a sentence, and the server answers on', { timeout: 60_000 }, async (_, made) => {
    const file = await packed(made() as Record<string, string>)
    expect(file.length).toBeLessThan(sheetLimits.bytes)
    const [answer, meanwhile] = await Promise.all([send('check', file), admin.get('/api/v1/profile/my')])
    expect(said(answer), answer.text).toEqual([422, 'REFUSED_DOCUMENT'])
    expect(meanwhile.status).toBe(200)
  })
})
