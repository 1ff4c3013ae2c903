import { beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { enroller, goodPassword } from '../enroller.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { cards, payer } from '../payer.ts'
import { decide } from '../people.ts'
import { expectAccessible, journey, type Tab, textsOf } from './browser.ts'
import { payBy } from './gateway.ts'

const here = journey()
let someone: ReturnType<typeof enroller>
beforeAll(() => void (someone = enroller(here.server)))

let people = 0
const newId = () => nationalIdWith(2, 50_000 + ++people)
const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
const local = (mobile: string) => mobile.replace(/^966/, '0')
type Language = 'ar' | 'en'
type Contact = ReturnType<ReturnType<typeof enroller>['contact']>

/** A picture where somebody wants to look at the screens. */
async function picture(tab: Tab, name: string) {
  const folder = process.env.PICTURES
  if (folder) await tab.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

async function giveId(tab: Tab, language: Language, typed: string) {
  const { sessions, login } = textsOf(language)
  await tab.getByLabel(sessions.nationalId).fill(typed)
  await tab.getByRole('button', { name: login.continueNafath }).click()
}

async function giveDetails(tab: Tab, language: Language, { email, mobile }: Contact) {
  const { enrolment } = textsOf(language)
  await tab.getByLabel(enrolment.email).fill(email)
  await tab.getByLabel(enrolment.mobile).fill(local(mobile))
  await tab.getByText(enrolment.agree).click()
  await tab.getByRole('button', { name: enrolment.sendCodes }).click()
  await tab.waitForURL('**/code-verification')
}

/** Its last digit sends it. After the second code the account is opened, and the page is another. */
async function giveCode(tab: Tab, language: Language, channel: 'sms' | 'email', code: string) {
  const { codes } = textsOf(language).enrolment
  const part = tab.getByRole('region', { name: codes[channel].title })
  await part.getByLabel(codes[channel].code).fill(code)
  await part.getByLabel(codes[channel].code).waitFor({ state: 'detached' })
}

describe.each([
  { language: 'ar', theme: 'dark', size: 'phone' },
  { language: 'en', theme: 'light', size: 'wide' },
] as const)('in $language, $theme, $size', (view) => {
  const { language } = view
  const { enrolment, sessions, routes } = textsOf(language)
  const shot = (tab: Tab, name: string) => picture(tab, `${language}-${name}`)

  test('a person becomes a subscriber, and may leave at every step', async () => {
    const tab = await here.open(view)
    const contact = someone.contact()
    const nationalId = language === 'ar' ? '1100000015' : nationalIdWith(1, 51_000)
    await tab.goto('/create-account')
    await tab.getByRole('heading', { level: 1, name: routes.createAccount }).waitFor()
    await shot(tab, '1-identity')

    await giveId(tab, language, arabicDigits(nationalId))
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    await expectAccessible(tab)
    await shot(tab, '2-nafath')
    await tab.reload()
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
    await decide(here.server, nationalId, true)

    await tab.getByRole('heading', { name: enrolment.details }).waitFor()
    if (language === 'ar') await tab.getByRole('heading', { name: 'يزيد عبدالمحسن فهد العنزي' }).waitFor()
    await expectAccessible(tab)
    await shot(tab, '3-details')
    await tab.reload()
    await tab.getByRole('heading', { name: enrolment.details }).waitFor()

    await tab.locator('.enrol-agreements li button').first().click()
    await tab.getByRole('dialog').locator('.agreement-text h3').first().waitFor()
    await expectAccessible(tab)
    await shot(tab, '4-agreement')
    await tab.getByRole('dialog').getByRole('button', { name: enrolment.agreementClose }).click()
    await tab.getByRole('dialog').waitFor({ state: 'detached' })

    await giveDetails(tab, language, contact)
    await tab.getByRole('region', { name: enrolment.codes.sms.title }).waitFor()
    await expectAccessible(tab)
    await shot(tab, '5-codes')
    const code = await someone.code('sms', contact.mobile)
    await giveCode(tab, language, 'sms', language === 'ar' ? arabicDigits(code) : code)
    await tab.reload()
    await tab.getByRole('region', { name: enrolment.codes.sms.title }).getByText(enrolment.codes.confirmed).waitFor()
    await giveCode(tab, language, 'email', await someone.code('mail', contact.email))
    await tab.getByRole('heading', { name: new RegExp(enrolment.welcome.title) }).waitFor()
    await tab.getByText(enrolment.welcome.pack).waitFor()
    await expectAccessible(tab)
    await shot(tab, '7-welcome')
    await tab.getByRole('link', { name: enrolment.welcome.home }).click()
    await tab.waitForURL('**/app/my')
    await tab.locator('#main h1').waitFor()
    await tab.reload()
    await tab.waitForURL('**/app/my')
    expect(tab.complaints).toEqual([])
  })

  test('what is wrong stands beside its field, before and after it is sent', async () => {
    const tab = await here.open(view)
    const { email: noEmail, mobile: noMobile, agree, weak } = sentences[language]
    await tab.goto('/create-account')
    await giveId(tab, language, '1200000015')
    await tab.getByText(sentences[language].id).waitFor()
    await giveId(tab, language, newId())
    await tab.getByRole('heading', { name: enrolment.details }).waitFor()
    await tab.getByLabel(enrolment.email).fill('nobody')
    await tab.getByLabel(enrolment.mobile).fill('0123')
    await tab.getByText(noEmail).waitFor()
    await tab.getByText(enrolment.wantPassword).click()
    const rules = tab.locator('.password-rules [data-met]')
    expect(await rules.count()).toBe(0)
    await tab.getByLabel(enrolment.password, { exact: true }).fill('Password123')
    await expect.poll(() => rules.count()).toBe(2)
    await tab.getByText(noMobile).waitFor()
    await tab.getByRole('button', { name: enrolment.sendCodes }).click()
    await tab.getByText(weak).waitFor()
    await tab.getByText(agree).waitFor()
    await expectAccessible(tab)
    await shot(tab, '8-errors')

    const shown = await tab.locator('.enrol-person').innerText()
    expect(shown).toMatch(/[12]•••••\d{4}/)
    await tab.getByLabel(enrolment.email).fill('someone@example.sa')
    await tab.getByLabel(enrolment.mobile).fill('0555123456')
    await tab.getByLabel(enrolment.password, { exact: true }).fill('x 0555123456 y')
    await tab.getByText(sentences[language].personal).waitFor()
    await tab.getByLabel(enrolment.password, { exact: true }).fill(goodPassword)
    await expect.poll(() => rules.count()).toBe(3)
    await tab.getByText(enrolment.agree).click()
    await tab.getByRole('button', { name: enrolment.sendCodes }).click()
    await tab.waitForURL('**/code-verification')
    const sms = tab.getByRole('region', { name: enrolment.codes.sms.title })
    await sms.getByLabel(enrolment.codes.sms.code).fill('12')
    await sms.getByRole('button', { name: enrolment.codes.sms.confirm }).click()
    await sms.getByText(sentences[language].code).waitFor()
    const right = await someone.code('sms', '966555123456')
    await sms.getByLabel(enrolment.codes.sms.code).fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'))
    await sms.getByRole('alert').waitFor()
    await expectAccessible(tab)
    await shot(tab, '9-wrong-code')
    await tab.getByRole('link', { name: enrolment.codes.change }).click()
    await tab.waitForURL('**/create-account?edit=1')
    await expect.poll(() => tab.getByRole('textbox', { name: enrolment.mobile }).inputValue()).toBe('0555123456')
  })

  test('the link of the mail confirms it: in this browser it goes on, elsewhere only with Nafath; it serves once', async () => {
    const [tab, elsewhere] = [await here.open(view), await here.open(view)]
    const contact = someone.contact()
    const nationalId = newId()
    await tab.goto('/create-account')
    await giveId(tab, language, nationalId)
    await tab.getByRole('heading', { name: enrolment.details }).waitFor()
    await giveDetails(tab, language, contact)
    await tab.getByRole('link', { name: enrolment.codes.toLink }).click()
    await tab.getByRole('heading', { name: enrolment.mail.title }).waitFor()
    await expectAccessible(tab)
    await shot(tab, '10-inbox')

    const address = `/after-verification#${await someone.link(contact.email)}`
    await elsewhere.goto(address)
    await elsewhere.getByRole('heading', { name: enrolment.link.title }).waitFor()
    await expectAccessible(elsewhere)
    await shot(elsewhere, '11-link')
    await elsewhere.getByRole('button', { name: enrolment.link.confirm }).click()
    await elsewhere.getByText(enrolment.link.elsewhere).waitFor()
    expect(new URL(elsewhere.url()).hash, 'the token does not stay').toBe('')
    await expectAccessible(elsewhere)
    await shot(elsewhere, '12-elsewhere')
    await tab.getByRole('heading', { name: enrolment.mail.confirmed }).waitFor()

    await elsewhere.goto('/')
    await elsewhere.goto(address)
    await elsewhere.waitForURL('**/link-expired')
    await elsewhere.getByText(enrolment.expired.used).waitFor()
    await expectAccessible(elsewhere)
    await shot(elsewhere, '13-expired')

    await elsewhere.getByRole('link', { name: enrolment.expired.start }).click()
    await giveId(elsewhere, language, nationalId)
    await elsewhere.waitForURL('**/code-verification')
    const mail = elsewhere.getByRole('region', { name: enrolment.codes.email.title })
    await mail.getByText(enrolment.codes.confirmed).waitFor()
    const sms = elsewhere.getByRole('region', { name: enrolment.codes.sms.title })
    const seen = (await someone.texts('sms', contact.mobile)).length
    await sms.getByRole('button', { name: sessions.resend.again }).click()
    const code = await someone.code('sms', contact.mobile, seen)
    await tab.goto('/code-verification')
    await tab.getByText(enrolment.ended).waitFor()
    await giveCode(elsewhere, language, 'sms', code)
    await elsewhere.getByText(enrolment.welcome.pack).waitFor()
  })

  test('a visitor chooses a plan, enrols, pays and is signed in with the plan credited', async () => {
    const { catalogue, payments } = textsOf(language)
    const outcome = '**/paymentstatus-prelogin**'
    const tab = await here.open(view)
    const contact = someone.contact()
    await tab.goto('/puchase-plan')
    await tab.locator('.plan-price').first().waitFor()
    await tab
      .getByRole('button', { name: new RegExp(catalogue.choose) })
      .first()
      .click()
    await tab.getByText('57.50').first().waitFor()
    await expectAccessible(tab)
    await shot(tab, '14-purchase')
    await tab.getByRole('link', { name: catalogue.purchase.goOn }).click()
    await tab.waitForURL('**/create-account?plan=*')
    await giveId(tab, language, newId())
    await tab.getByRole('heading', { name: enrolment.details }).waitFor()
    await giveDetails(tab, language, contact)
    await giveCode(tab, language, 'sms', await someone.code('sms', contact.mobile))
    await giveCode(tab, language, 'email', await someone.code('mail', contact.email))
    await tab.waitForURL('**/verify-payments?plan=*')
    await tab.getByText(payments.preLogin.welcome).waitFor()
    await tab.getByText('57.50', { exact: true }).waitFor()
    await tab.getByRole('button', { name: catalogue.pay }).click()
    await tab.getByText(catalogue.agreeFirst).waitFor()
    await expectAccessible(tab)
    await shot(tab, '15-order')
    await tab.reload()
    await tab.getByText(catalogue.agree).click()
    await tab.getByRole('button', { name: catalogue.pay }).click()
    await tab.waitForURL('**/moyasar/invoices/**')
    await payBy(tab, cards.insufficient, outcome)
    await tab.getByRole('heading', { name: payments.outcome.failed }).waitFor()
    await tab.getByRole('button', { name: payments.tryAgain }).click()
    await tab.waitForURL('**/moyasar/invoices/**')
    await payBy(tab, cards.paid, outcome)
    await tab.getByRole('heading', { name: payments.outcome.paid }).waitFor()
    await expectAccessible(tab)
    await shot(tab, '16-paid')
    const encodedPaymentSlno = new URL(tab.url()).searchParams.get('payment')!
    expect((await payer(here.server).paymentOf({ encodedPaymentSlno })).status).toBe('paid')
    const stranger = await here.open(view)
    await stranger.goto(tab.url())
    await stranger.getByRole('heading', { name: payments.outcome.paid }).waitFor()
    await expectAccessible(stranger)
    await shot(stranger, '17-paid-signed-out')
    await stranger.goto(tab.url().replace('/paymentstatus-prelogin', '/verify-payments'))
    await stranger.getByRole('heading', { name: payments.outcome.paid }).waitFor()
    await stranger.getByRole('link', { name: payments.returned.signIn }).click()
    await stranger.waitForURL('**/app/login?from=*')
    await tab.getByRole('link', { name: payments.preLogin.account }).click()
    await tab.waitForURL('**/app/my')
    await tab.locator('#main h1').waitFor()
    await tab.goto('/puchase-plan')
    await tab.waitForURL('**/app/my/esign/buy/plans')
    expect(tab.complaints).toEqual([])
  })
})

test.each(['ar', 'en'] as const)('where scripts do not run it says what an account takes (%s)', async (language) => {
  const context = await here.browser.newContext({ baseURL: here.server.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const { enrolment, routes } = textsOf(language)
  await page.goto(`/create-account?lng=${language}`)
  expect(await page.title()).toContain(routes.createAccount)
  await page.getByRole('heading', { level: 1, name: routes.createAccount }).waitFor()
  for (const words of [enrolment.text, enrolment.steps.details, enrolment.identityNote, enrolment.noScript])
    expect(await page.locator('#main').innerText()).toContain(words)
  await page.getByRole('link', { name: enrolment.signIn }).click()
  await page.waitForURL('**/app/login')
  await context.close()
})

test('whoever has an account is signed in to it by their own approval', async () => {
  const tab = await here.open({ size: 'phone' })
  await tab.goto('/create-account')
  await giveId(tab, 'ar', cast.noura)
  await tab.waitForURL('**/app/my')
  await tab.getByText(textsOf('ar').enrolment.enrolled).waitFor()
  await tab.goto('/create-account')
  await tab.waitForURL((url) => url.pathname.startsWith('/app'))
})

test('without a session the order and its outcome ask for one, and come back', async () => {
  const tab = await here.open()
  await tab.goto('/verify-payments?plan=AAAAAAAAAAAAAAAAAAAAAA')
  await tab.waitForURL('**/app/login?from=*')
  await giveId(tab, 'ar', cast.faisal)
  await tab.waitForURL('**/verify-payments?plan=*')
  await tab.getByText(textsOf('ar').payments.preLogin.noPlan).waitFor()
  await expectAccessible(tab)
})

const sentences = {
  ar: {
    id: 'في الرقم خطأ: راجع أرقامه، فرقم التحقق فيه لا يطابقها.',
    email: 'أدخل بريدًا إلكترونيًا صحيحًا.',
    mobile: 'أدخل رقم جوال سعوديًا صحيحًا مثل 05XXXXXXXX.',
    agree: 'يلزم أن توافق للمتابعة.',
    weak: 'كلمة المرور هذه شائعة يسهل تخمينها. اختر غيرها.',
    personal: 'لا تضع اسمك أو هويتك أو جوالك أو بريدك في كلمة المرور.',
    code: 'أدخل الأرقام الستة كلها.',
  },
  en: {
    id: 'There is a mistake in the number: check the digits, as its check digit does not fit them.',
    email: 'Enter a valid e-mail address.',
    mobile: 'Enter a valid Saudi mobile number such as 05XXXXXXXX.',
    agree: 'You need to agree to go on.',
    weak: 'This password is common and easily guessed. Choose another.',
    personal: 'Leave your name, ID, mobile and e-mail out of the password.',
    code: 'Enter all six digits.',
  },
}
