import { dscStateWords } from '#contract/certificateStates.ts'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Download } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { fieldSentence } from '#contract/fieldWords.ts'
import { cast } from '#server/demo/cast.ts'
import { cards } from '../payer.ts'
import { expectAccessible, expectAccessibleInEveryLook, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'
import { payBy } from './gateway.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 1000 } } })
const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Language = 'ar' | 'en'
const [noura, faisal] = [cast.noura, cast.faisal]
const buyPage = '/app/my/dsc/buy'
const managePage = '/app/my/dsc/manage'
const names = {
  advanced: { ar: 'شهادة التوقيع المتقدمة', en: 'Advanced signing certificate' },
  personal: { ar: 'شهادة التوقيع الشخصية', en: 'Personal signing certificate' },
}
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 20_000 }).toString()
const button = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })
const panel = (tab: Tab) => tab.locator('.panel-end')

async function chooseClass(tab: Tab, name: string, language: Language) {
  const { certificates: say } = textsOf(language)
  await tab.getByRole('button', { name: say.class.chooseNamed.replace('{{name}}', name) }).click()
  await tab.waitForURL('**step=key**')
}

/** From the summary through the gateway to the confirmed identity, and on to the issued certificate. */
async function payAndConfirm(tab: Tab, language: Language) {
  const { certificates: say, payments } = textsOf(language)
  await tab.getByText(say.review.agree).click()
  await button(tab, say.review.pay).click()
  await tab.waitForURL('**/moyasar/invoices/**')
  await payBy(tab, cards.paid)
  await tab.getByRole('heading', { name: payments.outcome.paid }).waitFor()
  await expectAccessible(tab)
  await tab.getByRole('link', { name: payments.toCertificate }).click()
  await tab.getByRole('heading', { name: say.identity.title }).waitFor()
  await expectAccessible(tab)
  await button(tab, say.identity.start).click()
  await tab.locator('.picked-number').waitFor()
  expect(await tab.locator('.picked-number').textContent()).toMatch(/^\d\d$/)
  await expectAccessible(tab)
}

async function buy(tab: Tab, language: Language, name = names.advanced[language]) {
  const { certificates: say } = textsOf(language)
  await tab.goto(buyPage)
  await chooseClass(tab, name, language)
  await button(tab, say.key.next).click()
  await payAndConfirm(tab, language)
  await tab.getByRole('heading', { name: say.issue.done }).waitFor()
}

async function save(tab: Tab, language: Language, format: 'pem' | 'der' | 'chain' | 'p7b') {
  const { download } = textsOf(language).certificates
  await tab.getByRole('button', { name: download.label }).click()
  const [saved] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('menuitem', { name: download[format].name, exact: false }).filter({ hasText: download[format].text }).click(),
  ])
  return contentOf(saved)
}
const contentOf = async (download: Download) => readFileSync(await download.path())

/** What openssl says of a certificate that was downloaded, after it has found the way to the root. */
async function judge(pem: Buffer, chain: Buffer) {
  writeFileSync(at('leaf.pem'), pem)
  writeFileSync(at('chain.pem'), chain)
  const root = Buffer.from(await (await fetch(`${here.server.url}/pki/ca/root.cer`)).arrayBuffer())
  writeFileSync(at('root.der'), root)
  openssl('x509', '-inform', 'DER', '-in', at('root.der'), '-out', at('root.pem'))
  const moment = String(Math.floor(here.server.app.clock.now().getTime() / 1000))
  expect(
    openssl('verify', '-attime', moment, '-x509_strict', '-CAfile', at('root.pem'), '-untrusted', at('chain.pem'), at('leaf.pem')),
  ).toContain('OK')
  return openssl('x509', '-in', at('leaf.pem'), '-noout', '-serial', '-subject', '-pubkey', '-ext', 'keyUsage')
}

describe('buying', () => {
  test('with a key in the key store: Arabic, on a dark telephone, left and taken up on the way', async () => {
    const { certificates: say } = textsOf('ar')
    const tab = await here.open({ size: 'phone', theme: 'dark' })
    await signIn(tab, faisal, buyPage)
    const card = tab.getByRole('listitem').filter({ has: tab.getByRole('heading', { name: names.advanced.ar }) })
    await card.getByText(say.class.years_two, { exact: true }).click()
    await card.getByText('310.50', { exact: true }).waitFor()
    await expectAccessible(tab)
    await chooseClass(tab, names.advanced.ar, 'ar')
    await expectAccessible(tab)
    await tab.reload()
    await button(tab, say.key.next).click()
    await tab.getByRole('heading', { name: say.review.title }).waitFor()
    await tab.getByText('310.50', { exact: true }).waitFor()
    await button(tab, say.review.pay).click()
    await tab.getByText(say.review.agreeFirst).waitFor()
    await expectAccessible(tab)

    await payAndConfirm(tab, 'ar')
    await tab.goto(managePage)
    await tab.getByRole('link', { name: say.unfinished.goOnWith.replace('{{name}}', names.advanced.ar) }).click()
    await button(tab, say.identity.start)
      .click({ timeout: 3000 })
      .catch(() => undefined) // the approval may have arrived meanwhile
    await tab.getByRole('heading', { name: say.issue.done }).waitFor()
    await expectAccessible(tab)

    const told = await judge(await save(tab, 'ar', 'pem'), await save(tab, 'ar', 'chain'))
    expect(told).toContain('Faisal')
    expect(told).toContain('Non Repudiation')
    const serial = /serial=([0-9A-F]+)/.exec(told)![1]!
    await tab.getByText(serial, { exact: false }).waitFor()
    await tab.getByText(BigInt(`0x${serial}`).toString()).waitFor()
    expect((await save(tab, 'ar', 'der'))[0]).toBe(0x30)
    writeFileSync(at('all.p7b'), await save(tab, 'ar', 'p7b'))
    expect(openssl('pkcs7', '-inform', 'DER', '-in', at('all.p7b'), '-print_certs')).toContain('Faisal')
    expect(tab.complaints).toEqual([])
  })

  test('with a request of one’s own: English, wide and light', async () => {
    const { certificates: say } = textsOf('en')
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', at('key.pem'))
    openssl('req', '-new', '-key', at('key.pem'), '-subj', '/CN=Somebody Else', '-out', at('request.pem'))
    openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024', '-out', at('weak.pem'))
    openssl('req', '-new', '-key', at('weak.pem'), '-subj', '/CN=Weak', '-out', at('weak.csr'))
    const tab = await here.open({ language: 'en' })
    const sent: string[] = []
    tab.on('request', (request) => sent.push(request.postData() ?? ''))
    await signIn(tab, noura, buyPage)
    await chooseClass(tab, names.personal.en, 'en')
    await tab.getByText(say.key.csr.title).click()
    await button(tab, say.key.next).click()
    await tab.getByText(say.csr.faults.empty).waitFor()

    const field = tab.getByRole('textbox', { name: say.csr.label })
    await tab.locator('input[type=file]').setInputFiles(at('key.pem'))
    await tab.getByText(say.csr.faults.isKey).waitFor()
    await expectAccessible(tab)
    await field.fill(readFileSync(at('key.pem'), 'utf8'))
    await tab.getByText(say.csr.faults.isKey).waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await tab.locator('input[type=file]').setInputFiles(at('weak.csr'))
    await tab.locator('.csr .field-error').filter({ hasText: /\d/ }).waitFor()
    expect(await tab.locator('.csr-read').count()).toBe(0)

    await field.fill(readFileSync(at('request.pem'), 'utf8'))
    const read = tab.getByRole('status', { name: say.csr.read })
    await read.getByText('P-256').waitFor()
    expect(sent.filter((body) => body.includes('PRIVATE KEY'))).toEqual([])
    await read.getByText('Somebody Else').waitFor()
    openssl('pkey', '-in', at('key.pem'), '-pubout', '-outform', 'DER', '-out', at('public.der'))
    await read.getByText(openssl('dgst', '-sha256', '-r', at('public.der')).split(' ')[0]!).waitFor()
    await expectAccessible(tab)
    await button(tab, say.key.next).click()
    await tab.getByRole('heading', { name: say.review.title }).waitFor()
    await expectAccessible(tab)
    await tab.goBack()
    await read.waitFor() // the request stands in the browser's history
    await tab.goForward()
    await tab.getByRole('heading', { name: say.review.title }).waitFor()
    await payAndConfirm(tab, 'en')
    await tab.getByRole('heading', { name: say.issue.done }).waitFor()
    await tab.getByText(say.issue.doneText.csr).waitFor()
    await expectAccessible(tab)

    const told = await judge(await save(tab, 'en', 'pem'), await save(tab, 'en', 'chain'))
    expect(told).toContain(openssl('pkey', '-in', at('key.pem'), '-pubout').trim())
    expect(told).not.toContain('Somebody Else')
    expect(told).toContain('Noura')
    await tab.getByRole('link', { name: say.issue.details }).click()
    await panel(tab).getByText(say.refusals.keyElsewhere).waitFor()
    expect(tab.complaints.filter((one) => !one.includes('/csr/inspect'))).toEqual([]) // the weak key was refused
  })

  test('with a key in a file, under a passphrase that is typed twice', async () => {
    const { certificates: say } = textsOf('ar')
    const tab = await here.open({ theme: 'dark' })
    await signIn(tab, noura, buyPage)
    await chooseClass(tab, names.personal.ar, 'ar')
    await tab.getByText(say.key.pkcs12.title).click()
    await button(tab, say.key.next).click()
    await payAndConfirm(tab, 'ar')
    const [first, second] = [tab.getByLabel(say.passphrase.label, { exact: true }), tab.getByLabel(say.passphrase.repeat, { exact: true })]
    await first.fill('aaaaaaaaaaaa')
    await tab.getByText(say.passphrase.strength.weak).waitFor()
    await first.fill('four camels cross 2 dunes')
    await tab.getByText(say.passphrase.strength.strong).waitFor()
    await second.fill('four camels')
    await button(tab, say.passphrase.issue).click()
    await tab.getByText(fieldSentence({ rule: 'repeated' }, 'ar')).waitFor()
    await expectAccessible(tab)
    await second.fill('four camels cross 2 dunes')
    await button(tab, say.passphrase.issue).click()
    await tab.getByRole('heading', { name: say.issue.done }).waitFor()
    await expectAccessible(tab)
    const [saved] = await Promise.all([tab.waitForEvent('download'), button(tab, say.download.pkcs12).click()])
    writeFileSync(at('key.p12'), await contentOf(saved))
    const inside = openssl('pkcs12', '-in', at('key.p12'), '-passin', 'pass:four camels cross 2 dunes', '-nodes')
    expect(inside).toContain('PRIVATE KEY')
    expect(inside).toContain('Noura')
    expect(tab.complaints).toEqual([])
  })

  test('that is given up is no longer offered', async () => {
    const { certificates: say } = textsOf('en')
    const tab = await here.open({ language: 'en', size: 'phone' })
    await signIn(tab, faisal, buyPage)
    await chooseClass(tab, names.advanced.en, 'en')
    await button(tab, say.key.next).click()
    await tab.getByText(say.review.agree).click()
    await button(tab, say.review.pay).click()
    await tab.waitForURL('**/moyasar/invoices/**')
    await tab.goBack()
    await tab.getByRole('heading', { name: say.pay.title }).waitFor()
    await expectAccessible(tab)
    await button(tab, say.pay.cancel).click()
    await tab.getByRole('heading', { name: dscStateWords.cancelled.en }).waitFor()
    await tab.goto(managePage, { waitUntil: 'networkidle' }) // what is unfinished has been fetched
    await tab.getByRole('heading', { level: 1 }).waitFor()
    expect(await tab.getByRole('link', { name: say.unfinished.goOn }).count()).toBe(0)
  })
})

describe('a certificate', () => {
  test('signs, rests, signs again and is revoked', async () => {
    const { certificates: say } = textsOf('ar')
    const tab = await here.open()
    await signIn(tab, noura, buyPage)
    await buy(tab, 'ar')
    await tab.getByRole('link', { name: say.issue.details }).click()
    const serial = (await panel(tab).locator('.facts .copy').first().textContent())!.trim()
    await expectAccessible(tab)

    const { signing } = textsOf('ar')
    const choices = await toCredentials(tab)
    expect(await choices.getByRole('radio').first().isChecked()).toBe(true)
    await choices.getByText(serial.slice(-8)).click()
    await tab.getByText(signing.approve.accept).click()
    await button(tab, signing.approve.start).click()
    await tab.locator('.signing-covered').getByText(serial.slice(-8)).waitFor()
    await tab.locator('.done-documents').waitFor()
    const next = await toCredentials(tab)
    expect(await next.getByRole('radio', { name: serial.slice(-8) }).isChecked()).toBe(true)

    await tab.goto(managePage)
    await tab.getByRole('link', { name: `…${serial.slice(-8)}` }).click()
    await expect
      .poll(() =>
        panel(tab)
          .getByRole('heading', { name: say.detail.title })
          .evaluate((title) => title === document.activeElement),
      )
      .toBe(true)
    await panel(tab).getByRole('button', { name: say.actions.suspend.name, exact: true }).click()
    await expectAccessible(tab)
    await button(tab, say.actions.suspend.confirm).click()
    await panel(tab).getByText(dscStateWords.suspended.ar).first().waitFor()
    await panel(tab).getByText(say.refusals.suspended).first().waitFor()
    await panel(tab).getByRole('button', { name: say.actions.resume.name, exact: true }).click()
    await button(tab, say.actions.resume.confirm).click()
    await panel(tab).getByRole('button', { name: say.actions.suspend.name, exact: true }).waitFor()

    await panel(tab).getByRole('button', { name: say.actions.revoke.name, exact: true }).click()
    const dialog = tab.getByRole('alertdialog', { name: say.revoke.title })
    await dialog.getByRole('button', { name: say.revoke.confirm }).click()
    await dialog.getByText(say.revoke.reasonFirst).waitFor()
    await expectAccessible(tab)
    await dialog.getByText(say.revoke.reasons.keyCompromise).click()
    await dialog.getByRole('textbox').fill(serial.slice(-4).toLowerCase())
    await dialog.getByRole('button', { name: say.revoke.confirm }).click()
    await panel(tab).getByText(dscStateWords.revoked.ar).first().waitFor()
    await panel(tab).locator('.certificate-history').getByText(say.revoke.reasons.keyCompromise).waitFor()
    await expectAccessible(tab)

    await tab.keyboard.press('Escape')
    await tab.waitForURL((url) => url.pathname === managePage)
    await tab
      .getByRole('row')
      .filter({ hasText: serial.slice(-8) })
      .getByText(dscStateWords.revoked.ar)
      .waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('that ends soon says so, and its renewal is prepared', async () => {
    const { certificates: say, ui } = textsOf('en')
    const tab = await here.open({ language: 'en' })
    await signIn(tab, faisal, buyPage)
    await buy(tab, 'en')
    await tab.goto(managePage)
    await tab.getByRole('link', { name: ui.view }).first().click()
    await panel(tab).getByText(say.refusals.tooEarlyToRenew_other.replace('{{count}}', '90')).waitFor()
    const id = new URL(tab.url()).pathname.split('/').at(-1)!
    const { serial_number } = await here.server.owner
      .selectFrom('dsc')
      .select('serial_number')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    const ends = new Date(here.server.app.clock.now().getTime() + 40 * 86_400_000 + 3_600_000)
    await here.server.owner.updateTable('certificate').set({ not_after: ends }).where('serial_number', '=', serial_number).execute()

    await tab.goto(managePage)
    const notice = tab.locator('.notice').filter({ hasText: say.expiring_other.replace('{{count}}', '40') })
    await notice.waitFor()
    await expectAccessible(tab)
    await notice.getByRole('link', { name: say.actions.renew.name }).click()
    await tab.getByText(say.buy.renewsText).waitFor()
    await expectAccessible(tab)
    await chooseClass(tab, names.advanced.en, 'en')
    await button(tab, say.key.next).click()
    await payAndConfirm(tab, 'en')
    await tab.getByRole('heading', { name: say.issue.done }).waitFor()
    await tab.goto(`${managePage}/${id}`)
    await panel(tab).getByText(say.refusals.renewedAlready).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('is found by its serial number, by its state, and not by anybody else', async () => {
    const { certificates: say, ui } = textsOf('ar')
    const tab = await here.open({ size: 'phone' })
    await signIn(tab, faisal, managePage)
    await tab.getByPlaceholder(say.manage.searchHint).fill('no such certificate')
    await tab.getByText(ui.noMatch).waitFor()
    await expectAccessible(tab)
    await button(tab, ui.clear).first().click()
    await tab.goto(`${managePage}?state=revoked`)
    await tab.getByText(ui.noMatch).waitFor()
    const { public_id: foreign } = await here.server.owner
      .selectFrom('dsc')
      .innerJoin('person', 'person.id', 'dsc.person_id')
      .select('dsc.public_id')
      .where('person.national_id_hash', '=', here.server.app.secrets.lookUp(noura))
      .executeTakeFirstOrThrow()
    await tab.goto(`${managePage}/${foreign}`)
    await tab.getByText(say.detail.unknown).waitFor()
    await tab.goto(`${buyPage}?application=${foreign}`)
    await tab.getByText(say.application.unknown).waitFor()
    await tab.goto(`${managePage}/nonsense`)
    await tab.getByText(say.detail.unknown).waitFor()
  })
})

/** From a file to the choice of what signs it: the first is made for it alone, the others are the person's own. */
async function toCredentials(tab: Tab) {
  const { signing } = textsOf('ar')
  await tab.goto('/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(fileURLToPath(new URL('../fixtures/pdf/libreoffice.pdf', import.meta.url)))
  await button(tab, signing.choose.next).click()
  const choices = tab.getByRole('radiogroup', { name: signing.credential.title })
  await choices.waitFor()
  await expectAccessible(tab)
  return choices
}

describe('when something is wrong', () => {
  test('the screens say so, and can be asked again', async () => {
    const { ui } = textsOf('ar')
    const tab = await here.open()
    await signIn(tab, noura, '/app/my/devices')
    let broken = true
    await tab.route('**/api/v1/**/dsc/**', (route) => (broken ? route.abort() : route.fallback()))
    await tab.goto(managePage)
    await tab.getByRole('button', { name: ui.retry }).waitFor()
    await expectAccessible(tab)
    await tab.goto(buyPage)
    await tab.getByRole('button', { name: ui.retry }).waitFor()
    broken = false
    await tab.getByRole('button', { name: ui.retry }).click()
    await tab.getByRole('heading', { name: names.advanced.ar }).waitFor()
    await tab.goto(managePage)
    await tab.getByRole('table').waitFor()
    await tab.context().setOffline(true)
    await tab.getByText(ui.offline).waitFor()
  })

  test('an issuing that failed is asked for again without paying again', async () => {
    const { certificates: say } = textsOf('en')
    const tab = await here.open({ language: 'en', theme: 'dark' })
    await signIn(tab, faisal, buyPage)
    await chooseClass(tab, names.advanced.en, 'en')
    await button(tab, say.key.next).click()
    let failures = 0
    await tab.route('**/dsc/my/issue', (route) => (failures++ === 0 ? route.abort() : route.fallback()))
    await payAndConfirm(tab, 'en')
    await tab.getByText(say.issue.paidStays).waitFor()
    await expectAccessible(tab)
    await button(tab, say.issue.again).click()
    await tab.getByRole('heading', { name: say.issue.done }).waitFor()
  })
})

test.each(['ar', 'en'] as const)('a request of one’s own, with how it is made, keeps to the rules of access (%s)', async (language) => {
  const { certificates: say } = textsOf(language)
  const tab = await here.open({ language })
  await signIn(tab, noura, buyPage)
  await chooseClass(tab, names.personal[language], language)
  await tab.getByText(say.key.csr.title).click()
  await tab.getByText(say.csr.how).click()
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})
