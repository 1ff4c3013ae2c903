/** The code beside a signature leads to what was signed under it, on paper too. */
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessibleInEveryLook, journey, type Tab, textsOf } from './browser.ts'

const here = journey()

/** A signing of the cast, and its file. */
async function signedBefore() {
  const { transactionID, uniqueFileID } = await here.server.owner
    .selectFrom('esign_transaction')
    .innerJoin('document', 'document.transaction_id', 'esign_transaction.id')
    .innerJoin('person', 'person.id', 'esign_transaction.person_id')
    .select(['esign_transaction.public_id as transactionID', 'document.public_id as uniqueFileID'])
    .where('state', '=', 'success')
    .where('person.national_id_masked', 'like', '%0014')
    .orderBy('document.id')
    .executeTakeFirstOrThrow()
  const owner = await here.server.signIn(cast.noura)
  return { transactionID, file: (await owner.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer }
}

const choose = (tab: Tab, buffer: Buffer) =>
  tab.locator('input[type=file]').setInputFiles({ name: 'عقد.pdf', mimeType: 'application/pdf', buffer })

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  const { proof, another } = textsOf(language).verification

  test('the code’s picture leads to the signing, and a file is held against it', async () => {
    const { transactionID, file } = await signedBefore()
    const tab = await here.open({ language, size: 'phone' })
    await tab.goto(`/verify?code=${transactionID}`)
    const heading = tab.getByRole('heading', { name: proof.title })
    await heading.waitFor()
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectAccessibleInEveryLook(tab)
    await choose(tab, file)
    await tab.getByText(proof.match.replace('{{number}}', '1')).waitFor()
    await tab.getByRole('button', { name: another }).click()
    await choose(tab, Buffer.concat([file, Buffer.from('\n')]))
    await tab.getByText(proof.noMatch).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('a code is typed from paper, and a wrong one is answered on the page', async () => {
    const { transactionID } = await signedBefore()
    const tab = await here.open({ language, size: 'wide' })
    await tab.goto('/verify')
    const field = tab.getByRole('textbox', { name: proof.ask })
    await field.fill('short')
    await field.press('Enter')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(transactionID.split('').toReversed().join(''))
    await field.press('Enter')
    await tab.getByText(proof.unknown).waitFor()
    await field.fill(` ${transactionID} `)
    await tab.getByRole('button', { name: proof.show }).click()
    await tab.getByRole('heading', { name: proof.title }).waitFor()
    await tab.goBack()
    await tab.getByText(proof.unknown).waitFor()
  })

  test('the form for a code takes the room that was kept for it, on every width', async () => {
    const tab = await here.open({ language })
    const heights = async () => {
      const taken: number[] = []
      for (const width of [320, 390, 480, 540, 600, 768, 1360]) {
        await tab.setViewportSize({ width, height: 844 })
        taken.push((await tab.locator('.verify-code').boundingBox())!.height)
      }
      return taken
    }
    let letCome = () => {}
    const mayCome = new Promise<void>((resolve) => (letCome = resolve))
    await tab.route('**/assets/CodeForm*', async (route) => {
      await mayCome
      await route.continue()
    })
    await tab.goto('/verify', { waitUntil: 'commit' })
    await tab.locator('.verify-code [inert]').waitFor()
    await tab.evaluate(() => document.fonts.ready)
    const kept = await heights()
    letCome()
    await tab.locator('.verify-code form').waitFor()
    expect(await heights()).toEqual(kept)
  })
})
