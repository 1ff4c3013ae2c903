import { describe, expect, test, vi } from 'vitest'
import { fieldSentence } from '#contract/fieldWords.ts'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { decide } from '../people.ts'
import { expectAccessible, journey, openTab, routeOnce, type Tab, textsOf } from './browser.ts'
import { screenOf, signInOnPage } from './signIn.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 50, expireAfterMs: 1500 } } })

const noura = cast.noura
const faisal = { id: cast.faisal, mobile: '966500000022', mail: 'faisal.alzahrani@example.sa' }
/** Nobody else waits under this ID. */
let people = 0
const newId = (secondDigit: number) => nationalIdWith(secondDigit, 4_000 + ++people)
const pathOf = (tab: Tab) => new URL(tab.url()).pathname
const stored = (tab: Tab, name: string) => tab.evaluate((key) => localStorage.getItem(key), name)
const lastSession = () =>
  here.server.db
    .selectFrom('session')
    .select(['id', 'ended_at', 'end_reason', 'organisation_id', 'person_id'])
    .orderBy('born_at', 'desc')
    .executeTakeFirstOrThrow()

const passwordField = (tab: Tab, texts: { password: string }) =>
  tab.getByLabel(texts.password, { exact: true }).and(tab.locator('input:not([type=radio])'))

/** Fills in the ID on the sign-in page and sends it. */
async function askNafath(tab: Tab, nationalId: string, language: 'ar' | 'en' = 'ar') {
  const { login, sessions } = textsOf(language)
  await tab.goto('/app/login')
  await tab.getByLabel(sessions.nationalId).fill(nationalId)
  await tab.getByRole('button', { name: login.continueNafath }).click()
}

async function askPassword(
  tab: Tab,
  language: 'ar' | 'en',
  { password = demoPassword, channel = 'sms' }: { password?: string; channel?: 'sms' | 'email' } = {},
) {
  const { login, sessions } = textsOf(language)
  await tab.goto('/app/login')
  await tab.getByText(login.password, { exact: true }).click()
  await tab.getByLabel(sessions.nationalId).fill(faisal.id)
  await passwordField(tab, login).fill(password)
  await tab.getByText(login[channel]).click()
  await tab.getByRole('button', { name: login.sendCode }).click()
  await tab.getByRole('textbox', { name: login.code }).waitFor()
}

const codesOf = async (place: 'sms' | 'mail', to: string) => {
  const messages = (await (await fetch(`${here.server.simulators.url}/${place}/messages?to=${to}`)).json()) as { text: string }[]
  return messages.flatMap(({ text }) => /\d{6}/.exec(text)?.[0] ?? [])
}
const codeAfter = (seen: number, place: 'sms' | 'mail', to: string) =>
  vi.waitFor(async () => {
    const codes = await codesOf(place, to)
    expect(codes.length).toBeGreaterThan(seen)
    return codes[0]!
  }, 8_000)
const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  const { login, sessions, ui } = textsOf(language)

  test('a person signs in with Nafath and gets to their own page', async () => {
    const tab = await here.open({ language })
    await askNafath(tab, language === 'ar' ? arabicDigits(noura) : noura, language)
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    await expectAccessible(tab)
    await tab
      .getByRole('heading', { level: 1, name: language === 'ar' ? 'مرحبًا، \u2068نورة\u2069' : 'Welcome, \u2068Noura\u2069' })
      .waitFor()
    expect(pathOf(tab)).toBe('/app/my')
    expect(await tab.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      language === 'ar' ? 'rtl' : 'ltr',
    ])
    await expectAccessible(tab)
    expect(tab.complaints).toEqual([])
  })

  test('the number to recognise is the one in the app, and cancelling leads back', async () => {
    const tab = await here.open({ language, size: 'phone' })
    const nationalId = newId(1)
    await askNafath(tab, nationalId, language)
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    const pending = (await (await fetch(`${here.server.simulators.url}/nafath/app/pending?nationalId=${nationalId}`)).json()) as {
      random: string
    }[]
    await tab.getByRole('img', { name: sessions.waiting.number.replace('{{number}}', pending[0]!.random) }).waitFor()
    expect(await tab.getByRole('link', { name: sessions.waiting.open }).getAttribute('href')).toBe('nafath://home')
    expect(await tab.getByRole('button', { name: sessions.ended.again }).count()).toBe(0)
    await expectAccessible(tab)
    await tab.getByRole('button', { name: sessions.waiting.cancel }).click()
    await tab.getByRole('button', { name: login.continueNafath }).waitFor()
    await vi.waitFor(async () => {
      const challenge = await here.server.db.selectFrom('challenge').select('state').orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(challenge.state).toBe('cancelled')
    })
    expect(tab.complaints).toEqual([])
  })

  test.each([
    [3, 'rejected'],
    [4, 'expired'],
  ] as const)('an ID with second digit %s ends as %s and can be sent again', async (digit, ending) => {
    const tab = await here.open({ language })
    await askNafath(tab, newId(digit), language)
    await tab.getByRole('heading', { name: sessions.ended[ending].title }).waitFor()
    await expectAccessible(tab)
    await tab.getByRole('button', { name: sessions.ended.again }).click()
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('somebody without an account is led to create one', async () => {
    const tab = await here.open({ language })
    await askNafath(tab, newId(2), language)
    await tab.getByRole('heading', { name: sessions.ended.noAccount.title }).waitFor()
    await expectAccessible(tab)
    await tab.locator('section').getByRole('link', { name: login.createAccount }).click()
    await tab.waitForURL('**/create-account')
  })

  test('a stranger’s request delays the owner on a known device, who hears why and is asked next', async () => {
    const [tab, { server }] = [await here.open({ language }), here]
    const id = newId(1)
    await signInOnPage(tab, language === 'ar' ? cast.majed : cast.hind)
    const { person_id: personId } = await lastSession()
    const { secrets } = server.app
    const identity = { national_id_hash: secrets.lookUp(id), national_id_sealed: secrets.seal(id, 'national ID') }
    await server.owner.updateTable('person').set(identity).where('id', '=', personId).execute()
    await tab.goto('/logout')
    await tab.waitForURL('**/app/login**')
    await server.browser().post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: id })
    await askNafath(tab, id, language)
    await tab.getByRole('heading', { name: sessions.held.title }).waitFor()
    await tab.getByText(language === 'ar' ? 'فارفضه في التطبيق' : 'reject it there').waitFor()
    await expectAccessible(tab)
    await decide(server, id, false)
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor({ timeout: 20_000 })
    await decide(server, id, true)
    await tab.waitForURL((url) => !url.pathname.startsWith('/app/login'))
    expect(tab.complaints).toEqual([])
  })

  test('an approval whose confirmation is lost ends with the server’s own sentence, and is sent again', async () => {
    const tab = await here.open({ language })
    await askNafath(tab, newId(7), language)
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    await vi.waitFor(async () => {
      const { approved_at: approvedAt } = await here.server.db
        .selectFrom('challenge')
        .select('approved_at')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(approvedAt).not.toBeNull()
    }, 15_000)
    here.server.clock.advance(26)
    await tab.getByRole('heading', { name: sessions.ended.failed.title }).waitFor()
    await tab.getByText(language === 'ar' ? 'تقول نفاذ إنك وافقت' : 'Nafath says that you approved').waitFor()
    await tab.getByRole('button', { name: sessions.ended.again }).click()
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test.each([
    [5, { ar: 'تعذّر بدء الطلب في نفاذ', en: 'Nafath could not start the request' }],
    [6, { ar: 'خدمة نفاذ لا تستجيب الآن', en: 'Nafath does not answer now' }],
  ])('a start that the server answers with status 0 (second digit %s) shows its message in an error toast', async (digit, message) => {
    const tab = await here.open({ language })
    await askNafath(tab, newId(digit), language)
    const toast = tab.locator('.toast')
    await toast.getByText(message[language]).waitFor()
    await toast.getByText(ui.error, { exact: true }).waitFor()
  })

  test('a start that fails on the way shows the fixed toast', async () => {
    const tab = await here.open({ language })
    await tab.route('**/nafath/login/initiate', (route) => route.abort())
    await askNafath(tab, noura, language)
    const toast = tab.locator('.toast')
    await toast.getByText(ui.somethingWrong).waitFor()
    expect(await toast.getByText(ui.error, { exact: true }).count()).toBe(1)
    if (language === 'en') expect([ui.error, ui.somethingWrong]).toEqual(['Error', 'Something went wrong. Please try again'])
  })

  test.each([
    ['', fieldSentence({ rule: 'required' }, language)],
    ['123', fieldSentence({ rule: 'nationalId' }, language)],
    ['1200000015', fieldSentence({ rule: 'nationalIdDigits' }, language)],
    ['3200000014', fieldSentence({ rule: 'nationalId' }, language)],
    ['٣٢٠٠٠٠٠٠١٤', fieldSentence({ rule: 'nationalId' }, language)],
  ])('the ID "%s" is not sent, and the reason stands beside the field', async (typed, reason) => {
    const tab = await here.open({ language })
    let asked = 0
    tab.on('request', (request) => (asked += Number(request.url().endsWith('/initiate'))))
    await askNafath(tab, typed, language)
    await tab.getByText(reason).waitFor()
    const field = tab.getByLabel(sessions.nationalId)
    await expect
      .poll(() => field.evaluate((it) => [it.getAttribute('aria-invalid'), it === document.activeElement]))
      .toEqual(['true', true])
    expect(asked).toBe(0)
    await expectAccessible(tab)
  })

  test.each(['sms', 'email'] as const)('password and the code by %s sign a person in, after the human check', async (channel) => {
    const tab = await here.open({ language })
    const [place, to] = channel === 'sms' ? (['sms', faisal.mobile] as const) : (['mail', faisal.mail] as const)
    const seen = (await codesOf(place, to)).length
    await askPassword(tab, language, { channel })
    const code = await codeAfter(seen, place, to)
    const field = tab.getByRole('textbox', { name: login.code })
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    await expectAccessible(tab)
    await field.fill(channel === 'sms' ? arabicDigits(code) : ` ${code.slice(0, 3)} ${code.slice(3)} `) // as pasted from the message
    await expect.poll(() => field.inputValue()).toBe(code)
    await tab.getByRole('button', { name: login.enter, exact: true }).click()
    await tab.waitForURL('**/app/my')
    await tab.locator('h1').waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('a wrong password gets as far as the code, and no code is right', async () => {
    const tab = await here.open({ language })
    await askPassword(tab, language, { password: 'Wrong-password-1' })
    await tab.getByText(login.noCode).waitFor() // which of the two it may be is not told
    await tab.getByRole('button', { name: login.newPassword }).waitFor()
    for (const left of language === 'ar'
      ? ['بقيت 4 محاولات', 'بقيت 3 محاولات', 'بقيت محاولتان', 'بقيت محاولة واحدة']
      : ['4 tries', '3 tries', '2 tries', '1 try']) {
      await tab.getByRole('textbox', { name: login.code }).fill('000000')
      await tab.getByRole('button', { name: login.enter, exact: true }).click()
      await tab.getByText(left).waitFor()
    }
    await expectAccessible(tab)
    await tab.getByRole('textbox', { name: login.code }).fill('000000')
    await tab.getByRole('button', { name: login.enter, exact: true }).click()
    await tab.getByText(login.codeOver).waitFor()
    await tab.getByRole('button', { name: login.startAgain }).click()
    await passwordField(tab, login).waitFor()
    expect(await passwordField(tab, login).inputValue()).toBe('')
  })
})

const { login, sessions, devices, header } = textsOf('ar')

test('the password is shown on request alone', async () => {
  const tab = await here.open()
  await tab.goto('/app/login')
  await tab.getByText(login.password, { exact: true }).click()
  const field = passwordField(tab, login)
  expect(await field.getAttribute('type')).toBe('password')
  await tab.getByRole('button', { name: login.showPassword }).click()
  await expect.poll(() => field.getAttribute('type')).toBe('text')
})

test('a start that demands the human check is met in the background and repeated once', async () => {
  const tab = await here.open()
  const checks: (string | undefined)[] = []
  tab.on('request', (request) => {
    if (request.url().endsWith('/login/initiate')) checks.push(request.headers()['x-human-check'] && 'solved')
  })
  await askNafath(tab, newId(3))
  for (let again = 0; again < 2; again++) {
    await tab.getByRole('heading', { name: sessions.ended.rejected.title }).waitFor()
    await tab.getByRole('button', { name: sessions.ended.again }).click()
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
  }
  expect(checks).toEqual([undefined, undefined, undefined, 'solved'])
})

test('whoever asked for a screen gets there after signing in', async () => {
  const tab = await here.open()
  await tab.goto('/app/my/devices?page=1')
  await tab.waitForURL((url) => url.pathname === '/app/login')
  await tab.getByLabel(sessions.nationalId).fill(noura)
  await tab.getByRole('button', { name: login.continueNafath }).click()
  await tab.getByRole('heading', { name: 'الأجهزة المسجّلة' }).waitFor()
  expect(tab.url()).toBe(`${here.server.url}/app/my/devices?page=1`)
})

test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example/app/my', 'javascript:alert(1)'])(
  'after signing in, nobody is sent to %j',
  async (from) => {
    const tab = await here.open()
    const elsewhere: string[] = []
    tab.on('request', (request) => new URL(request.url()).origin === here.server.url || elsewhere.push(request.url()))
    await signInOnPage(tab, noura, from)
    expect([pathOf(tab), elsewhere]).toEqual(['/app/my', []])
  },
)

test.each([
  [cast.abdulaziz, '/app/org'],
  [cast.amal, '/app/operations'],
])('%s begins at %s', async (nationalId, path) => {
  const tab = await here.open()
  await signInOnPage(tab, nationalId)
  expect(pathOf(tab)).toBe(path)
})

test('a reload keeps the session, and signing out ends it here and at the server', async () => {
  const tab = await here.open()
  await signInOnPage(tab, noura)
  await tab.reload()
  await tab.getByRole('heading', { level: 1, name: 'مرحبًا، \u2068نورة\u2069' }).waitFor()
  await tab.getByRole('button', { name: new RegExp(`^${header.account}`) }).click()
  await tab.getByRole('menuitem', { name: header.signOut }).click()
  await tab.getByRole('button', { name: login.continueNafath }).waitFor()
  expect(await stored(tab, 'refreshToken')).toBeNull()
  await expect.poll(async () => (await lastSession()).end_reason).toBe('logout')
  await tab.goto('/app/my')
  await tab.waitForURL((url) => url.pathname === '/app/login')
  expect(tab.complaints).toEqual([])
})

test.each([-10, 10])('a computer whose clock is %i minutes off keeps the session over a reload', async (minutes) => {
  const tab = await openTab(here.browser, here.server)
  await tab.clock.setSystemTime(Date.now() + minutes * 60_000)
  await signInOnPage(tab, noura)
  const refused: string[] = []
  tab.on('response', (response) => response.status() === 401 && refused.push(new URL(response.url()).pathname))
  await tab.reload()
  await screenOf(tab)
  expect([pathOf(tab), refused]).toEqual(['/app/my', ['/api/v1/auth/refresh']])
})

test('a refused token is renewed once and the call repeated', async () => {
  const tab = await here.open()
  await signInOnPage(tab, noura)
  const calls = { refresh: 0, list: 0 }
  tab.on('request', (request) => {
    calls.refresh += Number(request.url().endsWith('/auth/refresh'))
    calls.list += Number(request.url().includes('/registeredDevices/'))
  })
  await routeOnce(tab, '**/registeredDevices/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer worn.out' } }),
  )
  await tab.getByRole('link', { name: 'الأجهزة المسجّلة' }).click()
  await tab.getByText(devices.thisDevice).waitFor()
  expect(calls).toEqual({ refresh: 1, list: 2 })
})

test('devices are listed with this one marked; another is revoked after a question, and is signed out', async () => {
  const phone = await here.open({ size: 'phone' })
  await signInOnPage(phone, faisal.id)
  const tab = await here.open()
  await signInOnPage(tab, faisal.id, '/app/my/devices')
  await tab.getByText(devices.thisDevice).waitFor()
  await expectAccessible(tab)
  const row = tab.getByRole('row').filter({ hasText: 'Chrome, Android' }).first()
  const rows = await tab.getByRole('row').filter({ hasText: 'Chrome, Android' }).count()
  await row.getByRole('button', { name: 'إلغاء الجهاز \u2068Chrome, Android\u2069' }).click()
  const dialog = tab.getByRole('alertdialog')
  await dialog.waitFor()
  await expectAccessible(tab)
  await dialog.getByRole('button', { name: devices.keep }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: devices.confirm }).click()
  await tab.getByText(devices.revoked).waitFor()
  await expect.poll(() => tab.getByRole('row').filter({ hasText: 'Chrome, Android' }).count()).toBe(rows - 1)
  const event = await here.server.db.selectFrom('audit_event').select('outcome').where('action', '=', 'device.revoked').executeTakeFirst()
  expect(event?.outcome).toBe('done')
  expect(tab.complaints).toEqual([])
  await phone.reload()
  await phone.getByRole('button', { name: login.continueNafath }).waitFor()
  expect(await stored(phone, 'refreshToken')).toBeNull()
})

test('the organisation that is chosen is the one that the session acts for', async () => {
  const tab = await here.open()
  await signInOnPage(tab, cast.sarah)
  const switcher = tab.getByRole('button', { name: new RegExp(`^${header.organisation}:`) })
  await switcher.click()
  await tab.getByRole('menuitem', { name: 'مؤسسة البيان للاستشارات' }).click()
  await tab.getByRole('button', { name: `${header.organisation}: مؤسسة البيان للاستشارات` }).waitFor()
  const { organisation_id } = await lastSession()
  const chosen = await here.server.db
    .selectFrom('organisation')
    .select('name_en')
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  expect(chosen.name_en).toBe('Albayan Consulting')
  await tab.reload()
  await tab.getByRole('button', { name: `${header.organisation}: مؤسسة البيان للاستشارات` }).waitFor()
})

test('an identity that is due is renewed, and the reminder goes', async () => {
  await here.server.db
    .updateTable('person')
    .set({ kyc_until: new Date('2026-01-01') })
    .where('email', '=', faisal.mail)
    .execute()
  const tab = await here.open()
  await signInOnPage(tab, faisal.id)
  await expectAccessible(tab)
  await tab.getByRole('link', { name: textsOf('ar').dashboard.renew }).click()
  await tab.getByLabel(sessions.nationalId).fill(noura)
  await tab.getByRole('button', { name: sessions.kyc.start }).click()
  await tab.getByText(sessions.kyc.otherId).waitFor()
  await tab.getByLabel(sessions.nationalId).fill(faisal.id)
  await tab.getByRole('button', { name: sessions.kyc.start }).click()
  await tab.getByText(sessions.kyc.doneTitle).waitFor()
  await expectAccessible(tab)
  const person = await here.server.db.selectFrom('person').select('kyc_until').where('email', '=', faisal.mail).executeTakeFirstOrThrow()
  expect(person.kyc_until.getTime()).toBeGreaterThan(Date.now() + 300 * 86_400_000)
  await tab.getByRole('link', { name: sessions.kyc.home }).click()
  await tab.getByRole('heading', { level: 1, name: 'مرحبًا، \u2068فيصل\u2069' }).waitFor()
  await tab.getByText(textsOf('ar').dashboard.kycStates.valid, { exact: true }).first().waitFor()
  expect(await tab.getByText(textsOf('ar').dashboard.renew).count()).toBe(0)
})

test('buying asks for a fresh confirmation where the last one is old; declined nothing happens, confirmed it goes on', async () => {
  const { catalogue } = textsOf('ar')
  const tab = await here.open()
  await signInOnPage(tab, noura, '/app/my/esign/buy/plans')
  const { id } = await lastSession()
  await here.server.db
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', id)
    .execute()
  const payments = () =>
    here.server.owner
      .selectFrom('payment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const before = await payments()
  await tab.getByRole('button', { name: catalogue.chooseNamed.replace('{{name}}', 'باقة البداية') }).click()
  const summary = tab.getByRole('dialog', { name: catalogue.summary })
  await summary.getByText(catalogue.agree).click()
  await summary.getByRole('button', { name: catalogue.pay }).click()
  const dialog = tab.getByRole('alertdialog', { name: sessions.stepUp.title })
  await dialog.waitFor()
  expect(await tab.locator('.dialog:visible').count(), 'one question at a time').toBe(1)
  await expectAccessible(tab)
  await dialog.getByRole('button', { name: 'إلغاء', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await payments()).toEqual(before)
  await summary.getByRole('button', { name: catalogue.pay }).click()
  await dialog.getByRole('button', { name: sessions.stepUp.start }).click()
  await dialog.getByRole('heading', { name: sessions.waiting.title }).waitFor()
  await tab.waitForURL('**/moyasar/invoices/**')
  expect((await payments()).count).toBe(before.count + 1)
})
