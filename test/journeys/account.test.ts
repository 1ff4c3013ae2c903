import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fieldSentence } from '#contract/fieldWords.ts'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { codeTo } from '../inbox.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, journey, type Tab, textsOf } from './browser.ts'
import { signIn, signInOnPage } from './signIn.ts'

const here = journey()

const at = '/app/my/account'
let count = 0
/** Somebody of this test's own, signed in at a tab of the account. */
async function newPerson(tab: Tab, place: string): Promise<{ nationalId: string; personId: number }> {
  const person = await addPerson(here.server, 2, 800 + ++count)
  await signIn(tab, person.nationalId, `${at}/${place}`)
  return person
}

const tabs = ['profile', 'contact', 'security', 'preferences', 'agreements', 'sessions', 'my-data']

test('the account opens at its first tab, and each tab leads to its own address', async () => {
  const tab = await here.open({ size: 'phone' })
  await signIn(tab, cast.noura, at)
  await tab.waitForURL(`**${at}/profile`)
  for (const place of tabs) {
    await tab.locator(`.tabs a[href="${at}/${place}"]`).click()
    await tab.waitForURL(`**${at}/${place}`)
    await tab.locator('.account .card').first().waitFor()
  }
  expect(tab.complaints).toEqual([])
})

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  const { profile, ui } = textsOf(language)

  test('an e-mail address is changed by the code that it was sent', { timeout: 60_000 }, async () => {
    const tab = await here.open({ language, size: language === 'ar' ? 'phone' : 'wide' })
    await newPerson(tab, 'contact')
    const address = `moved-${language}@example.sa`
    await tab.getByRole('button', { name: profile.contact.email.change }).click()
    await tab.getByRole('textbox', { name: profile.contact.email.new }).fill('not an address')
    await tab.getByRole('button', { name: profile.contact.sendCode }).click()
    await tab.locator('.field-error').waitFor()
    await expectAccessible(tab)
    await tab.getByRole('textbox', { name: profile.contact.email.new }).fill(address)
    await tab.getByRole('button', { name: profile.contact.sendCode }).click()
    const code = await codeTo(here.server, 'mail', address)
    const field = tab.getByRole('textbox', { name: profile.contact.code })
    await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await tab.getByRole('button', { name: profile.contact.confirm, exact: true }).click()
    await tab
      .getByRole('alert')
      .filter({ hasText: profile.contact[language === 'ar' ? 'codeWrong_few' : 'codeWrong_other'].replace('{{count}}', '4') })
      .waitFor()
    await field.fill(code)
    await tab.getByRole('button', { name: profile.contact.confirm, exact: true }).click()
    await tab.getByText(profile.contact.email.changed).waitFor()
    await tab.locator('.account-value').filter({ hasText: address }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('a password is changed, its rules ticked off while it is typed', { timeout: 60_000 }, async () => {
    const tab = await here.open({ language })
    await newPerson(tab, 'security')
    const kept = () => tab.locator('.password-rules [data-met]').count()
    const password = (name: string) => tab.locator(`input[name=${name}]`)
    await password('currentPassword').fill(demoPassword)
    await password('newPassword').fill('Password123!')
    await expect.poll(kept).toBe(2)
    await tab.getByRole('button', { name: profile.password.save }).click()
    await tab.getByText(fieldSentence({ rule: 'password-common' }, language)).waitFor()
    await expectAccessible(tab)
    await password('newPassword').fill('Sand-dunes-at-9pm')
    await expect.poll(kept).toBe(3)
    await tab.getByRole('button', { name: profile.password.save }).click()
    await tab.getByText(profile.password.done).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('a forgotten password is chosen anew after Nafath', { timeout: 60_000 }, async () => {
    const { login, sessions } = textsOf(language)
    const { nationalId } = await addPerson(here.server, 2, 800 + ++count)
    const tab = await here.open({ language, size: language === 'ar' ? 'phone' : 'wide' })
    await tab.goto('/app/login')
    await tab.getByText(login.password, { exact: true }).click()
    await tab.getByRole('button', { name: login.forgotten }).click()
    await tab.getByText(login.forgottenText).waitFor()
    await expectAccessible(tab)
    await tab.getByLabel(sessions.nationalId).fill(nationalId)
    await tab.getByRole('button', { name: login.continueNafath }).click()
    await tab.waitForURL(`**${at}/security?forgotten=1`)
    await tab.locator('input[name=newPassword]').fill('Date-palms-of-Hofuf-7')
    expect(await tab.locator('input[name=currentPassword]').count()).toBe(0)
    await tab.getByRole('button', { name: profile.password.save }).click()
    await tab.getByText(profile.password.done).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('sessions elsewhere are ended, and this one stays', { timeout: 60_000 }, async () => {
    const tab = await here.open({ language, size: language === 'en' ? 'phone' : 'wide' })
    const { nationalId } = await newPerson(tab, 'profile')
    const elsewhere = await here.server.signIn(nationalId)
    await tab.goto(`${at}/sessions`)
    await tab.getByRole('button', { name: profile.sessions.endOthers }).click()
    const dialog = tab.getByRole('alertdialog')
    await dialog.waitFor()
    await expectAccessible(tab)
    await dialog.getByRole('button', { name: profile.sessions.confirm }).click()
    await tab.getByText(profile.sessions.othersEnded).waitFor()
    expect((await elsewhere.get('/api/v1/profile/my')).status).toBe(401)
    await tab.getByText(textsOf(language).devices.thisDevice).waitFor()
    await expect.poll(() => tab.locator('tbody tr').count()).toBe(1)
    expect(tab.complaints).toEqual([])
  })

  test('a copy of everything is fetched, and erasure asked for and withdrawn', { timeout: 60_000 }, async () => {
    const tab = await here.open({ language })
    await newPerson(tab, 'my-data')
    const [file] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('button', { name: profile.data.exportAction }).click()])
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ product: 'Tawqi', profile: [{ gender: 'M' }] })
    await tab.getByRole('button', { name: profile.erasure.ask }).click()
    await tab.getByRole('alertdialog').waitFor()
    await expectAccessible(tab)
    await tab.getByRole('button', { name: profile.erasure.confirm }).click()
    await tab.getByText(profile.erasure.states.requested).waitFor()
    await expect
      .poll(() => tab.evaluate(() => document.activeElement!.textContent), { message: 'the keyboard goes on there' })
      .toContain(profile.erasure.withdraw)
    await tab.getByRole('button', { name: profile.erasure.withdraw }).click()
    await tab.getByText(profile.erasure.states.withdrawn, { exact: true }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('a member of an organisation accepts what is due in their role', { timeout: 60_000 }, async () => {
    const tab = await here.open({ language })
    await here.server.owner
      .deleteFrom('agreement_acceptance')
      .where('user_type', '=', 'organizationUser')
      .where('how', '=', 'account')
      .execute()
    await signIn(tab, cast.sarah, '/app/org/account')
    await tab.waitForURL('**/app/org/account/my/profile')
    await tab.locator('.tabs a[href$="/agreements"]').click()
    const due = tab.locator('.agreements-due li')
    await due.first().waitFor()
    await expectAccessible(tab)
    const before = await due.count()
    await due.first().getByRole('button').last().click()
    await tab.getByText(profile.agreements.done).waitFor()
    await expect.poll(() => due.count()).toBe(before - 1)
    const [file] = await Promise.all([tab.waitForEvent('download'), tab.locator('tbody tr').first().getByRole('button').click()])
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(tab.complaints).toEqual([])
  })

  test('an identity that was not confirmed lately is confirmed first', { timeout: 60_000 }, async () => {
    const { sessions } = textsOf(language)
    const tab = await here.open({ language })
    const { personId } = await newPerson(tab, 'my-data')
    const longAgo = new Date(here.server.clock.now().getTime() - 3_600_000)
    await here.server.owner.updateTable('session').set({ confirmed_at: longAgo }).where('person_id', '=', personId).execute()
    await tab.getByRole('button', { name: profile.data.exportAction }).click()
    await tab.getByRole('alertdialog').getByRole('button', { name: ui.cancel }).waitFor()
    const download = tab.waitForEvent('download')
    await tab.getByRole('button', { name: sessions.stepUp.start }).click()
    await download
  })
})

test('digits, calendar, language, theme and rows on a page are the same on another device', { timeout: 90_000 }, async () => {
  const { profile } = textsOf('ar')
  const tab = await here.open({ language: 'ar', theme: 'light' })
  const { nationalId } = await newPerson(tab, 'preferences')
  const press = (label: string) => tab.getByRole('radio', { name: label, exact: true }).locator('xpath=ancestor::label').click()
  const choose = async (label: string) => {
    await press(label)
    await tab.getByRole('status').filter({ hasText: profile.preferences.saved }).waitFor()
  }
  await choose(profile.preferences.choices.arab)
  await expect.poll(() => tab.locator('.facts').innerText()).toContain('١٬٤٤٨')
  await choose(profile.preferences.choices['islamic-umalqura'])
  await expect.poll(() => tab.locator('.facts time > span').first().innerText()).toMatch(/١٤٤[٠-٩] هـ/)
  await choose(profile.preferences.choices.dark)
  await expect.poll(() => tab.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await tab.getByText(profile.preferences.topics.plans).click()
  await tab.getByRole('status').filter({ hasText: profile.preferences.saved }).waitFor()
  await press('٢٥')
  await expect.poll(() => tab.getByRole('radio', { name: '٢٥', exact: true }).isChecked()).toBe(true)
  const pressIn = (group: string, label: string) => tab.getByRole('radiogroup', { name: group, exact: true }).getByText(label).click()
  await pressIn(profile.preferences.language, profile.preferences.choices.en)
  await expect.poll(() => tab.evaluate(() => document.documentElement.lang)).toBe('en')
  await expect.poll(() => tab.locator('.facts').innerText()).toContain('1,448')
  await pressIn(textsOf('en').profile.preferences.language, profile.preferences.choices.ar)
  await expect.poll(() => tab.evaluate(() => document.documentElement.dir)).toBe('rtl')

  const elsewhere = await here.open({ language: 'en', theme: 'light', size: 'phone' })
  await signInOnPage(elsewhere, nationalId, `${at}/profile`)
  await expect
    .poll(() => elsewhere.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]))
    .toEqual(['ar', 'dark'])
  await expect.poll(() => elsewhere.locator('.facts time > span').first().innerText()).toMatch(/١٤[٠-٩]{2} هـ/)
  await elsewhere.reload()
  await expect.poll(() => elsewhere.locator('.facts time > span').first().innerText()).toMatch(/١٤[٠-٩]{2} هـ/)
  await elsewhere.goto(`${at}/preferences`)
  const letters = (topic: 'plans' | 'payments') => elsewhere.getByRole('checkbox', { name: profile.preferences.topics[topic] })
  await letters('plans').waitFor({ state: 'attached' })
  expect([await letters('plans').isChecked(), await letters('payments').isChecked()]).toEqual([false, true])
  const asked = elsewhere.waitForRequest((request) => /my\/notifications\?.*size=25/.test(request.url()))
  await elsewhere.goto('/app/my/notifications')
  await asked
  expect(elsewhere.complaints).toEqual([])
})
