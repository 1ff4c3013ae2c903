/** Somebody new, on a telephone: from the home page to the signed file in as few presses and fields as it takes, counted by the browser. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { pdfsig } from '../fixtures/pdf/judges.ts'
import { enroller } from '../enroller.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { expectFit, journey, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'
import { counting } from './presses.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 1_500 } } })
let someone: ReturnType<typeof enroller>
beforeAll(() => void (someone = enroller(here.server)))

const pdf = fileURLToPath(new URL('../fixtures/pdf/chromium.pdf', import.meta.url))
const screens = fileURLToPath(new URL('../../.cache/screens/', import.meta.url))
const most = { presses: 11, fields: 5 }

test.each([
  ['ar', 'light'],
  ['en', 'dark'],
] as const)('the first signature takes at most eleven presses (%s, %s)', { timeout: 120_000 }, async (language, theme) => {
  const view = { language, theme, size: 'phone' } as const
  const { index, login, enrolment, signing, transactions } = textsOf(language)
  const tab = await here.open(view)
  const count = await counting(tab)
  const contact = someone.contact()
  const press = (role: 'link' | 'button', name: string) => tab.getByRole(role, { name, exact: true }).click()
  const look = async (step: string) => {
    await expectFit(tab, view)
    mkdirSync(screens, { recursive: true })
    await tab.screenshot({ path: `${screens}first-${step}-${language}-${theme}.png`, fullPage: true })
  }

  await tab.goto('/')
  await press('link', index.home.start)
  await tab.locator('input[name=nationalID]').fill(nationalIdWith(2, language === 'ar' ? 61_000 : 61_001))
  await press('button', login.continueNafath)
  await tab.getByRole('heading', { name: enrolment.details }).waitFor()
  await tab.getByLabel(enrolment.email).fill(contact.email)
  await tab.getByLabel(enrolment.mobile).fill(contact.mobile)
  await tab.getByText(enrolment.agree).click()
  await look('1-details')
  await press('button', enrolment.sendCodes)
  const code = (channel: 'sms' | 'email') => tab.getByLabel(enrolment.codes[channel].code)
  await code('sms').waitFor()
  await look('2-codes')
  await code('sms').fill(await someone.code('sms', contact.mobile))
  await code('sms').waitFor({ state: 'detached' })
  expect(await code('email').evaluate((field) => field === document.activeElement), 'the other code is next under the hand').toBe(true)
  await code('email').fill(await someone.code('mail', contact.email))
  await tab.getByText(enrolment.welcome.pack).waitFor()
  await look('3-welcome')
  await press('link', enrolment.welcome.sign)
  await tab.locator('.sign-balance').waitFor()
  const [files] = await Promise.all([tab.waitForEvent('filechooser'), tab.locator('label.drop').click()])
  await files.setFiles(pdf)
  count.presses++ // on the file, in the telephone's own picker
  await tab.locator('.sign-files [data-state=ready]').waitFor()
  await look('4-files')
  await press('button', signing.choose.next)
  await tab.locator('.sign-box .sign-picture').waitFor()
  await tab.getByText(signing.approve.accept).click()
  await look('5-place')
  await press('button', signing.approve.start)
  await tab.locator('.done-documents li').first().waitFor()
  await look('6-done')
  const [saved] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('button', { name: `${transactions.download.signed}: chromium.pdf` }).click(),
  ])
  expect(pdfsig(await saved.path())[0]).toBe('Signature is Valid.')
  const taken = `${count.presses} presses, ${count.fields.size} fields, ${count.screens.size} screens`
  expect(count.presses, taken).toBeLessThanOrEqual(most.presses)
  expect(count.fields.size, taken).toBeLessThanOrEqual(most.fields)
  console.log(`first signature (${language}): ${taken}`)
  expect(tab.complaints).toEqual([])
})

test('a telephone hands the signed file on by its own sheet', { timeout: 60_000 }, async () => {
  const { transactions } = textsOf('ar')
  const tab = await here.open({ size: 'phone' })
  await tab.addInitScript(() => {
    const shared: { name: string; type: string; head: string }[] = []
    Object.assign(globalThis, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file] }: { files: [File] }) =>
        void shared.push({ name: file.name, type: file.type, head: (await file.text()).slice(0, 5) }),
    })
  })
  await signIn(tab, cast.noura, '/app/my/esign/transactions?type=success')
  await tab.locator('#main tbody a').first().click()
  await tab
    .locator('.documents')
    .getByRole('button', { name: new RegExp(transactions.download.share) })
    .first()
    .click()
  await expect.poll(() => tab.evaluate(() => (globalThis as unknown as { shared: object[] }).shared)).toHaveLength(1)
  expect(await tab.evaluate(() => (globalThis as unknown as { shared: object[] }).shared[0])).toMatchObject({
    name: expect.stringMatching(/\.pdf$/),
    type: 'application/pdf',
    head: '%PDF-',
  })
  await expectFit(tab, { size: 'phone' })
})

test('who signs in and has no account goes on with the identity that they have just proven', { timeout: 60_000 }, async () => {
  const { login, enrolment, sessions } = textsOf('ar')
  const tab = await here.open({ size: 'phone' })
  await tab.goto('/app/login')
  await tab.locator('input[name=nationalID]').fill(nationalIdWith(2, 61_002))
  await tab.locator('form button[type=submit]').click()
  await tab.getByRole('heading', { name: sessions.ended.noAccount.title }).waitFor()
  await expectFit(tab, { size: 'phone' })
  await tab.locator('.challenge-actions').getByRole('link', { name: login.createAccount }).click()
  await tab.getByRole('heading', { name: enrolment.details }).waitFor()
  const asked = await here.server.db
    .selectFrom('challenge')
    .select('purpose')
    .where('national_id_hash', '=', here.server.app.secrets.lookUp(nationalIdWith(2, 61_002)))
    .execute()
  expect(asked, 'once').toEqual([{ purpose: 'login' }])
})
