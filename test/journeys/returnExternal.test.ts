/** Where a person lands when a signing returns from another application: what the server holds is shown, the address is believed in nothing else. */
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessible, journey, type Tab, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

const [noura, faisal] = [cast.noura, cast.faisal]
const page = '/app/my/esign/transaction/return/external'
const list = '/app/my/esign/transactions'

async function transactionIn(state: 'success' | 'rejected' | 'expired' | 'failed'): Promise<string> {
  const row = await here.server.db
    .selectFrom('esign_transaction')
    .select('public_id')
    .where('state', '=', state)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return row.public_id
}

async function land(query: string, { view, as = noura }: { view?: View; as?: string } = {}): Promise<Tab> {
  const tab = await here.open(view)
  await signIn(tab, as, page)
  await tab.goto(page + query)
  await tab.locator('.signing-back').waitFor()
  return tab
}

test.each([
  ['success', { language: 'ar', theme: 'light', size: 'wide' }],
  ['rejected', { language: 'ar', theme: 'dark', size: 'phone' }],
  ['failed', { language: 'en', theme: 'light', size: 'phone' }],
  ['expired', { language: 'en', theme: 'dark', size: 'wide' }],
] as const)('%s is shown as it is recorded, with the way on (%j)', async (state, view) => {
  const { signing, transactions } = textsOf(view.language)
  const tab = await land(`?transactionID=${await transactionIn(state)}&status=1`, { view })
  const title = state === 'success' ? new RegExp(signing.done.title_other.split(' ')[0]) : signing.ended[state].title
  await tab.locator('.signing-wait').getByRole('heading', { name: title }).waitFor()
  expect(await tab.locator('.signing-wait').getAttribute('role')).toBe(state === 'success' ? 'status' : 'alert')
  await expectAccessible(tab)
  if (state === 'success') {
    const saved = tab.waitForEvent('download')
    await tab
      .getByRole('button', { name: new RegExp(`^${transactions.download.signed}`) })
      .first()
      .click()
    expect((await saved).suggestedFilename()).toMatch(/-signed\.pdf$/)
  }
  await tab.getByRole('link', { name: signing.returned.list, exact: true }).click()
  await tab.waitForURL((url) => url.pathname === list)
  expect(tab.complaints).toEqual([])
})

test('somebody else’s, an absent and a malformed number look alike', async () => {
  const { signing } = textsOf('ar')
  const tab = await land('', { as: faisal })
  const seen: string[] = []
  for (const id of [await transactionIn('success'), 'A'.repeat(22), '<script>', '']) {
    await tab.goto(`${page}?transactionID=${encodeURIComponent(id)}`)
    await tab.getByRole('heading', { name: signing.status.unknown }).waitFor()
    seen.push(await tab.locator('#main').innerText())
  }
  expect(new Set(seen).size).toBe(1)
})

const hostile = [
  'returnUrl=https://evil.example',
  'returnUrl=//evil.example',
  'returnUrl=/%5Cevil.example',
  'returnUrl=/%09/evil.example',
  'return_to=javascript:alert(1)',
  'redirect=https%3A%2F%2Fevil.example&next=%2F%2Fevil.example',
  'url=data:text/html,evil',
  'callback=https://evil.example%00.tawqi.sa',
]

test('whatever else the address says, nobody is led anywhere by it', async () => {
  const transactionID = await transactionIn('success')
  const tab = await land('')
  const elsewhere: string[] = []
  tab.on('request', (request) => new URL(request.url()).origin !== here.server.url && elsewhere.push(request.url()))
  for (const query of hostile) {
    await tab.goto(`${page}?${query}&transactionID=${transactionID}`)
    await tab.locator('.signing-wait').waitFor()
    await expect.poll(() => new URL(tab.url()).search, { message: query }).toBe(`?transactionID=${transactionID}`)
    const links = await tab.locator('#main a, #main form').evaluateAll((found) => found.map((one) => (one as HTMLAnchorElement).href))
    expect(
      links.filter((href) => new URL(href).origin !== here.server.url),
      query,
    ).toEqual([])
    expect(await tab.content(), query).not.toMatch(/evil|javascript:/)
  }
  expect(elsewhere).toEqual([])
})

test('whoever is not signed in signs in first and lands on the same transaction', async () => {
  const tab = await here.open()
  const transactionID = await transactionIn('success')
  await tab.goto(`${page}?transactionID=${transactionID}&returnUrl=https://evil.example`)
  await tab.locator('input[name=nationalID]').fill(noura)
  await tab.locator('form button[type=submit]').click()
  await tab.locator('.signing-wait').waitFor()
  await tab.waitForURL(`${page}?transactionID=${transactionID}`)
})
