/** What the provider's finance does all day: a price changes, money goes back, the statement is compared. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { decideAt } from '../decider.ts'
import { payer } from '../payer.ts'
import { expectAccessible, journey, type Tab, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

/** Types a day into the parts of a date field, as somebody at the keyboard does. */
async function typeDay(tab: Tab, digits: readonly string[]) {
  await tab.getByRole('spinbutton').first().focus()
  for (const part of digits) await tab.keyboard.type(part)
}
const decideHere = async (tab: Tab, language: 'ar' | 'en') => {
  const { decisions } = textsOf(language)
  await tab.getByRole('button', { name: decisions.approve, exact: true }).click()
  await tab.getByText(decisions.done).first().waitFor()
}

test.each<Required<View>>([
  { language: 'ar', size: 'phone', theme: 'light' },
  { language: 'en', size: 'wide', theme: 'dark' },
])('in $language, $size: a price is proposed, decided by another, and withdrawn before its day', { timeout: 180_000 }, async (view) => {
  const { finance: say, ui } = textsOf(view.language)
  const tab = await here.open(view)
  await signIn(tab, cast.latifah, '/app/operations/catalogue')
  await tab.getByRole('heading', { name: say.catalogue.plans }).waitFor()
  await expectAccessible(tab)
  const name = view.language === 'ar' ? 'باقة البداية' : 'Starter'
  await tab.getByRole('link', { name: say.catalogue.changeOne.replace('{{name}}', name) }).click()
  await tab.getByRole('textbox', { name: say.catalogue.price }).fill('55')
  await tab.getByRole('button', { name: say.propose.send }).click()
  await tab.locator('.field-error').first().waitFor()
  await expectAccessible(tab)
  await typeDay(tab, ['15', '06', String(new Date().getFullYear() + 1)])
  await tab.getByRole('button', { name: say.propose.send }).click()
  await tab.getByRole('heading', { name: say.change.sides }).waitFor()
  await tab.getByText(say.change.own).waitFor()
  await expectAccessible(tab)
  const requestID = new URL(tab.url()).pathname.split('/').at(-1)!

  const other = await here.open(view)
  await signIn(other, cast.amal, `/app/operations/catalogue/changes/${requestID}`)
  await other.getByRole('heading', { name: say.change.sides }).waitFor()
  await expectAccessible(other)
  await decideHere(other, view.language)

  await tab.goto(`/app/operations/catalogue/changes/${requestID}`)
  await tab.getByRole('button', { name: say.change.withdraw, exact: true }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: say.change.withdraw, exact: true }).click()
  await tab.getByText(say.change.withdrawDone).first().waitFor()
  expect(ui.cancel).not.toBe('')
  expect([...tab.complaints, ...other.complaints]).toEqual([])
})

test.each<Required<View>>([
  { language: 'ar', size: 'wide', theme: 'light' },
  { language: 'en', size: 'phone', theme: 'dark' },
])('in $language, $size: money goes back from the payment to the credit note', { timeout: 180_000 }, async (view) => {
  const { finance: say, ui } = textsOf(view.language)
  const shop = payer(here.server)
  const buyer = await here.server.signIn(cast.faisal)
  const page = await shop.bought(buyer)
  const { reference } = await shop.paymentOf(page)
  const tab = await here.open(view)
  await signIn(tab, cast.latifah, '/app/operations/payments')
  await tab.getByPlaceholder(say.payments.search).fill(reference)
  await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBe(1)
  await expectAccessible(tab)
  await tab.getByRole('link', { name: ui.view }).click()
  await tab.getByRole('heading', { name: say.payment.lines }).waitFor()
  await expectAccessible(tab)
  await tab.getByRole('button', { name: say.payment.refund, exact: true }).click()
  const question = tab.getByRole('alertdialog')
  await question.getByRole('textbox').fill('Bought twice.')
  await expectAccessible(tab)
  await question.getByRole('button', { name: say.propose.send, exact: true }).click()
  await tab.getByRole('heading', { name: say.refund.what }).waitFor()
  await expectAccessible(tab)
  const requestID = new URL(tab.url()).pathname.split('/').at(-1)!
  const admin = await here.server.signIn(cast.amal)
  expect((await decideAt('/api/v1/operations/refunds/decision', admin, { requestID })).body.status).toBe('1')
  await tab.goto(`/app/operations/payments/${page.encodedPaymentSlno}`)
  await tab.getByRole('button', { name: new RegExp(say.payment.creditNote) }).waitFor()
  expect((await shop.paymentOf(page)).status).toBe('refunded')
  expect(tab.complaints).toEqual([])
})

test.each<Required<View>>([
  { language: 'ar', size: 'phone', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'light' },
])('in $language, $size: a day is compared with the statement, and a difference closed', { timeout: 180_000 }, async (view) => {
  const { finance: say, ui } = textsOf(view.language)
  const shop = payer(here.server)
  const buyer = await here.server.signIn(cast.faisal)
  const page = await shop.bought(buyer)
  const { id, gateway_id } = await shop.paymentOf(page)
  await here.server.owner
    .updateTable('payment')
    .set({ gateway_id: `${gateway_id}-x` })
    .where('id', '=', id)
    .execute()
  const tab = await here.open(view)
  await signIn(tab, cast.latifah, '/app/operations/reconciliation')
  await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBeGreaterThan(0)
  await expectAccessible(tab)
  // The statement comes when the page is open already, and what is told of it when all of it is here: no line is missing.
  const { payments } = here.server.app
  const listPayments = payments.listPayments!
  onTestFinished(() => void (payments.listPayments = listPayments))
  const opened = Promise.withResolvers<void>()
  payments.listPayments = async (span) => {
    await opened.promise
    await wait(300)
    return listPayments(span)
  }
  const fetching = () => here.server.owner.selectFrom('reconciliation').select('id').where('state', '=', 'fetching').execute()
  await tab.route(/api.*\/reconciliation\/[^/?]+$/, async (route) => {
    if (route.request().method() === 'GET') {
      opened.resolve()
      await expect.poll(fetching).toEqual([])
    }
    await route.continue()
  })
  await tab.getByRole('button', { name: say.reconciliations.run, exact: true }).click()
  await tab.getByRole('button', { name: ui.today, exact: true }).click()
  await tab.getByRole('heading', { name: say.lines.summary }).waitFor()
  await tab.getByText(say.lines.whatToDo).waitFor()
  await expectAccessible(tab)
  await tab
    .getByRole('button', { name: say.lines.close, exact: true })
    .or(tab.getByRole('button', { name: new RegExp(say.lines.closeOne.split('{{')[0]) }))
    .first()
    .click()
  const question = tab.getByRole('alertdialog')
  await question.getByRole('textbox').fill('Known at the gateway.')
  await question.getByRole('button', { name: say.lines.close, exact: true }).click()
  await tab.getByText(say.lines.closeDone).first().waitFor()
  await here.server.owner.updateTable('payment').set({ gateway_id }).where('id', '=', id).execute()
  expect(tab.complaints).toEqual([])
})

test.each<Required<View>>([
  { language: 'ar', size: 'phone', theme: 'light' },
  { language: 'en', size: 'wide', theme: 'dark' },
])('in $language, $size: a part of the money goes back, and the rest stays', { timeout: 180_000 }, async (view) => {
  const { finance: say } = textsOf(view.language)
  const shop = payer(here.server)
  const buyer = await here.server.signIn(cast.faisal)
  const page = await shop.bought(buyer)
  const tab = await here.open(view)
  await signIn(tab, cast.latifah, `/app/operations/payments/${page.encodedPaymentSlno}`)
  await tab.getByRole('button', { name: say.payment.refund, exact: true }).click()
  const question = tab.getByRole('alertdialog')
  await question.getByText(say.payment.refundPart, { exact: true }).click()
  const count = question.getByRole('textbox', { name: say.payment.refundCount })
  await count.fill('11')
  await question.getByRole('textbox', { name: say.propose.reason }).fill('Nobody uses these.')
  await question.getByRole('button', { name: say.propose.send, exact: true }).click()
  await question.locator('.field-error').waitFor()
  await expectAccessible(tab)
  await count.fill('٣')
  await question.getByText('17.25').first().waitFor()
  await expectAccessible(tab)
  await question.getByRole('button', { name: say.propose.send, exact: true }).click()
  await tab.getByRole('heading', { name: say.refund.what }).waitFor()
  await expectAccessible(tab)
  const requestID = new URL(tab.url()).pathname.split('/').at(-1)!
  const other = await here.open(view)
  await signIn(other, cast.amal, `/app/operations/refunds/${requestID}`)
  await other.getByRole('heading', { name: say.refund.what }).waitFor()
  await decideHere(other, view.language)
  await expect.poll(async () => (await shop.paymentOf(page)).refunded_halalas).toBe(1_725)
  await tab.goto(`/app/operations/payments/${page.encodedPaymentSlno}`)
  await tab.getByText(say.payment.returned).waitFor()
  await tab.getByRole('button', { name: new RegExp(say.payment.creditNote) }).waitFor()
  await expectAccessible(tab)
  expect((await shop.paymentOf(page)).status).toBe('paid')
  expect([...tab.complaints, ...other.complaints]).toEqual([])
})

test.each<Required<View>>([
  { language: 'ar', size: 'wide', theme: 'dark' },
  { language: 'en', size: 'phone', theme: 'light' },
])('in $language, $size: a version of an agreement is written, decided and waits for its day', { timeout: 180_000 }, async (view) => {
  const { finance: say } = textsOf(view.language)
  const kind = view.language === 'ar' ? 'termsOfUse' : 'privacyNotice'
  const tab = await here.open(view)
  await signIn(tab, cast.latifah, '/app/operations/catalogue/agreements')
  await tab.locator('#main tbody tr').first().waitFor()
  await expectAccessible(tab)
  await tab.locator(`a[href*="text=${kind}"]`).click()
  const [ar, en] = [tab.getByRole('textbox', { name: say.agreements.textAr }), tab.getByRole('textbox', { name: say.agreements.textEn })]
  await ar.fill(`${await ar.inputValue()}\nفقرة جديدة.\n`)
  await typeDay(tab, ['15', '06', String(new Date().getFullYear() + 1)])
  await tab.getByRole('button', { name: say.propose.send }).click()
  await tab.locator('.field-error').waitFor() // the other language has not the same parts
  await expectAccessible(tab)
  await en.fill(`${await en.inputValue()}\nA new paragraph.\n`)
  await tab.getByRole('button', { name: say.propose.send }).click()
  await tab.getByRole('heading', { name: say.change.sides }).waitFor()
  await tab.getByText(view.language === 'ar' ? 'فقرة جديدة.' : 'A new paragraph.').waitFor()
  await expectAccessible(tab)
  const requestID = new URL(tab.url()).pathname.split('/').at(-1)!
  const other = await here.open(view)
  await signIn(other, cast.amal, `/app/operations/catalogue/changes/${requestID}`)
  await other.getByRole('heading', { name: say.change.sides }).waitFor()
  await decideHere(other, view.language)
  await other.goto('/app/operations/catalogue/agreements')
  await other.getByText(say.agreements.coming, { exact: true }).first().waitFor()
  expect([...tab.complaints, ...other.complaints].filter((one) => !one.includes('422'))).toEqual([])
})
