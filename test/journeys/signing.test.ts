import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Download } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { simplePdf, streamOf } from '../fixtures/pdf/make/write.ts'
import { expectAccessibleInEveryLook, expectFit, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'
import { cards } from '../payer.ts'
import { payBy } from './gateway.ts'
import { accountOf } from '#server/platform/accounts.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 2000 } } })

const noura = cast.noura
const faisal = cast.faisal
const pathOf = (name: string) => fileURLToPath(new URL(`../fixtures/pdf/${name}`, import.meta.url))
const contentOf = async (download: Download) => readFileSync(await download.path())
const button = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })

async function choose(tab: Tab, ...names: string[]) {
  await tab.goto('/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(names.map(pathOf))
  await tab
    .locator('.sign-files li')
    .nth(names.length - 1)
    .waitFor()
}

async function approve(tab: Tab, { approve: say }: { approve: Record<string, string> }) {
  await tab.getByText(say.accept!).click()
  await button(tab, say.start!).click()
}

async function verify(tab: Tab, name: string, buffer: Buffer) {
  await tab.goto('/verify')
  await tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await tab.locator('.verify-verdict').waitFor()
}

const lastTransaction = () =>
  here.server.db.selectFrom('esign_transaction').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const placements = async (transactionId: number) =>
  (
    await here.server.db
      .selectFrom('document')
      .select('placement')
      .where('transaction_id', '=', transactionId)
      .orderBy('position')
      .execute()
  ).map(({ placement }) => placement)

describe.each([
  ['ar', ['libreoffice.pdf']],
  ['en', ['chromium.pdf', 'qpdf-twenty-pages.pdf', 'qpdf-rotated-90.pdf']],
] as const)('signing in %s', (language, names) => {
  test(`${names.length} approved at once, across a reload, then listed, downloaded and verified`, async () => {
    const { signing, transactions, verification, ui } = textsOf(language)
    const tab = await here.open({ language })
    await signIn(tab, noura)
    await choose(tab, ...names)
    await button(tab, signing.choose.next).click()

    const box = tab.locator('.sign-box')
    await box.focus()
    const before = await box.boundingBox()
    await tab.keyboard.press('ArrowUp')
    await tab.keyboard.press('Shift+ArrowUp')
    await tab.keyboard.press('Shift+ArrowLeft')
    const after = await box.boundingBox()
    expect(after!.y).toBeLessThan(before!.y)
    await box.locator('button').focus()
    await tab.keyboard.press('Shift+ArrowRight')
    await expect.poll(async () => (await box.boundingBox())!.width).toBeGreaterThan(after!.width)
    if (names.length > 1) await button(tab, signing.place.everywhere).click()

    const hash = createHash('sha256')
      .update(readFileSync(pathOf(names[0])))
      .digest('hex')
    await tab.getByText(hash.slice(0, 8)).waitFor()
    await approve(tab, signing)
    await tab.locator('.picked-number').waitFor()
    expect(await tab.locator('.picked-number').textContent()).toMatch(/^\d\d$/)
    await tab.reload()
    await tab.locator('.done-documents li').first().waitFor()
    expect(await tab.locator('.done-documents li').count()).toBe(names.length)

    const { id, state } = await lastTransaction()
    expect(state).toBe('success')
    const placed = await placements(id)
    expect(placed).toHaveLength(names.length)
    for (const placement of placed) expect(placement).toMatchObject({ width: 240, height: 70 })

    const [saved] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: `${transactions.download.signed}: ${names[0]}` }).click(),
    ])
    const signed = await contentOf(saved)
    await tab.goto('/app/my/esign/transactions')
    await tab
      .getByRole('link', { name: ui.viewOne.replace('{{name}}', names[0]) })
      .first()
      .click()
    const panel = tab.locator('.documents li')
    await panel.first().waitFor()
    expect(await panel.count()).toBe(names.length)
    const [original] = await Promise.all([
      tab.waitForEvent('download'),
      panel.first().getByRole('button', { name: transactions.download.original }).click(),
    ])
    expect((await contentOf(original)).equals(readFileSync(pathOf(names[0])))).toBe(true)

    const [evidence] = await Promise.all([tab.waitForEvent('download'), button(tab, transactions.download.evidence).click()])
    await verify(tab, 'evidence.pdf', await contentOf(evidence))
    await tab.getByText('(TOTAL-PASSED)').first().waitFor()
    await verify(tab, names[0], signed)
    await tab.getByText('(TOTAL-PASSED)').first().waitFor()
    const [report] = await Promise.all([tab.waitForEvent('download'), button(tab, verification.report).click()])
    expect((await contentOf(report)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(tab.complaints).toEqual([])
  })
})

test('an encrypted file is refused with the reason, and holds up nothing once it is removed', async () => {
  const { signing, ui } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura)
  await choose(tab, 'libreoffice.pdf', 'refused/encrypted-user.pdf')
  await tab.locator('.sign-refusal').waitFor()
  expect(await tab.locator('.sign-refusal').textContent()).toContain('كلمة مرور')
  expect(await button(tab, signing.choose.next).isDisabled()).toBe(true)
  await tab.getByRole('button', { name: ui.removeFile.replace('{{name}}', 'encrypted-user.pdf') }).click()
  await expect.poll(() => button(tab, signing.choose.next).isEnabled()).toBe(true)
})

/** Answers the request that waits in the identity app. */
async function rejectInNafath(nationalId: string) {
  const waiting = (await (await fetch(`${here.server.simulators.url}/nafath/app/pending?nationalId=${nationalId}`)).json()) as {
    random: string
  }[]
  const { status } = await fetch(`${here.server.simulators.url}/nafath/app/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId, random: waiting[0]!.random, approve: false }),
  })
  expect(status).toBe(204)
}

test('what a server put before a PDF is left out and said so; the document itself is shown', async () => {
  const { signing } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura, '/app/my/esign/sign')
  const buffer = Buffer.concat([Buffer.from('\r\n'), readFileSync(pathOf('libreoffice.pdf'))])
  await tab.locator('input[type=file]').setInputFiles({ name: 'عقد.pdf', mimeType: 'application/pdf', buffer })
  await tab.getByText(signing.choose.leadingBytes).waitFor()
  await expectAccessibleInEveryLook(tab)
  await button(tab, signing.choose.next).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  expect(await tab.locator('.place-failed').count()).toBe(0)
  expect(tab.complaints).toEqual([])
  await button(tab, signing.back).click()
  await tab.reload()
  await tab.getByText(signing.choose.leadingBytes).waitFor()
})

test('a rejected approval costs nothing, and the same files can be sent again', async () => {
  const { signing } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura)
  const balance = () =>
    here.server.db
      .selectFrom('plan')
      .select((e) => e.fn.sum<number>('plan.spent').as('spent'))
      .executeTakeFirstOrThrow()
  const { spent } = await balance()
  await choose(tab, 'libreoffice.pdf')
  await button(tab, signing.choose.next).click()
  await tab.locator('.place-options').getByText(signing.place.invisible).first().click()
  await approve(tab, signing)
  await tab.locator('.picked-number').waitFor()
  await rejectInNafath(noura)
  await tab.getByText(signing.ended.rejected.title).waitFor()
  expect((await lastTransaction()).state).toBe('rejected')
  expect((await balance()).spent).toBe(spent)

  await button(tab, signing.ended.again).click()
  await approve(tab, signing)
  await tab.locator('.done-documents').waitFor()
  const { id, state } = await lastTransaction()
  expect(state).toBe('success')
  expect(await placements(id)).toEqual([null])
})

test('a cancelled signing is taken up again after a reload, with its files', async () => {
  const { signing } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura)
  await choose(tab, 'libreoffice.pdf')
  await button(tab, signing.choose.next).click()
  await approve(tab, signing)
  await button(tab, signing.status.cancel).click()
  await tab.getByText(signing.ended.cancelled.title).waitFor()
  await tab.reload()
  await button(tab, signing.ended.again).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  await tab.locator('.sign-box').waitFor()
})

test('nothing can be accepted before it is known what signs; an answer that fails is asked for again', async () => {
  const { signing, ui } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura)
  const arrived = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let isDown = true
  await tab.route('**/api/v1/dsc/my/certificates/**', async (route) => {
    if (isDown) return route.fulfill({ status: 502 })
    asked.resolve()
    await arrived.promise
    await route.continue()
  })
  await choose(tab, 'libreoffice.pdf')
  await button(tab, signing.choose.next).click()
  await button(tab, ui.retry).waitFor()
  isDown = false
  await button(tab, ui.retry).click()
  await asked.promise
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  expect(await tab.getByText(signing.approve.accept).count()).toBe(0)
  arrived.resolve()
  await tab.getByText(signing.approve.accept).waitFor()
})

test('a file that is still on its way is not left without a question; what was chosen outlives a reload and the session', async () => {
  const { signing } = textsOf('ar')
  const tab = await here.open()
  await signIn(tab, noura)
  const asked: string[] = []
  tab.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await tab.goto('/app/my/esign/sign')
  const arrived = Promise.withResolvers<void>()
  await tab.route('**/api/v1/esign/my/uploads?*', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await tab.locator('input[type=file]').setInputFiles([pathOf('libreoffice.pdf')])
  await tab.locator('.sign-files li').waitFor()
  await tab.evaluate(() => location.reload())
  await expect.poll(() => asked).toEqual(['beforeunload'])
  arrived.resolve()

  await button(tab, signing.choose.next).click()
  const box = tab.locator('.sign-box')
  await box.focus()
  await tab.keyboard.press('Shift+ArrowUp')
  await tab.locator('.place-look summary').click()
  await tab.getByText(signing.look.mark, { exact: true }).click()
  const placed = () => box.getAttribute('aria-label')
  const before = await placed()
  const kept = () => here.server.db.selectFrom('signing_draft').select('documents').executeTakeFirst()
  await expect.poll(async () => JSON.stringify(await kept())).toContain('"design":"mark"')
  const isLeftUnasked = () => tab.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(isLeftUnasked, { message: 'the page has heard of it, too' }).toBe(true)
  await tab.reload()
  await box.waitFor()
  expect(await placed()).toBe(before)
  await tab.locator('.place-look summary').click()
  expect(await tab.getByRole('radio', { name: signing.look.mark }).isChecked()).toBe(true)

  await tab.evaluate(() => localStorage.setItem('lastActivity', String(Date.now() - 31 * 60_000)))
  await tab.waitForURL('**/app/login**')
  expect(asked).toEqual(['beforeunload'])

  const phone = await here.open({ size: 'phone' })
  await signIn(phone, noura, '/app/my/esign/sign?step=place')
  await phone.locator('.sign-box').waitFor()
  expect(await phone.locator('.sign-box').getAttribute('aria-label')).toBe(before)
  await button(phone, signing.back).click()
  await phone.getByText(signing.choose.before).waitFor()
  await expectFit(phone, { size: 'phone' })
  await button(phone, signing.choose.startOver).click()
  await expect.poll(() => phone.locator('.sign-files li').count()).toBe(0)
  await expect.poll(async () => (await kept())!.documents).toEqual([])
})

test('without a balance a plan is bought from where it is missing, and its outcome stands there', async () => {
  const { signing, catalogue, payments } = textsOf('ar')
  const { id } = await here.server.db
    .selectFrom('person')
    .select('id')
    .where('national_id_hash', '=', here.server.app.secrets.lookUp(faisal))
    .executeTakeFirstOrThrow()
  await here.server.owner
    .updateTable('plan')
    .set({ valid_to: new Date() })
    .where('account_id', '=', await accountOf(here.server.db, id))
    .execute()
  const tab = await here.open({ size: 'phone' })
  await signIn(tab, faisal, '/app/my/esign/sign')
  await button(tab, signing.noBalance.buy).waitFor() // said before anything is chosen
  await choose(tab, 'libreoffice.pdf')
  await button(tab, signing.choose.next).click()
  await tab.getByText(signing.approve.accept).click()
  expect(await button(tab, signing.approve.start).isDisabled()).toBe(true)
  await button(tab, signing.noBalance.buy).click()
  const order = tab.getByRole('dialog', { name: catalogue.summary })
  await order.getByText(catalogue.agree).click()
  await expectAccessibleInEveryLook(tab)
  await order.getByRole('button', { name: catalogue.pay }).click()
  await tab.waitForURL('**/moyasar/invoices/**')
  await payBy(tab, cards.paid, '**/app/my/esign/sign?payment=*')
  await tab.getByRole('heading', { name: payments.outcome.paid }).waitFor()
  expect(await tab.getByRole('link', { name: payments.sign }).count(), 'who is here is not sent here').toBe(0)
  await tab.locator('.sign-files [data-state=ready]').waitFor()
  await button(tab, signing.choose.next).click()
  await approve(tab, signing)
  await tab.locator('.done-documents').waitFor()
  expect(tab.complaints).toEqual([])
})

test('a changed file is called what it is, without an account', async () => {
  const tab = await here.open()
  const changed = readFileSync(pathOf('pdfbox-signed-twice.pdf'))
  changed[12]! ^= 1 // in the comment below the header: the pages stay as they are
  await verify(tab, 'عقد.pdf', changed)
  await tab.getByText('لا تثق بمحتوى هذا الملف', { exact: false }).waitFor()
  await verify(tab, 'عقد.pdf', readFileSync(pathOf('libreoffice.pdf')))
  await tab.getByText('لا يحمل هذا الملف أي توقيع رقمي.').waitFor()
  expect(tab.complaints).toEqual([])
})

test('the page to verify can be read without scripts, in either language', async () => {
  for (const language of ['ar', 'en'] as const) {
    const html = await (await fetch(`${here.server.url}/verify?lng=${language}`)).text()
    const { verification } = textsOf(language)
    for (const text of [verification.title, verification.lead, verification.about.kept]) expect(html).toContain(text)
  }
})

test.each(['ar', 'en'] as const)('every step keeps to the rules of access (%s)', async (language) => {
  const { signing } = textsOf(language)
  const tab = await here.open({ language })
  await signIn(tab, noura)
  await choose(tab, 'chromium.pdf', 'qpdf-twenty-pages.pdf')
  await tab.locator('.sign-files [data-state=ready]').nth(1).waitFor()
  await expectAccessibleInEveryLook(tab)
  await button(tab, signing.choose.next).click()
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  await expectAccessibleInEveryLook(tab)
  await tab.locator('.approve').waitFor()
  await expectAccessibleInEveryLook(tab)
  await approve(tab, signing)
  await tab.locator('.done-documents').waitFor()
  await expectAccessibleInEveryLook(tab)
  await verify(tab, 'signed.pdf', readFileSync(pathOf('pdfbox-signed-twice.pdf')))
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})

test('a document in a script that leans on a map of characters gets it from here', async () => {
  const tab = await here.open()
  await signIn(tab, faisal, '/app/my/esign/sign')
  const font = '/Type /Font /BaseFont /HeiseiMin-W3'
  const buffer = simplePdf({
    objects: {
      4: streamOf('', 'BT /F1 24 Tf 72 700 Td <8c5f96f18f91> Tj ET'),
      5: `<<${font} /Subtype /Type0 /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R]>>`,
      6: `<<${font} /Subtype /CIDFontType0 /CIDSystemInfo <</Registry (Adobe) /Ordering (Japan1) /Supplement 2>> /FontDescriptor 7 0 R>>`,
      7: '<</Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>',
    },
  })
  await tab.locator('input[type=file]').setInputFiles({ name: 'keiyaku.pdf', mimeType: 'application/pdf', buffer })
  const [answer] = await Promise.all([tab.waitForResponse(/90ms-RKSJ-H.*\.bcmap$/), button(tab, textsOf('ar').signing.choose.next).click()])
  expect([answer.status(), new URL(answer.url()).origin]).toEqual([200, here.server.url])
  await tab.locator('.place-stage:not([data-busy])').waitFor()
  expect(tab.complaints).toEqual([])
})

test('a file’s row stands still when its first page is drawn', async () => {
  const tab = await here.open()
  await signIn(tab, faisal)
  const coming = Promise.withResolvers<void>()
  await tab.route('**/DrawnThumbnail-*.js*', (route) => coming.promise.then(() => route.continue()))
  await choose(tab, 'qpdf-attachment.pdf')
  const opens = tab.locator('.sign-attachments summary')
  await opens.waitFor()
  const before = await opens.boundingBox()
  coming.resolve()
  await tab.locator('.thumbnail canvas').waitFor()
  expect(await opens.boundingBox()).toEqual(before)
})

test('on a phone, what stands below a file stays there when the file is ready', async () => {
  const { signing } = textsOf('ar')
  const tab = await here.open({ size: 'phone' })
  await signIn(tab, noura)
  const arrived = Promise.withResolvers<void>()
  await tab.route('**/api/v1/esign/my/uploads?*', (route) => arrived.promise.then(() => route.continue()))
  await choose(tab, 'libreoffice.pdf')
  const sent = tab.locator('.sign-files [data-state=sending]')
  await sent.waitFor()
  const next = button(tab, signing.choose.next)
  const before = await next.boundingBox()
  arrived.resolve()
  await sent.waitFor({ state: 'detached' })
  expect(await next.boundingBox()).toEqual(before)
})

test.each(['ar', 'en'] as const)('files inside the file are shown before it is signed, in %s', async (language) => {
  const tab = await here.open({ language })
  await signIn(tab, faisal)
  await choose(tab, 'qpdf-attachment.pdf')
  await tab.locator('.sign-attachments summary').click()
  await tab.getByText('contract.html').waitFor()
  expect(await tab.locator('.sign-attachments li').innerText()).toContain('1 KB · SHA-256 ee022d5d…')
  const waiting = tab.waitForEvent('download')
  await tab.locator('.sign-attachments li button').click()
  expect(await contentOf(await waiting)).toEqual(readFileSync(pathOf('make/contract.html')))
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})
