/** Invitations by spreadsheet in a browser: the template, what is wrong with a file, and everybody invited. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { readSpreadsheet } from '../spreadsheet.ts'
import { expectFit, journey, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sheet-'))))
afterAll(() => rm(folder, { recursive: true }))

const views: View[] = [
  { language: 'ar', size: 'phone', theme: 'light' },
  { language: 'en', size: 'wide', theme: 'dark' },
]

test.each(views)('$language, $size', { timeout: 120_000 }, async (view) => {
  const { invitations: say } = textsOf(view.language!)
  const isArabic = view.language === 'ar'
  const tab = await here.open(view)
  await signIn(tab, cast.sarah, '/app/org/manage/users/uav')
  await tab.getByRole('link', { name: say.bySheet }).click()
  const [template] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('button', { name: say.sheet.download }).click()])
  const heading = Object.values(readSpreadsheet(await readFile(await template.path()))[0]!.rows[0]!)

  const person = (n: number, id = nationalIdWith(2, 300_000 + n)) =>
    [id, `Invited ${n}`, `by-sheet-${n}@horizon.example`, `05${72_000_000 + n}`, '', `X-${n}`, isArabic ? 'العقود' : 'Contracts'].join(',')
  const upload = async (name: string, rows: string[]) => {
    const path = join(folder, name)
    await writeFile(path, [heading.join(','), ...rows].join('\n'))
    await tab.locator('input[type=file]').setInputFiles(path)
  }
  const first = isArabic ? 10 : 20
  await upload('wrong.csv', [person(first), person(first + 1, cast.reem), person(first + 2, '123')])
  await tab.getByText(isArabic ? say.sheet.faulty_two : say.sheet.faulty_other.replace('{{count}}', '2')).waitFor()
  await expectFit(tab, view)
  await upload('right.csv', [person(first), person(first + 1)])
  await tab.getByRole('button', { name: isArabic ? say.sheet.invite_two : say.sheet.invite_other.replace('{{count}}', '2') }).waitFor()
  await expectFit(tab, view)
  await tab.getByRole('button', { name: isArabic ? say.sheet.invite_two : say.sheet.invite_other.replace('{{count}}', '2') }).click()
  await tab.waitForURL('**/app/org/manage/users/uav?initiated=1')
  await tab.getByText(`Invited ${first + 1}`).waitFor()
  await expectFit(tab, view)
  const units = await here.server.db
    .selectFrom('membership as m')
    .innerJoin('organisation_unit as u', 'u.id', 'm.unit_id')
    .select('u.name_en')
    .where('m.employee_number', '=', `X-${first}`)
    .execute()
  expect(units).toEqual([{ name_en: 'Contracts' }])
  expect(tab.complaints).toEqual([])
})
