/** A list as a file: what a person gets who presses for it, in their language, and what they are told where none comes. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportPaymentHistory, paymentStatusWords } from '#contract/payments.ts'
import { exportMyTransactions, transactionStatuses } from '#contract/transactions.ts'
import { cast } from '#server/demo/cast.ts'
import { readSpreadsheet } from '../spreadsheet.ts'
import { expectAccessible, journey, openTab, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ sweepScale: 50 })
const ar = textsOf('ar').ui

let tab: Tab
beforeAll(async () => {
  tab = await openTab(here.browser, here.server)
  await signIn(tab, cast.noura)
})

describe.each([
  {
    path: '/app/my/esign/transactions',
    query: 'type=failed',
    list: /esign\/my\/transactions$/,
    call: exportMyTransactions,
    state: { column: 'F', is: transactionStatuses.failed.ar },
  },
  {
    path: '/app/my/esign/subscriptions/payments',
    query: 'status=failed',
    list: /payment\/history\/1\/10/,
    call: exportPaymentHistory,
    state: { column: 'I', is: paymentStatusWords.failed.ar },
  },
])('$path', ({ path, query, list, call, state }) => {
  const button = (name = ar.export) => tab.locator('#main').getByRole('button', { name, exact: true })

  test('holds what the list is narrowed to, and is named in the language that is shown', async () => {
    const listing = tab.waitForResponse((answer) => list.test(answer.url()) && answer.request().method() !== 'OPTIONS')
    await tab.goto(`${path}?${query}`)
    const { totalCount } = (await (await listing).json()) as { totalCount: number }
    expect(totalCount).toBeGreaterThan(0)
    const saving = tab.waitForEvent('download')
    await button().click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`${call.title.ar}.xlsx`)
    const [sheet] = readSpreadsheet(readFileSync(await saved.path()))
    expect(sheet).toMatchObject({ name: call.title.ar, isRightToLeft: true })
    expect(sheet!.rows.slice(1).map((row) => row[state.column])).toEqual(Array(totalCount).fill(state.is))
    await expectAccessible(tab)
  })

  test('says that it is being made; a connection that is cut leaves a sentence and no file', async () => {
    let cut: () => void
    const held = new Promise<void>((resolve) => (cut = resolve))
    await tab.route(`**${call.path}`, async (route) => (await held, route.abort('connectionreset')))
    await tab.goto(path)
    await button().click()
    await button(ar.exporting).waitFor()
    cut!()
    await tab.getByText(ar.somethingWrong).waitFor()
    await button().waitFor()
    await tab.unroute(`**${call.path}`)
  })
})
