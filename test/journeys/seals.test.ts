/** An organisation's seal in a browser: ordered and paid by its admin, decided twice, in force, and put on a document. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { pdfsig } from '#test/fixtures/pdf/judges.ts'
import { cards } from '../payer.ts'
import { sealPicture } from '../sealOrderer.ts'
import { expectFit, journey, textsOf, type Tab } from './browser.ts'
import { signIn } from './signIn.ts'
import { payBy } from './gateway.ts'

const here = journey()
const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')
const folder = mkdtempSync(join(tmpdir(), 'tawqi-seal-journey-'))
afterAll(() => rmSync(folder, { recursive: true }))
const certificate = '/app/org/orgProfile/certificate'

async function decide(tab: Tab, language: 'ar' | 'en', reject?: string) {
  const { decisions } = textsOf(language)
  if (reject) await tab.getByLabel(decisions.remarks).fill(reject)
  await tab.getByRole('button', { name: reject ? decisions.reject : decisions.approve }).click()
  await tab.getByText(decisions.done).first().waitFor()
}

test('in Arabic on a phone: the order that waits is approved twice, takes effect, and seals a document', { timeout: 300_000 }, async () => {
  const view = { language: 'ar', size: 'phone', theme: 'light' } as const
  const { seals: say, ui } = textsOf('ar')
  const admin = await here.open(view)
  await signIn(admin, cast.sarah, certificate)
  await admin.getByRole('heading', { name: say.waiting }).waitFor()
  await admin.locator('img.seal').nth(1).waitFor()
  await expectFit(admin, view)

  const signatory = await here.open({ ...view, theme: 'dark' })
  await signIn(signatory, cast.abdulaziz, '/app/org/approval/dsc?pending=1')
  await signatory.getByRole('link', { name: ui.viewOne.split('{{')[0]! }).click()
  await signatory.locator('img.seal').waitFor()
  await expectFit(signatory, view)
  await decide(signatory, 'ar')

  const officer = await here.open(view)
  await signIn(officer, cast.bandar, '/app/operations/requests?kind=seal')
  await officer.locator('tbody tr').first().getByRole('link').click()
  await officer.locator('img.seal').waitFor()
  await expectFit(officer, view)
  await decide(officer, 'ar')

  await admin.reload()
  await admin.getByRole('heading', { name: say.past }).waitFor()
  await admin.getByRole('heading', { name: say.waiting }).waitFor({ state: 'detached' })
  await admin.getByRole('link', { name: say.sealDocuments }).click()
  await admin.locator('input[type=file]').setInputFiles(pdf)
  await admin.getByRole('alertdialog').getByText('chromium.pdf').waitFor()
  await expectFit(admin, view)
  await admin.getByRole('button', { name: say.documents.start }).click()
  await admin.getByText(say.documents.done).waitFor()
  await expectFit(admin, view)
  const [taken] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: say.documents.downloadOne.replace('{{name}}', 'chromium.pdf') }).click(),
  ])
  const path = join(folder, 'sealed.pdf')
  await taken.saveAs(path)
  expect(pdfsig(path)[0]).toBe('Signature is Valid.')

  const { documentPassword } = textsOf('ar').ui
  const closed = fileURLToPath(new URL('../fixtures/pdf/refused/encrypted-user.pdf', import.meta.url))
  await admin.locator('input[type=file]').setInputFiles(closed)
  const notice = admin.locator('.notice').filter({ hasText: 'encrypted-user.pdf' })
  await notice.waitFor()
  const asked = await notice.textContent()
  await expectFit(admin, view)
  const open = async (password: string) => {
    await admin.getByLabel(documentPassword.label).fill(password)
    await admin.getByRole('button', { name: documentPassword.open, exact: true }).click()
  }
  await open('كلمة أخرى')
  await expect.poll(() => notice.textContent()).not.toBe(asked)
  await open('user')
  await admin.getByRole('alertdialog').getByText('encrypted-user.pdf').waitFor()
  await admin.getByRole('button', { name: say.documents.start }).click()
  await admin.getByRole('button', { name: say.documents.downloadOne.replace('{{name}}', 'encrypted-user.pdf') }).waitFor()
  // What the browser says of the two refusals.
  for (const { complaints } of [admin, signatory, officer]) expect(complaints.filter((said) => !said.includes(' 422 '))).toEqual([])
})

test(
  'in English on a wide screen: a seal is ordered, paid and confirmed; a signatory rejects it, and the money goes back',
  {
    timeout: 300_000,
  },
  async () => {
    const view = { language: 'en', size: 'wide', theme: 'light' } as const
    const { seals: say } = textsOf('en')
    const admin = await here.open(view)
    await signIn(admin, cast.majed, certificate)
    await admin.getByRole('link', { name: say.order }).click()
    await admin.locator('.seal-subject').waitFor()
    await expectFit(admin, view)
    await admin.getByRole('button', { name: say.form.pay }).click()
    await admin.getByText(say.form.choose, { exact: true }).last().waitFor()
    await admin.locator('input[type=file]').setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: sealPicture(60, 120) })
    await admin.getByText('seal.png').waitFor()
    await admin.getByRole('radio', { name: '3 years' }).check({ force: true })
    await admin.getByRole('checkbox').check({ force: true })
    await admin.getByRole('button', { name: say.form.pay }).click()
    await payBy(admin, cards.paid, `**${certificate}**`)
    await admin.getByRole('button', { name: say.confirm.start }).waitFor()
    await expectFit(admin, view)
    await admin.getByRole('button', { name: say.confirm.start }).click()
    await admin.getByText(say.next.authorizedSignatory).waitFor()

    const signatory = await here.open({ ...view, theme: 'dark' })
    await signIn(signatory, cast.hind, '/app/org/approval/dsc')
    await expectFit(signatory, view)
    await signatory.locator('tbody tr').first().getByRole('link').click()
    await signatory.locator('img.seal').waitFor()
    await expectFit(signatory, view)
    await decide(signatory, 'en', 'The picture is of the old name.')

    await admin.reload()
    await admin.getByText('The picture is of the old name.').first().waitFor()
    await admin.locator('.seal-summary').first().click()
    await admin.getByRole('button', { name: say.creditNote }).first().waitFor()
    await expectFit(admin, view)
    const [note] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('button', { name: say.creditNote }).first().click()])
    expect(
      readFileSync(await note.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    for (const { complaints } of [admin, signatory]) expect(complaints).toEqual([])
  },
)
