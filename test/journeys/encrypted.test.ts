import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessibleInEveryLook, journey, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const noura = cast.noura
const name = 'encrypted-user.pdf'
const path = fileURLToPath(new URL(`../fixtures/pdf/refused/${name}`, import.meta.url))

test('a file behind a password is opened with it, shown, signed, and verified with it', async () => {
  const { signing, transactions, ui, verification } = textsOf('ar')
  const tab = await here.open()
  const button = (label: string) => tab.getByRole('button', { name: label, exact: true })
  const type = async (password: string) => {
    await tab.getByLabel(ui.documentPassword.label).fill(password)
    await button(ui.documentPassword.open).click()
  }
  await signIn(tab, noura, '/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(path)
  const refusal = tab.locator('.sign-refusal')
  await refusal.waitFor()
  const asked = await refusal.textContent()
  await expectAccessibleInEveryLook(tab)
  await type('كلمة أخرى')
  await expect.poll(() => refusal.textContent().catch(() => asked)).not.toBe(asked)
  expect(await button(signing.choose.next).isDisabled()).toBe(true)
  await expect.poll(() => tab.getByLabel(ui.documentPassword.label).evaluate((field) => field === document.activeElement)).toBe(true)
  await type('user')
  await tab.locator('.sign-files [data-state=ready]').waitFor()
  await button(signing.choose.next).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  expect(await tab.locator('.place-failed').count()).toBe(0)
  await tab.getByText(signing.approve.accept).click()
  await button(signing.approve.start).click()
  await tab.locator('.done-documents li').first().waitFor()
  const [saved] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('button', { name: `${transactions.download.signed}: ${name}` }).click(),
  ])
  const signed = readFileSync(await saved.path())

  await tab.goto('/verify')
  await tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: signed })
  const verdict = tab.locator('#verdict')
  await verdict.waitFor()
  const closed = await verdict.textContent()
  await expectAccessibleInEveryLook(tab)
  await type('كلمة أخرى')
  await expect.poll(() => verdict.textContent().catch(() => closed)).not.toBe(closed)
  await type('user')
  await tab.getByText('(TOTAL-PASSED)').first().waitFor()
  const [report] = await Promise.all([tab.waitForEvent('download'), button(verification.report).click()])
  expect(
    readFileSync(await report.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(tab.complaints.filter((said) => !said.includes(' 422 '))).toEqual([]) // what the browser says of the two refusals
})
