/** The period of a list: chosen quickly, by days of either calendar, or typed; kept in the address as Gregorian days. */
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessible, journey, type Tab, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

const noura = cast.noura
const transactions = '/app/my/esign/transactions'

async function openList(view: View): Promise<Tab> {
  const tab = await here.open(view)
  await signIn(tab, noura, transactions)
  await tab.getByRole('table').waitFor()
  return tab
}

/** A day in Riyadh, counted from today. */
const dayFromNow = (days: number) => new Date(Date.now() + (3 + 24 * days) * 3_600_000).toISOString().slice(0, 10)
/** How many of the signings of whoever signed in last the period holds, by the database. */
async function signingsWithin(from: string, to: string): Promise<number> {
  const session = here.server.db.selectFrom('session').select('person_id').orderBy('born_at', 'desc').limit(1)
  const { count } = await here.server.db
    .selectFrom('esign_transaction')
    .where('person_id', '=', session)
    .where('esign_transaction.created_at', '>=', new Date(`${from}T00:00:00+03:00`))
    .where('esign_transaction.created_at', '<', new Date(Date.parse(`${to}T00:00:00+03:00`) + 86_400_000))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const inAddress = (tab: Tab) => {
  const query = new URL(tab.url()).searchParams
  return [query.get('fromDate'), query.get('toDate')]
}
/** The list tells screen readers how many rows there are. */
const told = (tab: Tab, language: 'ar' | 'en', count: number) => {
  const { ui } = textsOf(language)
  const form = new Intl.PluralRules(language).select(count)
  return tab.getByRole('status').filter({ hasText: String(ui[`rows_${form}`]).replace('{{count}}', String(count)) })
}
const openPicker = async (tab: Tab, language: 'ar' | 'en') => {
  const { ui } = textsOf(language)
  const fold = tab.locator('.filters-fold button[aria-expanded="false"]')
  await tab.locator('.filters').waitFor()
  if (await fold.isVisible()) await fold.click()
  await tab.getByRole('button', { name: new RegExp(`^${ui.period} `) }).click()
  const picker = tab.getByRole('dialog', { name: ui.period })
  await picker.getByRole('grid').first().waitFor()
  return picker
}

const refusesHtml = (tab: Tab) =>
  tab.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>'
      return false
    } catch {
      return true
    }
  })

describe.each([
  { language: 'ar', size: 'wide', theme: 'light' },
  { language: 'ar', size: 'phone', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'dark' },
] as const)('in $language on a $size screen, $theme', (view) => {
  const { language } = view
  const { ui } = textsOf(language)

  test('a quick choice narrows the list, survives a reload and is cleared', async () => {
    const tab = await openList(view)
    const all = await signingsWithin('2000-01-01', dayFromNow(1))
    const [from, to] = [dayFromNow(-6), dayFromNow(0)]
    const within = await signingsWithin(from, to)
    expect(within).toBeGreaterThan(0)
    expect(within).toBeLessThan(all)
    await told(tab, language, all).waitFor({ state: 'attached' })

    const picker = await openPicker(tab, language)
    expect(await picker.getByRole('grid').count()).toBe(view.size === 'phone' ? 1 : 2)
    await expectAccessible(tab)
    await picker.getByRole('button', { name: ui.last7Days }).click()
    await picker.waitFor({ state: 'detached' })
    await told(tab, language, within).waitFor({ state: 'attached' })
    expect(inAddress(tab)).toEqual([from, to])

    await tab.reload()
    await told(tab, language, within).waitFor({ state: 'attached' })
    await expectAccessible(tab)

    const again = await openPicker(tab, language)
    await again.getByRole('button', { name: ui.clearPeriod }).click()
    await told(tab, language, all).waitFor({ state: 'attached' })
    expect(inAddress(tab)).toEqual([null, null])
    expect(tab.complaints).toEqual([])
  })

  test('the days of the Hijri calendar are sent as Gregorian ones', async () => {
    const tab = await openList(view)
    await tab.goto(`${transactions}?fromDate=2026-11-01&toDate=2026-11-20`)
    const picker = await openPicker(tab, language)
    await picker.getByText(ui.hijri, { exact: true }).click()
    await expectAccessible(tab)
    const days = picker.getByRole('spinbutton')
    // 21 Jumada I – 10 Jumada II 1448: three segments and the era an end
    await expect.poll(() => days.nth(0).innerText()).toBe('21')
    await days.nth(0).focus()
    await tab.keyboard.type(language === 'ar' ? '٢٢' : '22')
    await picker.getByRole('button', { name: ui.apply, exact: true }).click()
    await picker.waitFor({ state: 'detached' })
    await expect.poll(() => inAddress(tab)).toEqual(['2026-11-02', '2026-11-20'])
    await tab.getByRole('button', { name: /22 .*1448/ }).waitFor()
    expect(tab.complaints).toEqual([])
    // the fields may empty an element, and nothing more
    expect(await refusesHtml(tab)).toBe(true)
  })
})

test('two days of the calendar are chosen with the keyboard alone', async () => {
  const tab = await openList({ language: 'en' })
  await tab.goto(`${transactions}?fromDate=2026-11-10&toDate=2026-11-10`)
  await tab.getByRole('button', { name: /^Period / }).focus()
  await tab.keyboard.press('Enter')
  await tab.locator('[role=gridcell] [role=button]:focus').waitFor()
  // the first day chosen, the focus moves on to the one after it
  for (const key of ['ArrowLeft', 'Enter', 'ArrowDown', 'Enter']) await tab.keyboard.press(key)
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => inAddress(tab)).toEqual(['2026-11-09', '2026-11-17'])
  await expect.poll(() => tab.getByRole('button', { name: /^Period / }).innerText()).toBe('9 – 17 Nov 2026')
})

test('an address with a single end, or with nonsense, is read for what it is', async () => {
  const tab = await openList({ language: 'en' })
  await tab.goto(`${transactions}?fromDate=2026-11-10`)
  await tab.getByRole('button', { name: 'Period Since \u206810 Nov 2026\u2069' }).waitFor()
  await tab.goto(`${transactions}?fromDate=soon&toDate=2026-13-45`)
  await tab.getByRole('button', { name: 'Period Any time' }).waitFor()
})
