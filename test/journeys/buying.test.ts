import { paymentStatusWords } from '#contract/payments.ts'
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { cards, payer } from '../payer.ts'
import { payBy } from './gateway.ts'
import { expectAccessible, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

// oxlint-disable-next-line vitest/require-awaited-expect-poll -- awaited where it is used
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 15_000 })

/** Noura has bought for weeks, Faisal never. */
const [noura, faisal] = [cast.noura, cast.faisal]
const plansPage = '/app/my/esign/buy/plans'
const listed = (tab: string) => `/app/my/esign/subscriptions/${tab}`
const atGateway = '**/moyasar/invoices/**'

const paymentOf = (tab: Tab) => ({ encodedPaymentSlno: new URL(tab.url()).searchParams.get('payment')! })
const payments = () =>
  here.server.owner
    .selectFrom('payment')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/** From the plans to the gateway's page. */
async function orderStarter(tab: Tab, language: 'ar' | 'en') {
  const { catalogue } = textsOf(language)
  const name = language === 'ar' ? 'باقة البداية' : 'Starter'
  await tab.getByRole('button', { name: catalogue.chooseNamed.replace('{{name}}', name) }).click()
  await agreeAndPay(tab, language)
}

async function agreeAndPay(tab: Tab, language: 'ar' | 'en') {
  const { catalogue } = textsOf(language)
  const summary = tab.getByRole('dialog', { name: catalogue.summary })
  await summary.getByText(catalogue.agree).click()
  await summary.getByRole('button', { name: catalogue.pay }).click()
  await tab.waitForURL(atGateway)
}

const outcome = (tab: Tab, language: 'ar' | 'en', status: string) =>
  tab.getByRole('heading', { name: textsOf(language).payments.outcome[status] }).waitFor()

describe('buying a plan', () => {
  test.each([
    { language: 'ar', size: 'wide' },
    { language: 'en', size: 'phone' },
  ] as const)('is paid by card, credited once, and invoiced ($language, $size)', async ({ language, size }) => {
    const { catalogue, payments: words } = textsOf(language)
    const tab = await here.open({ language, size })
    await signIn(tab, faisal, plansPage)
    const before = await payments()

    await tab
      .getByRole('button', { name: new RegExp(catalogue.choose) })
      .first()
      .click()
    const summary = tab.getByRole('dialog', { name: catalogue.summary })
    await summary.getByText('57.50', { exact: true }).waitFor()
    await summary.getByText('7.50', { exact: true }).waitFor()
    await summary.getByRole('button', { name: catalogue.pay }).click()
    await summary.getByRole('alert').getByText(catalogue.agreeFirst).waitFor()
    await expectAccessible(tab)
    expect(await payments()).toEqual(before)

    await agreeAndPay(tab, language)
    await payBy(tab, cards.paid)
    await outcome(tab, language, 'paid')
    await tab.getByText(words[language === 'ar' ? 'transactions_few' : 'transactions_other'].replace('{{count}}', '10')).waitFor()
    await expectAccessible(tab)

    const { status, order_id } = await payer(here.server).paymentOf(paymentOf(tab))
    expect(status).toBe('paid')
    const credited = await here.server.owner.selectFrom('plan').select('credited').where('order_id', '=', order_id).execute()
    expect(credited).toEqual([{ credited: 10 }])

    const saving = tab.waitForEvent('download')
    await tab.getByRole('button', { name: new RegExp(words.invoiceGet) }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/)
    const chunks = await (await saved.createReadStream()).toArray()
    expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-')

    await tab.goto(listed('current'))
    await tab
      .getByRole('heading', { name: language === 'ar' ? 'باقة البداية' : 'Starter' })
      .first()
      .waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('that the bank declines says why, and can be paid with another card', async () => {
    const { payments: words } = textsOf('ar')
    const tab = await here.open({ size: 'phone' })
    await signIn(tab, faisal, plansPage)
    await orderStarter(tab, 'ar')
    await payBy(tab, cards.insufficient)
    await outcome(tab, 'ar', 'failed')
    await tab.getByText(words.bank.insufficientFunds).waitFor()
    await expectAccessible(tab)
    const declined = await payer(here.server).paymentOf(paymentOf(tab))

    await tab.getByRole('button', { name: words.tryAgain }).click()
    await tab.waitForURL(atGateway)
    await payBy(tab, cards.paid)
    await outcome(tab, 'ar', 'paid')
    const paid = await payer(here.server).paymentOf(paymentOf(tab))
    expect([declined.status, paid.status, paid.order_id]).toEqual(['failed', 'paid', declined.order_id])
  })

  test('what the address claims is not believed', async () => {
    const tab = await here.open()
    await signIn(tab, faisal, plansPage)
    await orderStarter(tab, 'ar')
    await tab.getByRole('link', { name: 'العودة إلى المتجر' }).click()
    await outcome(tab, 'ar', 'initiated')
    await tab.goto(`${tab.url()}&status=paid&message=APPROVED`)
    await outcome(tab, 'ar', 'initiated')
    expect((await payer(here.server).paymentOf(paymentOf(tab))).status).toBe('initiated')
  })

  test('that is left at the gateway waits, and is seen by itself when the money comes', async () => {
    const { payments: words } = textsOf('en')
    const tab = await here.open({ language: 'en' })
    await signIn(tab, faisal, plansPage)
    await orderStarter(tab, 'en')
    const gatewayPage = tab.url()
    await tab.getByRole('link', { name: /المتجر|shop/ }).click()
    await outcome(tab, 'en', 'initiated')
    await tab.getByRole('progressbar', { name: words.waiting }).waitFor()
    await expectAccessible(tab)
    await payer(here.server).pay(gatewayPage)
    await outcome(tab, 'en', 'paid')
    await tab.getByRole('progressbar').waitFor({ state: 'detached' })
  })

  test('that is given up is cancelled, and the browser’s way back leads to the order again', async () => {
    const { payments: words } = textsOf('ar')
    const tab = await here.open()
    await signIn(tab, faisal, plansPage)
    await orderStarter(tab, 'ar')
    await tab.goBack()
    await agreeAndPay(tab, 'ar')
    await tab.getByRole('link', { name: 'العودة إلى المتجر' }).click()
    await tab.getByRole('button', { name: words.giveUp }).click()
    await outcome(tab, 'ar', 'cancelled')
    await expectAccessible(tab)
    expect((await payer(here.server).paymentOf(paymentOf(tab))).status).toBe('cancelled')
  })

  test('makes one order when the answer is lost and the button pressed again', async () => {
    const { catalogue } = textsOf('ar')
    const tab = await here.open()
    await signIn(tab, faisal, plansPage)
    let lost = 0
    const before = await payments()
    await tab.route('**/subscription/buy', async (route) => {
      const answer = await route.fetch()
      return lost++ === 0 ? route.abort() : route.fulfill({ response: answer })
    })
    await tab
      .getByRole('button', { name: new RegExp(catalogue.choose) })
      .first()
      .click()
    const summary = tab.getByRole('dialog', { name: catalogue.summary })
    await summary.getByText(catalogue.agree).click()
    await summary.getByRole('button', { name: catalogue.pay }).click()
    await tab.getByText(textsOf('ar').ui.somethingWrong).waitFor()
    await summary.getByRole('button', { name: catalogue.pay }).click()
    await tab.waitForURL(atGateway)
    expect([lost, (await payments()).count - before.count]).toEqual([2, 1])
  })
})

test('an order that is put aside by the keyboard leaves the focus with its plan', async () => {
  const { catalogue } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, faisal, plansPage)
  const choose = tab.getByRole('button', { name: catalogue.chooseNamed.replace('{{name}}', 'باقة البداية') })
  for (const puttingAside of ['Escape', 'Enter']) {
    await choose.press('Enter')
    const summary = tab.getByRole('dialog', { name: catalogue.summary })
    await summary.waitFor()
    if (puttingAside === 'Enter') await summary.getByRole('button', { name: textsOf('ar').ui.cancel }).focus()
    await tab.keyboard.press(puttingAside)
    await summary.waitFor({ state: 'detached' })
    await eventually(() => choose.evaluate((button) => button === document.activeElement)).toBe(true)
  }
})

test('the outcome of a payment that is unknown, or somebody else’s, is not found', async () => {
  const { payments: words } = textsOf('ar')
  const hers = await payer(here.server).buy(await here.server.signIn(noura))
  const tab = await here.open()
  await signIn(tab, faisal, '/app/my/paymentStatus')
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'not-an-id', hers.encodedPaymentSlno]) {
    await tab.goto(`/app/my/paymentStatus?payment=${id}`)
    await tab.getByRole('heading', { name: words.unknown }).waitFor()
  }
  await expectAccessible(tab)
})

describe('the payment history', () => {
  const history = (tab: Tab, language: 'ar' | 'en') => tab.getByRole('table', { name: textsOf(language).payments.history })
  /** The payments' numbers, top to bottom. */
  const numbers = async (tab: Tab, language: 'ar' | 'en' = 'ar') =>
    (await history(tab, language).getByRole('row').allInnerTexts()).flatMap((row) => /P-[0-9A-F]{16}/.exec(row)?.[0] ?? [])

  test.each(['ar', 'en'] as const)(
    'keeps page, search and status in the address: reload, link and way back show the same (%s)',
    async (language) => {
      const { ui } = textsOf(language)
      const tab = await here.open({ language })
      await signIn(tab, noura, listed('payments'))
      await eventually(async () => (await numbers(tab, language)).length).toBe(10)
      const first = await numbers(tab, language)

      await tab.getByRole('button', { name: ui.page.replace('{{page}}', '2'), exact: true }).click()
      await eventually(async () => (await numbers(tab, language)).some((number) => first.includes(number))).toBe(false)
      const second = await numbers(tab, language)
      expect(new URL(tab.url()).searchParams.get('page')).toBe('2')
      await tab.reload()
      await eventually(() => numbers(tab, language)).toEqual(second)

      await tab.getByRole('textbox', { name: ui.search }).fill(second[3]!.toLowerCase())
      await eventually(() => numbers(tab, language)).toEqual([second[3]])
      expect(new URL(tab.url()).searchParams.has('page')).toBe(false)
      await tab.goBack()
      await eventually(() => numbers(tab, language)).toEqual(second)

      await tab.goto(listed('payments'))
      await tab.getByRole('button', { name: new RegExp(ui.status) }).click()
      await tab.getByRole('option', { name: paymentStatusWords.failed[language] }).click()
      await expect
        .poll(async () => new Set(await history(tab, language).locator('.chip').allInnerTexts()))
        .toEqual(new Set([paymentStatusWords.failed[language]]))
      const link = tab.url()
      const failed = await numbers(tab, language)
      await tab.getByRole('button', { name: ui.clear }).click()
      await eventually(() => numbers(tab, language)).toEqual(first)
      await tab.goto(link)
      await eventually(() => numbers(tab, language)).toEqual(failed)
      expect(tab.complaints).toEqual([])
    },
  )

  test('says when nothing fits, and leads out of it', async () => {
    const { ui } = textsOf('ar')
    const tab = await here.open({ size: 'phone' })
    await signIn(tab, noura, `${listed('payments')}?search=zzz`)
    await tab.getByRole('heading', { name: ui.noMatch }).waitFor()
    await tab.getByRole('button', { name: ui.clear }).first().click()
    await eventually(async () => (await numbers(tab)).length).toBe(10)
  })

  test('that cannot be fetched says so and tries again', async () => {
    const { ui } = textsOf('ar')
    const tab = await here.open()
    await tab.route('**/payment/history/**', (route) => route.abort())
    await signIn(tab, noura, listed('payments'))
    await tab.getByRole('alert').getByText(ui.fetchFailed).waitFor()
    await expectAccessible(tab)
    await tab.unroute('**/payment/history/**')
    await tab.getByRole('button', { name: ui.retry }).click()
    await eventually(async () => (await numbers(tab)).length).toBe(10)
  })

  test('asks the gateway about a row, and pays an open one', async () => {
    const { payments: words } = textsOf('ar')
    const shopper = await here.server.signIn(faisal)
    const bought = await payer(here.server).buy(shopper)
    const { reference } = await payer(here.server).paymentOf(bought)
    const tab = await here.open()
    await signIn(tab, faisal, listed('payments'))
    const row = tab.getByRole('row').filter({ hasText: reference })
    await row.getByText(paymentStatusWords.initiated.ar).waitFor()
    await payer(here.server).pay(bought.paymentUrl)
    await row.getByRole('button', { name: words.checkRow.replace('{{id}}', reference) }).click()
    await row.getByText(paymentStatusWords.paid.ar).waitFor()
    expect(await row.getByRole('button', { name: words.payRow.replace('{{id}}', reference) }).count()).toBe(0)

    const open2 = await payer(here.server).buy(shopper)
    const { reference: second } = await payer(here.server).paymentOf(open2)
    await tab.reload()
    await tab.getByRole('button', { name: words.payRow.replace('{{id}}', second) }).click()
    await tab.waitForURL(atGateway)
    await payBy(tab, cards.paid)
    await outcome(tab, 'ar', 'paid')
    expect(await payer(here.server).creditsOf(open2)).toMatchObject([{ credited: 10, available: 10 }])
  })
})
