/** Documents read here: before they are signed, and afterwards. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessibleInEveryLook, expectFingerSized, journey, type Tab, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const noura = cast.noura
const pathOf = (name: string) => fileURLToPath(new URL(`../fixtures/pdf/${name}`, import.meta.url))
const button = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })

async function choose(tab: Tab, ...names: string[]) {
  await tab.goto('/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(names.map(pathOf))
}

async function read(tab: Tab, name: string, language: 'ar' | 'en' = 'ar') {
  await button(tab, `${textsOf(language).ui.viewer.read}: ${name.split('/').at(-1)}`).click()
  await tab.locator('.viewer-sheet[data-drawn]').first().waitFor()
}

async function close(tab: Tab) {
  await tab.keyboard.press('Escape')
  await tab.locator('.viewer').waitFor({ state: 'detached' })
}

const pageNumber = (tab: Tab) => tab.locator('.viewer-page-number input').inputValue()
/** The words that the browser marks as the place that is looked at. */
const marked = (tab: Tab) => tab.evaluate(() => [...(CSS.highlights.get('found-now') ?? [])].map(String).join(''))

describe.each([
  { language: 'ar', size: 'phone' },
  { language: 'en', size: 'wide' },
] as const satisfies View[])('a document of twenty pages, in $language on a $size screen', (view) => {
  test('is read page by page, larger, by its number and by its words', async () => {
    const { ui } = textsOf(view.language)
    const tab = await here.open(view)
    await signIn(tab, noura)
    await choose(tab, 'qpdf-twenty-pages.pdf')
    await read(tab, 'qpdf-twenty-pages.pdf', view.language)
    expect(await pageNumber(tab)).toBe('1')
    expect(await tab.locator('.viewer-sheet').count(), 'pages far away are drawn').toBeLessThan(6)
    if (view.size === 'phone') await expectFingerSized(tab)
    await expectAccessibleInEveryLook(tab)

    const widthOf = async () => (await tab.locator('.viewer-sheet').first().boundingBox())!.width
    // The looks were of every width: the page is laid out for this screen again.
    await expect.poll(widthOf).toBeLessThanOrEqual(tab.viewportSize()!.width)
    const before = await widthOf()
    await button(tab, ui.viewer.larger).click()
    await expect.poll(widthOf).toBeGreaterThan(before)
    await tab.locator('.viewer-stage').press('0')
    await expect.poll(widthOf).toBe(before)

    await tab.locator('.viewer-page-number input').fill('١٧')
    await tab.keyboard.press('Enter')
    await tab.locator('.viewer-sheet[data-page="17"][data-drawn]').waitFor()
    await expect.poll(() => pageNumber(tab)).toBe('17')

    await tab.locator('.viewer-stage').press('Control+f')
    await tab.keyboard.type('example EST')
    const at = (place: number, of: number) => ui.viewer.at.replace('{{at}}', String(place)).replace('{{count}}', String(of))
    await tab.locator('.viewer-find').getByText(at(9, 10)).waitFor()
    await expect.poll(() => marked(tab)).toBe('Example Est')
    await expect.poll(() => pageNumber(tab)).toBe('18')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Enter')
    await tab.locator('.viewer-find').getByText(at(1, 10)).waitFor()
    await expect.poll(() => marked(tab)).toBe('Example Est')
    await tab.locator('.viewer-find input').fill('الطرف الثانى')
    await tab.locator('.viewer-find').getByText(at(1, 20)).waitFor()
    await expect.poll(() => marked(tab)).toMatch(/^[\ufe70-\ufefcء-ي ]{12,14}$/)
    await tab.locator('.viewer-find input').fill('not in it')
    await tab.locator('.viewer-find').getByText(ui.noMatch).waitFor()
    await tab.keyboard.press('Escape')
    await expect.poll(() => marked(tab)).toBe('')
    await tab.locator('.viewer').waitFor()
    await close(tab)
    expect(tab.complaints).toEqual([])
  })
})

test('what was looked through to its end is marked so, and what is agreed to says it truly', async () => {
  const { signing, ui } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura)
  await choose(tab, 'libreoffice.pdf', 'chromium.pdf')
  await button(tab, signing.choose.next).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  await read(tab, 'libreoffice.pdf')
  await close(tab)
  const chips = () => tab.locator('.approve-read .chip').allInnerTexts()
  const { read: readMark, unread } = signing.approve
  await tab.locator('.approve').waitFor()
  expect(await chips(), 'the second page was not seen').toEqual([unread, unread])
  await tab.getByText(signing.approve.accept).waitFor()

  for (const [name, pages] of [
    ['libreoffice.pdf', 2],
    ['chromium.pdf', 1],
  ] as const) {
    await read(tab, name)
    // the button leads to the foot of the first page that was not seen
    for (let seen = 0; seen < pages; seen++)
      await button(tab, ui.viewer.seen.replace('{{seen}}', String(seen)).replace('{{pages}}', String(pages))).click()
    await tab.locator('.viewer-bar .chip').waitFor()
    await close(tab)
  }
  expect(await chips()).toEqual([readMark, readMark])
  await tab.getByText(signing.approve.acceptRead).waitFor()
  expect(await tab.getByText(signing.approve.accept).count()).toBe(0)
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})

test('a document behind a password is read with it before it is signed; its signed copy asks for it again', async () => {
  const { signing, transactions, ui } = textsOf('ar')
  const name = 'encrypted-user.pdf'
  const tab = await here.open()
  const type = async () => {
    await tab.getByLabel(ui.documentPassword.label).fill('user')
    await button(tab, ui.documentPassword.open).click()
  }
  await signIn(tab, noura)
  await choose(tab, `refused/${name}`)
  await type()
  await button(tab, `${ui.viewer.read}: ${name}`).waitFor()
  tab.complaints.length = 0 // the upload without a password was refused
  await read(tab, name)
  await close(tab)
  await button(tab, signing.choose.next).click()
  await tab.getByText(signing.approve.accept).click()
  await button(tab, signing.approve.start).click()
  await tab.locator('.done-documents li').waitFor()
  const { public_id: id } = await here.server.db
    .selectFrom('esign_transaction')
    .select('public_id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tab.goto(`/app/my/esign/transactions/${id}`)
  await tab
    .locator('.documents')
    .getByRole('button', { name: `${ui.viewer.read}: ${name}` })
    .click()
  await type()
  await tab.locator('.viewer-sheet[data-drawn]').first().waitFor()
  await expectAccessibleInEveryLook(tab)
  await close(tab)
  expect(await tab.locator('.documents').isVisible(), 'the panel below stays').toBe(true)
  expect(await tab.locator('.documents').getByRole('button', { name: transactions.download.signed }).isVisible()).toBe(true)
  expect(tab.complaints).toEqual([])
})
