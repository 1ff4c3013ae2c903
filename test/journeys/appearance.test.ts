import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { simplePdf } from '../fixtures/pdf/make/write.ts'
import { expectFit, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 500 } } })

const button = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })
const text = (from: number, lines: number) =>
  Array.from(
    { length: lines },
    (_, i) =>
      `BT /F1 12 Tf 40 ${from - i * 14} Td (All that was agreed upon is written in this line of the contract, from its beginning to its end.) Tj ET`,
  )
/** Written on from head to foot, but for a gap in its middle. */
const written = [...text(800, 24), ...text(340, 24)].join('\n')
const dark = ['0.1 g 0 0 595 842 re f 1 g', ...text(800, 4)].join('\n')

const pageOf = (content: string) => simplePdf({ objects: { 4: `<</Length ${content.length}>>\nstream\n${content}\nendstream` } })

async function toPlacing(tab: Tab, { choose: { next } }: { choose: { next: string } }, files: Record<string, string>) {
  await signIn(tab, cast.noura, '/app/my/esign/sign')
  const made = Object.entries(files).map(([name, content]) => ({ name, mimeType: 'application/pdf', buffer: pageOf(content) }))
  await tab.locator('input[type=file]').setInputFiles(made)
  await tab
    .locator('.sign-files [data-state=ready]')
    .nth(made.length - 1)
    .waitFor()
  await button(tab, next).click()
  await tab.locator('.sign-box').waitFor()
}

const kept = async () => here.server.db.selectFrom('document').select(['name', 'placement', 'appearance']).orderBy('id').execute()

describe.each([
  ['ar', 'phone'],
  ['en', 'wide'],
] as const)('the look of a signature (%s, %s)', (language, size) => {
  test('is chosen, gives way to what is written, and is signed as it was shown', async () => {
    const { signing } = textsOf(language)
    const tab = await here.open({ language, size })
    await toPlacing(tab, signing, { 'written.pdf': written, 'dark.pdf': dark })
    const warning = tab.getByText(signing.look.covers)

    // nobody put it there: it stands in the gap, although the foot of the page is its usual place
    await tab.locator('.sign-box .sign-picture').waitFor()
    expect(await warning.count()).toBe(0)
    const box = tab.locator('.sign-box')
    const free = (await box.boundingBox())!
    await box.focus()
    for (let i = 0; i < 6; i++) await tab.keyboard.press('Shift+ArrowUp')
    await warning.waitFor()
    await expectFit(tab, { size })
    await button(tab, signing.look.move).click()
    await warning.waitFor({ state: 'detached' })
    expect(Math.abs((await box.boundingBox())!.height - free.height)).toBeLessThan(1)

    await tab.locator('.place-look summary').click()
    await tab.getByText(signing.look.line, { exact: true }).click()
    await tab.getByText(language === 'ar' ? signing.look.arabic : signing.look.english, { exact: true }).click()
    await tab.getByRole('button', { name: 'dark.pdf', exact: true }).click()
    await tab.getByText(signing.look.dark).waitFor()
    expect(await tab.getByRole('radio', { name: signing.look.line }).isChecked()).toBe(true)
    await expectFit(tab, { size })

    await tab.getByText(signing.approve.accept).click()
    await button(tab, signing.approve.start).click()
    await tab.locator('.done-documents').waitFor()
    const [first, second] = (await kept()).slice(-2)
    expect(first).toMatchObject({ name: 'written.pdf', appearance: { design: 'line', language, background: 'none' } })
    expect(second).toMatchObject({ name: 'dark.pdf', appearance: { design: 'line', language: 'en', background: 'white' } })
    expect(tab.complaints).toEqual([])
  })
})
