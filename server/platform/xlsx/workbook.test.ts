import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '#test/spreadsheet.ts'
import type { Cell } from './cells.ts'
import { type Workbook, writeWorkbook } from './workbook.ts'

const book: Workbook = {
  title: 'عملياتي',
  rightToLeft: true,
  columns: [
    { heading: 'النص', kind: 'text', width: 30 },
    { heading: 'العدد', kind: 'number', width: 10 },
    { heading: 'المبلغ', kind: 'money', width: 10 },
    { heading: 'الوقت', kind: 'moment', width: 18 },
    { heading: 'اليوم', kind: 'day', width: 12 },
  ],
}
const first: Cell[] = ['عقد', 7, 11_505, new Date('2026-11-21T21:30:00Z'), '2026-11-21']

async function* batches(...of: Cell[][][]) {
  yield* of
}

async function written(book: Workbook, rows: AsyncIterable<Cell[][]>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of writeWorkbook(book, rows)) parts.push(part)
  return Buffer.concat(parts)
}

test('cells are what they are: numbers, money, a moment in Riyadh, a day', async () => {
  const [sheet] = readSpreadsheet(await written(book, batches([first], [], [[null, null, -5, null, null]])))
  expect(sheet).toMatchObject({ name: 'عملياتي', isRightToLeft: true, isFrozen: true, isHeadingBold: true })
  expect(sheet!.rows[0]).toEqual({ A: 'النص', B: 'العدد', C: 'المبلغ', D: 'الوقت', E: 'اليوم' })
  // 46348 is 22 November 2026 counted from 30 December 1899; half past nine in the evening of the 21st is half past midnight in Riyadh.
  expect(sheet!.rows[1]).toEqual({ A: 'عقد', B: 7, C: 115.05, D: expect.closeTo(46_348 + 0.5 / 24, 9), E: 46_347 })
  expect(sheet!.rows[2]).toEqual({ C: -0.05 })
  expect(sheet!.formats).toEqual({ A: '49', B: '3', C: '4', D: '164', E: '165' })
})

test('a list in English reads from left to right, and an empty one has its headings', async () => {
  const [sheet] = readSpreadsheet(
    await written({ ...book, rightToLeft: false, title: 'A [very] long/title: that no sheet can be named by' }, batches()),
  )
  expect(sheet).toMatchObject({ isRightToLeft: false, name: 'A  very  long title  that no sh' })
  expect(sheet!.rows).toHaveLength(1)
})

const texts: [text: string, becomes: string][] = [
  ['=1+1', "'=1+1"],
  ['+966500000001', "'+966500000001"],
  ['-5', "'-5"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\u0000=1', "'=1"],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['<b>&amp;"\'</b>', '<b>&amp;"\'</b>'],
  ['_x0041_', '_x0041_'],
  [' two  spaces ', ' two  spaces '],
  ['line\nbreak', 'line\nbreak'],
  ['bell\u0007 \ud800 \uffff', 'bell  '],
  ['emoji 🖋', 'emoji 🖋'],
  [']]>', ']]>'],
]

test.each(texts)('%j is text and nothing else', async (text, becomes) => {
  const [sheet] = readSpreadsheet(await written(book, batches([[text, null, null, null, null]])))
  expect(sheet!.rows[1]).toEqual({ A: becomes })
})

test('a text is cut where a cell ends, and not inside a sign', async () => {
  const long = `${'a'.repeat(32_765)}🖋🖋`
  const [sheet] = readSpreadsheet(await written(book, batches([[long, null, null, null, null]])))
  expect(sheet!.rows[1]!.A).toBe(`${'a'.repeat(32_765)}…`)
})

test('rows beyond what a sheet holds go to a second one', async () => {
  const rows = Array.from({ length: 7 }, (_, i): Cell[] => [`row ${i}`, i, i, null, null])
  const sheets = readSpreadsheet(await written({ ...book, rowsOfSheet: 4 }, batches(rows.slice(0, 3), rows.slice(3))))
  expect(sheets.map(({ name, rows: own }) => [name, own.length])).toEqual([
    ['عملياتي', 4],
    ['عملياتي (2)', 4],
    ['عملياتي (3)', 2],
  ])
  expect(sheets.flatMap(({ rows: own }) => own.slice(1).map(({ B }) => B))).toEqual([0, 1, 2, 3, 4, 5, 6])
  const full = readSpreadsheet(await written({ ...book, rowsOfSheet: 4 }, batches(rows.slice(0, 3))))
  expect(full).toHaveLength(1)
})

test('what cannot be read to its end leaves no file that opens', async () => {
  const parts: Buffer[] = []
  const broken = async function* (): AsyncGenerator<Cell[][]> {
    yield [first]
    throw new Error('the connection was lost')
  }
  const reading = (async () => {
    for await (const part of writeWorkbook(book, broken())) parts.push(part)
  })()
  await expect(reading).rejects.toThrow('the connection was lost')
  expect(() => readSpreadsheet(Buffer.concat(parts))).toThrow('no end')
})

test('rows are read when they are needed, not before', async () => {
  let read = 0
  const endless = async function* (): AsyncGenerator<Cell[][]> {
    for (;;) yield Array.from({ length: 500 }, (): Cell[] => [`row ${read++} ${Math.random()}`, read, read, new Date(read), null])
  }
  const writing = writeWorkbook(book, endless())
  let octets = 0
  while (octets < 200_000) octets += ((await writing.next()).value as Buffer).length
  const before = read
  await new Promise((done) => setTimeout(done, 50))
  expect(read - before).toBeLessThanOrEqual(20_000) // what lies packed and unread in the streams between
  await writing.return()
  const after = read
  await new Promise((done) => setTimeout(done, 50))
  expect(read).toBe(after)
})

const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path))

test.runIf(office)(
  'another program reads the same: LibreOffice',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tawqi-sheet-'))
    try {
      writeFileSync(
        join(folder, 'list.xlsx'),
        await written(book, batches([first, ['a "quoted", text <&>', -3, 5, null, null], ['=1+1', null, null, null, null]])),
      )
      const options = [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76',
        '--outdir',
        folder,
      ]
      execFileSync(office!, [...options, join(folder, 'list.xlsx')], { stdio: 'ignore', timeout: 60_000 })
      expect(
        readFileSync(join(folder, 'list.csv'), 'utf8')
          .replace(/^\ufeff/, '')
          .trimEnd()
          .split('\n'),
      ).toEqual([
        'النص,العدد,المبلغ,الوقت,اليوم',
        'عقد,7,115.05,2026-11-22 00:30,2026-11-21',
        '"a ""quoted"", text <&>",-3,0.05,,',
        "'=1+1,,,,",
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  90_000,
)
