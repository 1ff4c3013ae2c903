/** The lists of the personal area, each in every state: their pages and filters stand in the address, and nothing fails in silence. */
import type { Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dscStateWords } from '#contract/certificateStates.ts'
import { listPaymentHistory, paymentStatusWords } from '#contract/payments.ts'
import { transactionStatuses } from '#contract/transactions.ts'
import { cast } from '#server/demo/cast.ts'
import { addCertificates } from '#server/demo/certificates.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { choose, expectAccessible, journey, openTab, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ sweepScale: 50 })

const [noura, faisal] = [cast.noura, cast.faisal]
const ar = textsOf('ar')

type List = {
  name: string
  path: string
  /** The address of its call. */
  call: RegExp
  /** A text to search for, and what every row that it finds must show. */
  search?: { text: string; shows: RegExp }
  /** A filter's value as its choice is named and as it stands in the address, and what every row then shows. */
  filter?: { label: string; choice: string; query: string; shows: string }
  /** What somebody with nothing in it reads. */
  empty?: string
}

const lists: List[] = [
  {
    name: 'my transactions',
    path: '/app/my/esign/transactions',
    call: /esign\/my\/transactions$/,
    search: { text: 'Non-disclosure', shows: /./ },
    filter: { label: ar.ui.status, choice: transactionStatuses.failed.ar, query: 'type=failed', shows: transactionStatuses.failed.ar },
    empty: ar.transactions.empty,
  },
  {
    name: 'purchased plans',
    path: '/app/my/esign/subscriptions/purchased',
    call: /plans\/purchased\/\d+\/10/,
    search: { text: 'البداية', shows: /باقة البداية/ },
    empty: ar.subscriptions.noPurchased,
  },
  {
    name: 'plan history',
    path: '/app/my/esign/subscriptions/history',
    call: /plans\/history\//,
    search: { text: 'الأسبوع', shows: /باقة الأسبوع/ },
    empty: ar.subscriptions.noHistory,
  },
  {
    name: 'payment history',
    path: '/app/my/esign/subscriptions/payments',
    call: /payment\/history\//,
    search: { text: 'باقة البداية', shows: /57\.50/ },
    filter: { label: ar.ui.status, choice: paymentStatusWords.failed.ar, query: 'status=failed', shows: paymentStatusWords.failed.ar },
    empty: ar.payments.none,
  },
  {
    name: 'certificates',
    path: '/app/my/dsc/manage',
    call: /dsc\/my\/certificates\/\d+\/10\?.*stage=certificate/,
    search: { text: 'شهادة الدخول', shows: /شهادة الدخول/ },
    filter: { label: ar.ui.status, choice: dscStateWords.revoked.ar, query: 'state=revoked', shows: dscStateWords.revoked.ar },
    empty: ar.certificates.manage.empty,
  },
  { name: 'devices', path: '/app/my/devices', call: /registeredDevices\// },
  { name: 'who looked at my data', path: '/app/my/account/my-data', call: /data\/looks\/\d+\/10/, empty: ar.profile.data.noLooks },
  {
    name: 'notifications',
    path: '/app/my/notifications',
    call: /my\/notifications\?.*size=10/,
    filter: { label: ar.ui.status, choice: ar.notifications.unread, query: 'unread=1', shows: ar.notifications.unread },
    empty: ar.notifications.none,
  },
]

/** Of both persons, for all the tests. */
let tab: Tab
let newcomer: Tab
/** A signing that has documents. */
let signingId: string
beforeAll(async () => {
  const { browser, server } = here
  tab = await openTab(browser, server)
  await signIn(tab, noura)
  newcomer = await openTab(browser, server)
  await signIn(newcomer, faisal)
  const people = await server.db.selectFrom('session').select('person_id').orderBy('born_at').execute()
  const [nouraId, faisalId] = people.map(({ person_id }) => person_id)
  await server.db.deleteFrom('notification').where('person_id', '=', faisalId!).execute()
  await server.db
    .updateTable('notification')
    .set({ read_at: null })
    .where('person_id', '=', nouraId!)
    .where('kind', '=', 'paymentFailed')
    .execute()
  for (let i = 0; i < 14; i++)
    await server.db
      .insertInto('device')
      .values({
        person_id: nouraId!,
        public_id: `a-device-of-the-past-${i}`,
        kind: 'browser',
        model: `Edge ${100 + i}, Windows`,
        created_at: new Date(),
        seen_at: new Date(Date.now() - (i + 1) * 3_600_000),
      })
      .execute()
  await addCertificates(server.app, nouraId!, 2_000) // as many again as the demonstration gave her, for a second page
  const viewer = await server.db.selectFrom('operator_role').select('person_id').orderBy('person_id').limit(1).executeTakeFirstOrThrow()
  for (let i = 0; i < 14; i++)
    await recordLook(
      server.db,
      { now: new Date(Date.now() - i * 3_600_000), reference: `look-${i}` },
      { personId: nouraId!, viewerId: viewer.person_id, organisationId: null, what: 'transactions' },
    )
  signingId = (
    await server.db
      .selectFrom('esign_transaction')
      .innerJoin('document', 'document.transaction_id', 'esign_transaction.id')
      .select('esign_transaction.public_id')
      .where('esign_transaction.person_id', '=', nouraId!)
      .orderBy('esign_transaction.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).public_id
})

const main = (of = tab) => of.locator('#main')
/** The rows that are shown once nothing is being fetched, as one text each. */
async function rows(of = tab): Promise<string[]> {
  const table = of.locator('#main .list').first()
  await table.locator('[aria-busy=false] tbody tr').first().waitFor()
  return of.evaluate(() =>
    // in one go: between two questions it may be drawn anew
    Array.from(document.querySelector('#main .list')!.querySelectorAll<HTMLElement>('tbody tr'), (row) =>
      [row.innerText, ...Array.from(row.querySelectorAll('a'), (link) => link.pathname)].join('\n'),
    ),
  )
}
const go = (path: string, of = tab) => of.goto(path)
const settled = (of = tab) => of.locator('#main [aria-busy=false] tbody tr').first().waitFor()
const refuse = (title: string) => (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title, status: 500, detail: 'UNEXPECTED', reference: 'R' }),
  })

describe.each(lists)('$name', ({ path, call }) => {
  test('pages stand in the address: a press, a link and a reload show the same rows', async () => {
    await go(path)
    const first = await rows()
    expect(first).toHaveLength(10)
    await main()
      .getByRole('button', { name: ar.ui.page.replace('{{page}}', '2'), exact: true })
      .click()
    await tab.waitForURL(/[?&]page=2/)
    await tab.locator(`#main .page[aria-current=page]`, { hasText: '2' }).waitFor()
    const second = await rows()
    expect(second.filter((row) => first.includes(row))).toEqual([])
    await tab.reload()
    expect(await rows()).toEqual(second)
    await tab.goBack()
    await expect.poll(() => rows()).toEqual(first)
    await go(`${path}?page=2`)
    expect(await rows()).toEqual(second)
    for (const odd of ['0', '-3', 'x', '1.5']) {
      await go(`${path}?page=${odd}`)
      expect(await rows(), odd).toEqual(first)
    }
    await go(`${path}?page=99999999999999`)
    await main().getByText(ar.ui.noMatch, { exact: true }).waitFor()
    expect(await main().locator('.pages').count()).toBe(0)
  })

  test('while it loads, rows keep their place', async () => {
    let answer: () => void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await tab.route(call, async (route) => (await held, route.continue()))
    await go(path)
    await main().locator('.skeleton').nth(9).waitFor()
    const height = async () => (await main().locator('.skeleton').first().boundingBox())?.height
    await expect.poll(height).toBeGreaterThanOrEqual(52) // the table may be drawn anew meanwhile
    answer!()
    expect((await rows()).length).toBeGreaterThan(0)
    await expect.poll(() => main().locator('.skeleton').count()).toBe(0)
    await tab.unroute(call)
  })

  test('a failure shows the server’s sentence, or that nothing could be fetched, and can be tried again', async () => {
    await tab.route(call, refuse('تعذّر على الخادم عرض هذه القائمة'))
    await go(path)
    await main().getByText('تعذّر على الخادم عرض هذه القائمة').waitFor()
    await expectAccessible(tab)
    await tab.unroute(call)
    await tab.route(call, (route) => route.abort('connectionfailed'))
    await main().getByRole('button', { name: ar.ui.retry }).click()
    await main().getByText(ar.ui.fetchFailed, { exact: true }).waitFor()
    await tab.unroute(call)
    await main().getByRole('button', { name: ar.ui.retry }).click()
    expect((await rows()).length).toBeGreaterThan(0)
  })

  test('without a connection the screen says so, keeps what it shows and goes on by itself', async () => {
    await go(path)
    const first = await rows()
    await tab.context().setOffline(true)
    await main().getByText(ar.ui.offline).waitFor()
    await main()
      .getByRole('button', { name: ar.ui.page.replace('{{page}}', '2'), exact: true })
      .click()
    await tab.waitForURL(/page=2/)
    expect(await rows()).toEqual(first)
    await tab.context().setOffline(false)
    await main().getByText(ar.ui.offline).waitFor({ state: 'detached' })
    await expect.poll(async () => (await rows()).filter((row) => first.includes(row)), { timeout: 10_000 }).toEqual([])
  })
})

test.each(lists.filter(({ search }) => search))(
  '$name: a search stands in the address, begins at the first page, and is cleared by one press',
  async ({ path, search }) => {
    const { text, shows } = search!
    await go(`${path}?page=2`)
    await settled()
    await main().getByRole('textbox', { name: ar.ui.search }).fill(text)
    await tab.waitForURL((url) => url.searchParams.get('search') === text && !url.searchParams.has('page'))
    // the rows of before stand until the answer is there
    await expect.poll(async () => (await rows()).filter((row) => !shows.test(row)), { timeout: 10_000 }).toEqual([])
    await settled()
    const found = await rows()
    expect(found.length).toBeGreaterThan(0)
    await tab.reload()
    expect(await rows()).toEqual(found)
    expect(await main().getByRole('textbox', { name: ar.ui.search }).inputValue()).toBe(text)
    await main().getByRole('textbox', { name: ar.ui.search }).fill('لا شيء كهذا 100%')
    await main().getByText(ar.ui.noMatch, { exact: true }).waitFor()
    await main().getByRole('button', { name: ar.ui.clear }).first().click()
    await tab.waitForURL((url) => url.search === '')
    await expect.poll(() => rows()).toHaveLength(10)
    await expect.poll(() => rows(), { message: 'the search narrowed nothing' }).not.toEqual(found)
    await expect.poll(() => main().getByRole('textbox', { name: ar.ui.search }).inputValue()).toBe('')
  },
)

test('what is typed while a search is on its way stays, a space too', async () => {
  await go(lists.find(({ search }) => search)!.path)
  await settled()
  const field = main().getByRole('textbox', { name: ar.ui.search })
  await field.fill('باقة ')
  await tab.waitForURL((url) => url.searchParams.get('search') === 'باقة')
  await settled()
  await field.pressSequentially('البداية')
  await tab.waitForURL((url) => url.searchParams.get('search') === 'باقة البداية')
  expect(await field.inputValue()).toBe('باقة البداية')
  await field.fill('')
  await tab.waitForURL((url) => url.search === '')
})

test.each(lists.filter(({ filter }) => filter))(
  '$name: a filter stands in the address; a value that does not exist is none',
  async ({ path, filter }) => {
    const { label, choice, query, shows } = filter!
    const [name, value] = query.split('=') as [string, string]
    await go(path)
    const all = await rows()
    await main().getByRole('button', { name: label }).click()
    await tab.getByRole('option', { name: choice, exact: true }).click()
    await tab.waitForURL((url) => url.searchParams.get(name) === value)
    await expect.poll(async () => (await rows()).filter((row) => !row.includes(shows)), { timeout: 10_000 }).toEqual([])
    const narrowed = await rows()
    expect(narrowed.length).toBeGreaterThan(0)
    await tab.reload()
    expect(await rows()).toEqual(narrowed)
    await go(`${path}?${name}=nothing-of-the-kind`)
    expect(await rows()).toEqual(all)
    expect(await main().getByRole('button', { name: label }).innerText()).toContain(ar.ui.all)
  },
)

test.each(lists.filter(({ empty }) => empty))('$name: with nothing in it, it says what will be here', async ({ path, empty }) => {
  await go(path, newcomer)
  await main(newcomer).getByText(empty!, { exact: true }).waitFor()
  expect(await main(newcomer).locator('.pages').count()).toBe(0)
  await expectAccessible(newcomer)
})

test('how many rows a page has is chosen, stands in the address and begins at the first page', async () => {
  await go('/app/my/esign/transactions?page=2')
  await settled()
  const size = main().getByRole('combobox', { name: ar.ui.pageSize })
  expect(await size.inputValue()).toBe('10')
  await size.selectOption('25')
  await tab.waitForURL((url) => url.searchParams.get('size') === '25' && !url.searchParams.has('page'))
  await expect.poll(async () => (await rows()).length, { timeout: 10_000 }).toBe(25)
  await tab.reload()
  expect(await rows()).toHaveLength(25)
  await expectAccessible(tab)
  await go('/app/my/esign/transactions?size=7')
  expect(await rows()).toHaveLength(10)
})

describe('screens of rows that have no pages', () => {
  const plain = [
    {
      path: '/app/my/esign/buy/plans',
      call: /esign\/plans/,
      shown: '.plans',
      noRows: { planDetailsDTOList: [] },
      empty: ar.catalogue.none,
    },
    {
      path: '/app/my/esign/subscriptions/current',
      call: /plans\/purchased\/1\/100/,
      shown: '.current-plans',
      noRows: { dataList: [], welcomePackList: [] },
      empty: ar.subscriptions.noCurrent,
    },
    {
      path: '/app/my/account/agreements',
      call: /my\/agreements$/,
      shown: 'tbody tr',
      noRows: { dataList: [], totalCount: 0 },
      empty: ar.profile.agreements.none,
    },
    { path: '/app/my/account/sessions', call: /my\/sessions$/, shown: 'tbody tr' }, // the one that looks is always there
    { path: '/app/my/esign/transactions/', call: /esign\/my\/documents$/, shown: '.documents li' }, // of one signing
  ]
  test.each(plain)('$path: shown, empty, failed and without a connection', async ({ path: at, call, shown, noRows, empty }) => {
    const path = at.endsWith('/') ? at + signingId : at
    await go(path)
    await main().locator(shown).first().waitFor()
    await tab.context().setOffline(true)
    await main().getByText(ar.ui.offline).waitFor()
    await tab.context().setOffline(false)
    await main().getByText(ar.ui.offline).waitFor({ state: 'detached' })
    if (empty) {
      await tab.route(call, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), ...noRows } })
      })
      await tab.reload()
      await main().getByText(empty, { exact: true }).waitFor()
      await tab.unroute(call)
    }
    await tab.route(call, refuse('لا تتوفر هذه البيانات الآن'))
    await tab.reload()
    await main().getByText('لا تتوفر هذه البيانات الآن').waitFor()
    await tab.unroute(call)
    await tab.route(call, (route) => route.abort('connectionfailed'))
    await main().getByRole('button', { name: ar.ui.retry }).click()
    await main().getByText(ar.ui.fetchFailed, { exact: true }).waitFor()
    await expectAccessible(tab)
    await tab.unroute(call)
    await main().getByRole('button', { name: ar.ui.retry }).click()
    await main().locator(shown).first().waitFor()
  })
})

test('an identity that is due stops signing and nothing else; both screens lead to its renewal', async () => {
  const restore = await here.server.db
    .selectFrom('person')
    .select(['id', 'kyc_until'])
    .where('national_id_hash', '=', here.server.app.secrets.lookUp(faisal))
    .executeTakeFirstOrThrow()
  await here.server.db
    .updateTable('person')
    .set({ kyc_until: new Date(Date.now() - 1000) })
    .where('id', '=', restore.id)
    .execute()
  await go('/app/my/dashboard', newcomer)
  await main(newcomer).getByText(ar.dashboard.kycDue).waitFor()
  await main(newcomer).getByText(ar.dashboard.kycStates.due, { exact: true }).waitFor()
  await expectAccessible(newcomer)
  await go('/app/my/esign/subscriptions/current', newcomer)
  await main(newcomer).locator('.current-plans').waitFor()
  await go('/app/my/esign/sign', newcomer)
  await main(newcomer).getByText(ar.signing.kycDue).waitFor()
  await main(newcomer).getByRole('link', { name: ar.signing.renew }).click()
  await newcomer.waitForURL(/kyc-renewal/)
  await here.server.db.updateTable('person').set({ kyc_until: restore.kyc_until }).where('id', '=', restore.id).execute()
})

describe('the order of payments', () => {
  const { amount, paymentDate } = listPaymentHistory.columns

  test('is turned at a heading: the largest first, the smallest first, and as it was', async () => {
    await tab.goto('/app/my/esign/subscriptions/payments')
    const own = await rows()
    const heading = main().getByRole('columnheader', { name: amount!.heading.ar })
    for (const [query, order] of [
      ['?sort=-amount', 'descending'],
      ['?sort=amount', 'ascending'],
      ['', 'none'],
    ] as const) {
      await heading.getByRole('button').click()
      await tab.waitForURL(({ search }) => search === query)
      await main().locator(`th[aria-sort=${order}]`, { hasText: amount!.heading.ar }).waitFor()
      if (order !== 'descending') continue
      await tab.reload()
      await rows()
      await expectAccessible(tab)
    }
    await expect.poll(() => rows()).toEqual(own)
  })

  test('is chosen beside the filters on a phone, where rows are cards', async () => {
    const phone = await here.open({ size: 'phone' })
    await signIn(phone, noura, '/app/my/esign/subscriptions/payments')
    const before = await rows(phone)
    await main(phone).getByRole('button', { name: ar.ui.filters }).click()
    await choose(phone, ar.ui.order.label, `${paymentDate!.heading.ar}: ${ar.ui.order.moment.up}`)
    await phone.waitForURL('**?sort=paymentDate')
    await expect.poll(async () => (await rows(phone))[0]).not.toBe(before[0])
    await expectAccessible(phone)
  })
})
