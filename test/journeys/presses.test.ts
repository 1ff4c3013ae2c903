/** How many presses each thing takes that people come for, on a telephone, from where they are when they want it; the browser counts. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { screens } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { cards } from '../payer.ts'
import { journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'
import { payBy } from './gateway.ts'
import { counting } from './presses.ts'

const here = journey()
const say = textsOf('ar')
const pdf = fileURLToPath(new URL('../fixtures/pdf/chromium.pdf', import.meta.url))

const press = (tab: Tab, role: 'link' | 'button', name: string | RegExp) =>
  tab
    .locator('#main')
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click()
const pressMenu = async (tab: Tab, to: string) => {
  await tab.getByRole('button', { name: say.header.openMenu }).click()
  await tab.getByRole('dialog').locator(`a[href="${to}"]`).click()
}
/** A file is a press more, in the telephone's own picker. */
async function give(tab: Tab, count: { presses: number }) {
  const [files] = await Promise.all([tab.waitForEvent('filechooser'), tab.locator('label.drop').click()])
  await files.setFiles(pdf)
  count.presses++
}
async function pay(tab: Tab, back: string) {
  await tab.waitForURL('**/moyasar/invoices/**')
  await payBy(tab, cards.paid, back)
  await tab.getByRole('heading', { name: say.payments.outcome.paid }).waitFor()
}

type Path = { name: string; from: string; most: number; walk: (tab: Tab, count: { presses: number }) => Promise<void> }
const paths: Path[] = [
  {
    name: 'another document is signed',
    from: screens.my.path,
    most: 6,
    walk: async (tab, count) => {
      await tab.locator(`#main a[href="${screens.sign.path}"]`).first().click()
      await tab.locator('.sign-balance').waitFor()
      await give(tab, count)
      await tab.locator('.sign-files [data-state=ready]').waitFor()
      await press(tab, 'button', say.signing.choose.next)
      await tab.getByText(say.signing.approve.accept).click()
      await press(tab, 'button', say.signing.approve.start)
      await tab.locator('.done-documents li').first().waitFor()
    },
  },
  {
    name: 'a signed document is read',
    from: screens.my.path,
    most: 4,
    walk: async (tab) => {
      await pressMenu(tab, screens.myTransactions.path)
      await tab.locator('.row-actions a').first().click()
      await tab.locator('.documents li').first().getByRole('button', { name: say.ui.viewer.read }).click()
      await tab.locator('.viewer-stage').waitFor()
    },
  },
  {
    name: 'a signed document is saved',
    from: screens.my.path,
    most: 4,
    walk: async (tab) => {
      await pressMenu(tab, screens.myTransactions.path)
      await tab.locator('.row-actions a').first().click()
      const save = tab.locator('.documents li').first().getByRole('button', { name: say.transactions.download.signed })
      await Promise.all([tab.waitForEvent('download'), save.click()])
    },
  },
  {
    name: 'a document is verified',
    from: screens.home.path,
    most: 3,
    walk: async (tab, count) => {
      await tab.locator(`#main a[href="${screens.verify.path}"]`).first().click()
      await give(tab, count)
      await tab.locator('.verify-verdict').waitFor()
    },
  },
  {
    name: 'a plan is bought',
    from: screens.my.path,
    most: 7,
    walk: async (tab) => {
      await pressMenu(tab, screens.buyPlans.path)
      await press(tab, 'button', new RegExp(say.catalogue.choose))
      const summary = tab.getByRole('dialog', { name: say.catalogue.summary })
      await summary.getByText(say.catalogue.agree).click()
      await summary.getByRole('button', { name: say.catalogue.pay }).click()
      await pay(tab, '**/app/my/paymentStatus**')
    },
  },
  {
    name: 'a certificate is bought',
    from: screens.my.path,
    most: 10,
    walk: async (tab) => {
      await pressMenu(tab, screens.buyCertificate.path)
      await press(tab, 'button', new RegExp(say.certificates.class.chooseNamed.split('{{')[0].replace('\u2068', '')))
      await press(tab, 'button', say.certificates.key.next)
      await tab.getByText(say.certificates.review.agree).click()
      await press(tab, 'button', say.certificates.review.pay)
      await pay(tab, '**/app/my/paymentStatus**')
      await press(tab, 'link', say.payments.toCertificate)
      await press(tab, 'button', say.certificates.identity.start)
      await tab.getByRole('heading', { name: say.certificates.issue.done }).waitFor()
    },
  },
]

test.each(paths)('$name in at most $most presses', { timeout: 120_000 }, async ({ name, from, most, walk }) => {
  const tab = await here.open({ size: 'phone' })
  await signIn(tab, cast.noura)
  const count = await counting(tab)
  await tab.goto(from)
  await tab.locator('#main h1').waitFor()
  await walk(tab, count)
  console.log(`${name}: ${count.presses} presses, ${count.fields.size} fields`)
  expect(count.presses).toBeLessThanOrEqual(most)
  expect(count.presses, 'they were counted').toBeGreaterThan(1)
  expect(tab.complaints).toEqual([])
})
