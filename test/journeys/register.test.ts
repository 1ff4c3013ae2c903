/** The commercial register in a browser: an applicant fills in from it, and the officer sees what it says beside the decision. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { addPerson } from '../people.ts'
import { expectFit, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ simulators: { wathq: { slowMs: 50 } } })
const at = '/app/my/organisations/new'
const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')
const valueOf = (tab: Tab, name: string) => tab.locator(`input[name=${name}]`).inputValue()

test.each([
  { language: 'ar', size: 'phone', theme: 'light', number: '7030000011', city: 'الدمام' },
  { language: 'en', size: 'wide', theme: 'dark', number: '7030000014', city: 'Dammam' },
] as const)('in $language: filled in from the register, corrected, and judged beside it', { timeout: 180_000 }, async (view) => {
  const texts = textsOf(view.language)
  const { applications: say, operations } = texts
  const { nationalId } = await addPerson(here.server, 2, view.language === 'ar' ? 9_331 : 9_332)
  const tab = await here.open(view)
  await signIn(tab, nationalId, at)
  const type = (name: string, value: string) => tab.locator(`input[name=${name}]`).fill(value)
  const ask = () => tab.getByRole('button', { name: say.register.ask }).click()
  await tab.getByRole('button', { name: say.register.ask }).waitFor()
  expect(await tab.getByRole('button', { name: say.register.ask }).isDisabled()).toBe(true)
  await type('unifiedOrgNo', '7030000404')
  await ask()
  await tab.getByText(say.register.notFound).waitFor()
  await type('unifiedOrgNo', '7030000503')
  await ask()
  await tab.getByText(say.register.unavailable).waitFor()
  await expectFit(tab, view)

  await type('organizationName', 'Our Own Name')
  await type('unifiedOrgNo', view.number)
  await ask()
  await tab.getByText(say.register.filled).waitFor()
  await expect.poll(() => valueOf(tab, 'crNumber')).toMatch(/^\d{10}$/)
  expect(await valueOf(tab, 'organizationName')).toBe('Our Own Name')
  await tab.locator('.field').filter({ hasText: view.city }).waitFor()
  await expectFit(tab, view)
  await tab.getByRole('button', { name: say.register.undo }).click()
  expect(await valueOf(tab, 'crNumber')).toBe('')
  await ask()
  await tab.getByText(say.register.filled).waitFor()
  const useOne = tab.getByRole('button', { name: say.register.useOne.replace('{{field}}', say.field.organizationName) })
  await useOne.click()
  await useOne.waitFor({ state: 'detached' })
  expect(await valueOf(tab, 'organizationName')).not.toBe('Our Own Name')
  await type('organizationName', 'Corrected Company')
  await type('email', 'info@almadar.example')
  await type('telephoneNumber', '0112345678')
  const seal = join(here.server.app.configuration.DATA_DIR, 'seal.png')
  writeFileSync(seal, scan)
  await tab.locator('input[type=file]').first().setInputFiles(pdf)
  await tab.getByText('chromium.pdf').waitFor()
  await tab.locator('input[type=file]').last().setInputFiles(seal)
  await tab.getByText('seal.png').waitFor()
  await tab.getByRole('button', { name: say.send }).click()
  await tab.getByText(say.inReview).waitFor()

  const { public_id } = await here.server.db
    .selectFrom('organisation_application')
    .select('public_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const officer = await here.open(view)
  await signIn(officer, cast.bandar, `/app/operations/requests/organisation/${public_id}`)
  await officer.getByText(operations.register.differs).waitFor()
  await officer.getByText('Corrected Company').first().waitFor()
  await officer.getByText(operations.register.capacity.none).waitFor()
  await expectFit(officer, view)
  await officer.getByRole('button', { name: operations.register.again }).click()
  await officer.getByText('Bandar').or(officer.getByText('بندر')).last().waitFor()
  await expectFit(officer, view)
  expect(tab.complaints).toEqual([])
  expect(officer.complaints).toEqual([])
})
