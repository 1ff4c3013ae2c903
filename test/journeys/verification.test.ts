import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pageAsItIs, pageAsSigned } from '#contract/changedPages.ts'
import { bodyOf } from '../conformance/validation-attacks.ts'
import { signFile } from '../conformance/validation-cast.ts'
import { append, contract, file, stream } from '../conformance/validation-files.ts'
import { expectAccessibleInEveryLook, expectFingerSized, journey, type Tab, textsOf } from './browser.ts'

const here = journey()

const signed = await signFile(file(contract()))
const next = Math.max(...[...signed.toString('latin1').matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))
/** A black stamp over the sentence of the first page. */
const stamped = append(signed, {
  3: bodyOf(signed, 3).replace(/\/Annots ?\[/, (found) => `${found}${next} 0 R `),
  [next]: `<</Type/Annot/Subtype/Stamp/Rect[150 690 250 720]/F 4/AP<</N ${next + 1} 0 R>>>>`,
  [next + 1]: stream('0 g 0 0 100 30 re f', '/Type/XObject/Subtype/Form/BBox[0 0 100 30]'),
})
/** Another first sentence, and another second page. */
const rewritten = append(signed, { 5: contract()[14]!, 7: contract()[14]! })
/** A note that said something else as the page was signed. */
const noteOf = (text: string) => `<</Type/Annot/Subtype/Text/F 4/Rect[500 600 520 620]/Contents(${text})>>`
const noted = contract()[3]!.replace('/Annots[', '/Annots[20 0 R ')
const reworded = append(await signFile(file({ ...contract(), 3: noted, 20: noteOf('pay by Sunday') })), { 20: noteOf('pay by Monday') })

async function verify(tab: Tab, buffer: Buffer) {
  await tab.goto('/verify')
  await tab.locator('input[type=file]').setInputFiles({ name: 'عقد.pdf', mimeType: 'application/pdf', buffer })
  await tab.locator('.verify-verdict').waitFor()
}

/** The share of dark points within the marked place of a drawn page. */
const darkness = (tab: Tab, side: number) =>
  tab
    .locator('.verify-sheet')
    .nth(side)
    .evaluate((sheet) => {
      const canvas = sheet.querySelector('canvas')!
      const [around, mark] = [canvas.getBoundingClientRect(), sheet.querySelector('.verify-mark')!.getBoundingClientRect()]
      const scale = canvas.width / around.width
      const { data } = canvas
        .getContext('2d')!
        .getImageData((mark.left - around.left) * scale, (mark.top - around.top) * scale, mark.width * scale, mark.height * scale)
      let dark = 0
      for (let i = 0; i < data.length; i += 4) if (data[i]! < 128) dark++
      return dark / (data.length / 4)
    })

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  const { compare } = textsOf(language).verification

  test('what was put over a signed page is shown beside the page as it was signed, with its place marked', async () => {
    const tab = await here.open({ language })
    await verify(tab, stamped)
    await tab.getByRole('img', { name: pageAsSigned('1')[language] }).waitFor()
    await tab.locator('.verify-mark').nth(1).waitFor()
    expect(await darkness(tab, 1)).toBeGreaterThan(0.9)
    const before = await darkness(tab, 0)
    expect(before).toBeLessThan(0.4)
    expect(before).toBeGreaterThan(0) // the text that the stamp hides
    await expectAccessibleInEveryLook(tab)
    expect(tab.complaints).toEqual([])
  })

  test('what a note said and says, which no page shows, stands below each', async () => {
    const tab = await here.open({ language })
    await verify(tab, reworded)
    const sides = tab.locator('.verify-sides figure')
    await sides.nth(1).locator('.verify-note').waitFor()
    expect(await sides.locator('.verify-note').allInnerTexts()).toEqual(['pay by Sunday', 'pay by Monday'])
    await expectAccessibleInEveryLook(tab)
    expect(tab.complaints).toEqual([])
  })

  test('on a phone what can be done with the answer is pressed by a finger, one as wide as the other', async () => {
    const tab = await here.open({ language, size: 'phone' })
    await verify(tab, stamped)
    await expectFingerSized(tab)
    const buttons = await tab.locator('.verify-actions > button').all()
    const widths = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!.width))
    expect(widths).toHaveLength(2)
    expect(widths[0]).toBe(widths[1])
  })

  test('several changed pages are turned one after the other', async () => {
    const tab = await here.open({ language, size: 'phone' })
    await verify(tab, rewritten)
    await tab.getByRole('img', { name: pageAsItIs('1')[language] }).waitFor()
    const [above, below] = await Promise.all([0, 1].map((side) => tab.locator('.verify-sheet').nth(side).boundingBox()))
    expect(below!.y).toBeGreaterThan(above!.y + above!.height)
    await tab.getByRole('button', { name: compare.next }).click()
    await tab.getByRole('img', { name: pageAsItIs('2')[language] }).waitFor()
    expect(tab.complaints).toEqual([])
  })
})

test('a file inside the file is told with the signature that covers it, and taken out in the browser', async () => {
  const { attachments } = textsOf('ar').verification
  const attached = readFileSync(new URL('../fixtures/pdf/qpdf-attachment.pdf', import.meta.url))
  const tab = await here.open({ size: 'phone' })
  await verify(tab, await signFile(attached))
  const row = tab.locator('.attachments li')
  expect(await row.innerText()).toContain(attachments.covered.replace('{{number}}', '1'))
  const waiting = tab.waitForEvent('download')
  await row.getByRole('button').click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('contract.html')
  expect(readFileSync(await download.path())).toEqual(readFileSync(new URL('../fixtures/pdf/make/contract.html', import.meta.url)))
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})

test('what was added and hides nothing is shown on demand', async () => {
  const { compare } = textsOf('ar').verification
  const noted = append(signed, {
    3: bodyOf(signed, 3).replace(/\/Annots ?\[/, (found) => `${found}${next} 0 R `),
    [next]: '<</Type/Annot/Subtype/Text/Rect[540 690 560 710]/Contents(Please check)>>',
  })
  const tab = await here.open()
  await verify(tab, noted)
  expect(await tab.locator('.verify-compare').count()).toBe(0)
  await tab.getByRole('button', { name: compare.show }).click()
  await tab.locator('.verify-mark').nth(1).waitFor()
})
