import { expect, test } from 'vitest'
import { to } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { queueMail } from '#server/platform/messages.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, expectFit, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const waiting = '/app/operations/requests'
const views = [
  { language: 'ar', size: 'phone', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'light' },
] as const

/** So many rows are here, and no place of one that is awaited: what stands for a row is none. */
const atRest = async (tab: Tab, rows: number) => {
  await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBe(rows)
}

/** The one that was written first is due first, also where both come within a millisecond. */
let written = 0
const write = (subject: 'plans' | 'complaint', body: string, reference: string) =>
  here.server.owner
    .insertInto('contact_message')
    .values({
      reference,
      received_at: new Date(here.server.clock.now().getTime() - 25 * 3_600_000 + 1_000 * written++),
      language: 'en',
      subject,
      name: 'Sara Alharbi',
      email: 'sara@people.example',
      body,
    })
    .execute()

test.each(views)(
  'in $language: the first page counts what waits, and messages are answered one after the other by keys',
  { timeout: 180_000 },
  async (view) => {
    const { operations } = textsOf(view.language)
    await here.server.owner.deleteFrom('contact_message').execute()
    await write('plans', 'How long do plans hold?', 'C-JOUR-NEY1')
    await write('complaint', 'Nobody answered me.', 'C-JOUR-NEY2')
    const tab = await here.open(view)
    await signIn(tab, cast.bandar, '/app/operations')
    const count = tab.locator('.counts li').filter({ hasText: operations.waiting.kinds.contact })
    await expect.poll(() => count.locator('.num').first().textContent()).toBe('2')
    await expectAccessible(tab)
    await expectFit(tab, view)
    await count.getByRole('link').click()
    await tab.waitForURL((url) => url.pathname === waiting && url.searchParams.get('kind') === 'contact')
    await atRest(tab, 2)
    await expectAccessible(tab)
    await expectFit(tab, view)

    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('j')
    await tab.keyboard.press('k')
    expect(await tab.evaluate(() => document.activeElement?.closest('tr')?.matches(':first-child'))).toBe(true)
    await tab.keyboard.press('Enter')
    await tab.getByText('How long do plans hold?').waitFor()
    await expectAccessible(tab)
    await expectFit(tab, view)
    await tab.locator('.queue-steps .num').waitFor() // the queue is known
    await tab.keyboard.press('j')
    await tab.getByText('Nobody answered me.').waitFor()
    await tab.keyboard.press('k')
    await tab.getByText('How long do plans hold?').waitFor()
    await tab.keyboard.press('Escape')
    await tab.waitForURL((url) => url.pathname === waiting && url.searchParams.get('kind') === 'contact')
    await atRest(tab, 2)
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Enter')

    await tab.getByRole('textbox', { name: operations.messages.answerText }).fill('A year: jump to “Plans” for the days left.')
    await tab.getByRole('button', { name: operations.messages.send }).click()
    await tab.getByText('Nobody answered me.').waitFor() // on to what waits next
    await tab.getByRole('button', { name: operations.messages.close }).click()
    const question = tab.getByRole('alertdialog')
    await question.getByRole('textbox').fill('Answered on the telephone.')
    await expectAccessible(tab)
    await question.getByRole('button', { name: operations.messages.close }).click()
    await tab.waitForURL((url) => url.pathname === waiting)
    await tab.getByText(textsOf(view.language).ui.noMatch).waitFor()
    const rows = await here.server.owner.selectFrom('contact_message').select(['state']).orderBy('id').execute()
    expect(rows).toEqual([{ state: 'answered' }, { state: 'closed' }])
    await tab.goto('/app/operations/contact')
    await atRest(tab, 2)
    await expectAccessible(tab)
    await expectFit(tab, view)
    expect(tab.complaints).toEqual([])
  },
)

test('a key that is pressed before the queue is here waits for it', { timeout: 90_000 }, async () => {
  await here.server.owner.deleteFrom('contact_message').execute()
  await write('plans', 'The first message', 'C-JOUR-NEY5')
  await write('plans', 'The second message', 'C-JOUR-NEY6')
  const tab = await here.open({ language: 'en' })
  await signIn(tab, cast.bandar, '/app/operations')
  const hold = async () => {
    const held = Promise.withResolvers<void>()
    await tab.route(/api\/v1\/operations\/requests\?/, (route) => void held.promise.then(() => route.continue()))
    return held.resolve
  }
  const releaseList = await hold()
  await tab.goto(`${waiting}?kind=contact`)
  await tab.locator('#main .skeleton').first().waitFor()
  await tab.keyboard.press('ArrowDown')
  releaseList()
  await expect.poll(() => tab.evaluate(() => document.activeElement?.closest('tr')?.matches(':first-child'))).toBe(true)
  const first = await tab.locator('tbody a').first().getAttribute('href')

  const releaseQueue = await hold()
  await tab.goto(`${new URL(first!, tab.url()).pathname}?kind=contact`)
  await tab.getByText('The first message').waitFor()
  await tab.keyboard.press('j')
  expect(await tab.getByText('The second message').count()).toBe(0)
  releaseQueue()
  await tab.getByText('The second message').waitFor()
  expect(tab.complaints).toEqual([])
})

test('letters can be turned off, arrows stay', { timeout: 90_000 }, async () => {
  const { operations } = textsOf('en')
  await here.server.owner.deleteFrom('contact_message').execute()
  await write('plans', 'One', 'C-JOUR-NEY3')
  const tab = await here.open({ language: 'en' })
  await signIn(tab, cast.bandar, `${waiting}?kind=contact`)
  const isOnRow = () => tab.evaluate(() => document.activeElement?.closest('tbody') !== null)
  await tab.locator('tbody a').first().waitFor()
  await tab.getByText(operations.keys.letters).click()
  await tab.locator('h1').click()
  await tab.keyboard.press('j')
  expect(await isOnRow()).toBe(false)
  await tab.keyboard.press('ArrowDown')
  expect(await isOnRow()).toBe(true)
})

const approve = async (tab: Tab, language: 'ar' | 'en') => {
  await tab.getByRole('button', { name: textsOf(language).decisions.approve, exact: true }).click()
  await tab.locator('#challenge-title').waitFor()
  await tab.waitForURL((url) => url.pathname === waiting)
}

test.each(views)('in $language: an account is closed by two of the staff', { timeout: 180_000 }, async (view) => {
  const { operations } = textsOf(view.language)
  const { nationalId, personId } = await addPerson(here.server, 2, view.language === 'ar' ? 9_401 : 9_402)
  const tab = await here.open(view)
  await signIn(tab, cast.bandar, '/app/operations/people')
  await tab.getByRole('textbox', { name: operations.people.search }).fill(nationalId)
  await tab.getByRole('textbox', { name: operations.people.reason }).fill('They came to the desk.')
  await tab.getByRole('button', { name: operations.people.find }).click()
  await tab.getByRole('button', { name: operations.people.close, exact: true }).click()
  const question = tab.getByRole('alertdialog')
  await question.getByRole('textbox').fill('They no longer use it.')
  await question.getByRole('button', { name: operations.people.closeAsk }).click()
  await tab.getByText(operations.closure.own).waitFor()
  await expectAccessible(tab)
  await expectFit(tab, view)
  const address = new URL(tab.url()).pathname

  const other = await here.open(view)
  await signIn(other, cast.amal, `${address}?kind=closure`)
  await other.getByText('They no longer use it.').waitFor()
  await expectAccessible(other)
  await expectFit(other, view)
  await approve(other, view.language)
  const { status } = await here.server.owner.selectFrom('person').select('status').where('id', '=', personId).executeTakeFirstOrThrow()
  expect(status).toBe('closed')
  expect([...tab.complaints, ...other.complaints]).toEqual([])
})

test.each(views)(
  'in $language: an erasure is granted, with what stays said before, and carried out',
  { timeout: 180_000 },
  async (view) => {
    const { operations, profile } = textsOf(view.language)
    const { nationalId } = await addPerson(here.server, 2, view.language === 'ar' ? 9_411 : 9_412)
    const own = await here.open(view)
    await signIn(own, nationalId, to('myAccountData'))
    await own.getByText(profile.erasure.keptText).waitFor()
    await expectAccessible(own)
    await expectFit(own, view)
    const maker = await here.server.signIn(nationalId)
    const { requestID } = (await maker.post('/api/v1/profile/my/data/erasure', { reason: 'I moved abroad.' })).body
    const tab = await here.open(view)
    await signIn(tab, cast.bandar, `${waiting}/erasure/${requestID}?kind=erasure`)
    await tab.getByText(operations.erasure.wouldKeep).waitFor()
    await expectAccessible(tab)
    await expectFit(tab, view)
    await approve(tab, view.language)
    await expect
      .poll(
        async () =>
          (await here.server.owner.selectFrom('erasure_request').select('state').where('public_id', '=', requestID).executeTakeFirst())
            ?.state,
        {
          timeout: 60_000,
        },
      )
      .toBe('erased')
    await tab.goto(`${waiting}/erasure/${requestID}`)
    await tab.getByText(operations.erasure.keeps).waitFor()
    expect(await tab.getByText('I moved abroad.').count()).toBe(0)
    await expectAccessible(tab)
    expect(tab.complaints).toEqual([])
  },
)

test.each(views)('in $language: what was given up is let go with a reason', { timeout: 120_000 }, async (view) => {
  const { givenUp } = textsOf(view.language).operations
  const now = here.server.clock.now()
  const said = { ar: 'Undelivered', en: 'Undelivered' }
  await here.server.owner.deleteFrom('message').where('gave_up_at', 'is not', null).execute()
  await queueMail(here.server.db, { now }, { to: 'nobody@refused.example', language: 'en', subject: said, text: said })
  const tab = await here.open(view)
  await signIn(tab, cast.amal, '/app/operations/given-up?kind=message')
  await expect
    .poll(
      async () => {
        await tab.reload()
        await tab.locator('.list').waitFor()
        return tab.getByRole('button', { name: givenUp.letGoOne.replace('{{subject}}', 'Undelivered') }).count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
  await expectAccessible(tab)
  await expectFit(tab, view)
  await tab.getByRole('button', { name: givenUp.letGoOne.replace('{{subject}}', 'Undelivered') }).click()
  const question = tab.getByRole('alertdialog')
  await question.getByRole('textbox').fill('The address is wrong.')
  await question.getByRole('button', { name: givenUp.letGo, exact: true }).click()
  await tab.getByText(textsOf(view.language).ui.noMatch).waitFor()
  expect(tab.complaints).toEqual([])
})
