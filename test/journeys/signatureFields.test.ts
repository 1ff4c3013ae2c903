import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessibleInEveryLook, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 500 } } })

const noura = cast.noura
const fields = fileURLToPath(new URL('../fixtures/pdf/handmade-empty-fields.pdf', import.meta.url))
const plain = fileURLToPath(new URL('../fixtures/pdf/chromium.pdf', import.meta.url))
const button = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })
const radio = (tab: Tab, name: string | RegExp) => tab.getByRole('radio', { name })

async function toPlacing(tab: Tab, ...files: string[]) {
  await signIn(tab, noura, '/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(files)
  await tab
    .locator('.sign-files [data-state=ready]')
    .nth(files.length - 1)
    .waitFor()
  await button(tab, textsOf('ar').signing.choose.next).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
}

test.each(['wide', 'phone'] as const)(
  'the author’s fields are offered beside the page and on it, and the one chosen is signed (%s)',
  async (size) => {
    const { signing } = textsOf('ar')
    const tab = await here.open({ size })
    await toPlacing(tab, fields)
    expect(await radio(tab, /Notary/).isDisabled()).toBe(true)
    expect(await tab.getByText('يشترط هذا الحقل صيغة توقيع غير المستعملة هنا', { exact: false }).isVisible()).toBe(true)
    expect(await radio(tab, /توقيع الموظف/).isChecked()).toBe(true)

    await tab.locator('.field-spot').nth(1).click()
    expect(await radio(tab, /Manager/).isChecked()).toBe(true)
    expect(await tab.locator('.sign-box').count()).toBe(0)
    await radio(tab, /Manager/).focus()
    await tab.keyboard.press('ArrowUp')
    expect(await radio(tab, /توقيع الموظف/).isChecked()).toBe(true)
    expect(await tab.locator('.field-spot[aria-pressed=true]').getAttribute('aria-label')).toContain('توقيع الموظف')

    await tab.locator('.place-documents').getByText('توقيع الموظف').waitFor()
    await tab.getByText(signing.approve.accept).click()
    await button(tab, signing.approve.start).click()
    await tab.locator('.done-documents').waitFor()
    const { placement } = await here.server.db
      .selectFrom('document')
      .select('placement')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(placement).toEqual({ field: 'توقيع الموظف' })
    expect(tab.complaints).toEqual([])
  },
)

test('a mark comes up beside what is signed, not over it', async () => {
  const { signing, transactions } = textsOf('ar')
  const tab = await here.open()
  await toPlacing(tab, fields)
  await tab.locator('.field-spot').nth(1).click()
  const taken = (await tab.locator('.field-mark').boundingBox())!
  const stage = (await tab.locator('.place-stage').boundingBox())!
  await tab.getByText(signing.approve.accept).click()
  await button(tab, signing.approve.start).click()
  const download = tab.getByRole('button', { name: new RegExp(`^${transactions.download.signed}`) }).first()
  const [saved] = await Promise.all([tab.waitForEvent('download'), download.click()])
  await tab.goto('/app/my/esign/sign')
  await tab
    .locator('input[type=file]')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: readFileSync(await saved.path()) })
  await button(tab, signing.choose.next).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  await tab.getByText(signing.place.own).click()
  const [mark, again] = [(await tab.locator('.sign-box').boundingBox())!, (await tab.locator('.place-stage').boundingBox())!]
  expect(mark.x - again.x).toBeLessThan(taken.x - stage.x + taken.width)
  expect(mark.y - again.y + mark.height).toBeLessThanOrEqual(taken.y - stage.y)
})

test('with several files, the step keeps to the rules of access', async () => {
  const { signing } = textsOf('ar')
  const tab = await here.open()
  await toPlacing(tab, fields, plain)
  await expectAccessibleInEveryLook(tab)
  await tab.getByText(signing.place.own).click()
  await tab.locator('.sign-box').waitFor()
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})
