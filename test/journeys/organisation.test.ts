import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { addPerson } from '../people.ts'
import { choose, expectAccessible, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

const at = '/app/my/organisations/new'
const waiting = '/app/operations/requests'
const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')
const seal = (name: string) => {
  const path = join(here.server.app.configuration.DATA_DIR, name)
  writeFileSync(path, scan)
  return path
}

type Texts = ReturnType<typeof textsOf>
async function fillIn(tab: Tab, { applications }: Texts, unifiedNumber: string, [region, city]: [string, string]) {
  const { field } = applications
  const values: [keyof typeof field, string][] = [
    ['unifiedOrgNo', unifiedNumber],
    ['organizationNameAr', 'شركة المدار للتجارة'],
    ['organizationName', 'Almadar Trading'],
    ['vatNumber', '310000000000003'],
    ['email', 'info@almadar.example'],
    ['telephoneNumber', '0112345678'],
    ['address', '12 King Fahd Road'],
    ['postalCodeZIPCode', '13321'],
  ]
  for (const [name, value] of values) await tab.getByRole('textbox', { name: field[name] }).first().fill(value)
  await choose(tab, field.stateProvinceRegion, region)
  await choose(tab, field.city, city)
}

const keptCity = (number: string) => async () => {
  const rows = await here.server.db.selectFrom('organisation_application').select('details').execute()
  const all = rows.map(({ details }) => details as Record<string, string>)
  return all.find(({ unifiedOrgNo }) => unifiedOrgNo === number)?.['city']
}

test.each([
  { language: 'ar', size: 'phone', place: ['منطقة الرياض', 'الخرج'], number: '7020000011' },
  { language: 'en', size: 'wide', place: ['Riyadh', 'Al Kharj'], number: '7020000022' },
] as const)('in $language: an application is filled in, returned, corrected and approved', { timeout: 180_000 }, async (view) => {
  const texts = textsOf(view.language)
  const { applications, decisions, operations, routes } = texts
  const { nationalId } = await addPerson(here.server, 2, view.language === 'ar' ? 9_301 : 9_302)
  const tab = await here.open(view)
  await signIn(tab, nationalId, at)
  await fillIn(tab, texts, view.number, [...view.place])
  await tab.getByText(applications.saved).waitFor()
  await expect.poll(keptCity(view.number)).toBe('Al Kharj') // what was chosen last is kept a moment later
  await tab.reload()
  await expect.poll(() => tab.locator('input[name=unifiedOrgNo]').inputValue()).toBe(view.number)
  await tab.locator('input[type=file]').first().setInputFiles(pdf)
  await tab.locator('input[type=file]').last().setInputFiles(seal('seal.png'))
  await tab.getByText('seal.png').waitFor()
  await tab.getByText('chromium.pdf').waitFor()
  await expectAccessible(tab)
  await tab.getByRole('button', { name: applications.send }).click()
  await tab.getByText(applications.inReview).waitFor()
  await expectAccessible(tab)

  const officer = await here.open({ ...view, theme: 'dark' })
  await signIn(officer, cast.bandar, `${waiting}?kind=organisation`)
  await officer.getByRole('link', { name: texts.ui.view }).first().waitFor()
  await expectAccessible(officer)
  const application = officer.locator('tr').filter({ hasText: view.language === 'ar' ? 'المدار' : 'Almadar' })
  await application.getByRole('link').click()
  await officer.getByRole('heading', { name: routes.waitingApplication }).waitFor()
  await officer.getByRole('button', { name: 'seal.png' }).click()
  await officer.locator('.viewer').waitFor()
  await officer.locator('.check').filter({ hasText: applications.field.vatNumber }).click()
  await officer.locator('.give-back').getByRole('textbox').fill('It is another company’s.')
  await expectAccessible(officer)
  await officer.getByRole('button', { name: operations.giveBack.confirm }).click()
  await officer.waitForURL((url) => url.pathname === waiting)

  await tab.reload()
  await tab.getByText('It is another company’s.').waitFor()
  await expectAccessible(tab)
  await tab.locator('input[name=vatNumber]').fill('399999999900003')
  await tab.getByRole('button', { name: applications.sendAgain }).click()
  await tab.getByText(applications.inReview).waitFor()

  await officer.reload()
  await application.getByRole('link').click()
  await officer.getByRole('button', { name: decisions.approve, exact: true }).click()
  await officer.locator('#challenge-title').waitFor()
  await officer.waitForURL((url) => url.pathname === waiting)

  await tab.reload()
  await tab.getByRole('link', { name: applications.open }).waitFor()
  await expectAccessible(tab)
  await tab.getByRole('link', { name: applications.open }).click()
  await tab.waitForURL('**/app/org')
  expect(tab.complaints).toEqual([])
  expect(officer.complaints).toEqual([])
})

test.each([
  { language: 'ar', size: 'phone', name: 'مؤسسة البيان للاستشارات' },
  { language: 'en', size: 'wide', name: 'Albayan Consulting' },
] as const)(
  'in $language: an organisation is suspended with a reason, and active again',
  { timeout: 120_000 },
  async ({ name, ...view }) => {
    const { organisations } = textsOf(view.language).operations
    const tab = await here.open(view)
    await signIn(tab, cast.bandar, '/app/operations/organisations')
    const change = async (step: 'suspend' | 'reactivate') => {
      await tab.getByRole('button', { name: organisations[`${step}One`].replace('{{name}}', name) }).click()
      const question = tab.getByRole('alertdialog')
      await question.getByRole('button', { name: organisations[step], exact: true }).click()
      await question.getByText(organisations.remarksNeeded).waitFor()
      await question.getByRole('textbox').fill('The registration ran out.')
      await expectAccessible(tab)
      await question.getByRole('button', { name: organisations[step], exact: true }).click()
      await tab.getByText(organisations[`${step}Done`]).first().waitFor()
    }
    const statusOf = async () =>
      (
        await here.server.db
          .selectFrom('organisation')
          .select('status')
          .where('unified_number', '=', '7007654321')
          .executeTakeFirstOrThrow()
      ).status
    await change('suspend')
    expect(await statusOf()).toBe('suspended')
    await change('reactivate')
    expect(await statusOf()).toBe('active')
    expect(tab.complaints).toEqual([])
  },
)

test.each(['ar', 'en'] as const)(
  'in %s: a request for erasure is refused, once it has its reason',
  { timeout: 120_000 },
  async (language) => {
    const { decisions: decide } = textsOf(language)
    const { nationalId } = await addPerson(here.server, 2, language === 'ar' ? 9_311 : 9_312)
    const maker = await here.server.signIn(nationalId)
    const { requestID } = (await maker.post('/api/v1/profile/my/data/erasure', { reason: 'I moved abroad.' })).body
    const tab = await here.open({ language })
    await signIn(tab, cast.bandar, `${waiting}/erasure/${requestID}?kind=erasure`)
    await tab.getByText('I moved abroad.').waitFor()
    await tab.getByRole('button', { name: decide.reject, exact: true }).click()
    await tab.locator('.notice.tone-error').waitFor()
    await expectAccessible(tab)
    await tab.getByRole('textbox', { name: decide.remarks }).fill('An invoice of yours is still open.')
    await tab.getByRole('button', { name: decide.reject, exact: true }).click()
    await tab.waitForURL((url) => url.pathname === waiting)
    const { isGranted, answer } = (await maker.get('/api/v1/profile/my/data/erasure')).body.dataList[0]
    expect([isGranted, answer]).toEqual([false, 'An invoice of yours is still open.'])
    expect(tab.complaints.filter((one) => !one.includes('422'))).toEqual([])
  },
)
