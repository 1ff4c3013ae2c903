import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { base, certificateHolder } from '#test/certificateHolder.ts'
import { enroller } from '#test/enroller.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { changeRegister } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const english = (first: string | null, father: string | null, grandfather: string | null, family: string | null) => ({
  englishFirstName: first,
  englishSecondName: father,
  englishThirdName: grandfather,
  englishLastName: family,
})
const arabic = { firstName: 'ليلى', fatherName: 'سعد', grandFatherName: 'فهد', familyName: 'الحربي' }
let people = 0

/** Somebody with this name in the national register, who opens an account. */
async function enrolled(facts: Record<string, string | null>): Promise<Browser> {
  const nationalId = nationalIdWith(2, 40_000 + people++)
  await changeRegister(server, nationalId, { ...arabic, ...english('Layla', 'Saad', 'Fahad', 'Alharbi'), ...facts })
  const someone = enroller(server)
  const browser = server.browser()
  const contact = { email: `layla.${people}@example.sa`, mobile: `96655${String(2_000_000 + people)}` }
  const opened = await someone.complete(browser, await someone.untilLast(browser, nationalId, contact))
  expect(opened.body, opened.text).toMatchObject({ status: '1' })
  browser.session = opened.body
  return browser
}

const upload = (browser: Browser) =>
  browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: readFileSync(new URL('../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url)),
    headers: { 'content-type': 'application/pdf' },
  })

async function sign(browser: Browser) {
  const { uniqueFileID } = (await upload(browser)).body
  const placement = { page: 1, x: 60, y: 600, width: 220, height: 70 }
  const started = await browser.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement }], acceptTerms: true })
  if (started.status !== 200) return started
  return browser.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
}

describe.each([
  ['no English name', english(null, null, null, null), 'ليلى سعد فهد الحربي'],
  ['an Arabic name for an English one', english('ليلى', 'سعد', 'فهد', 'الحربي'), 'ليلى سعد فهد الحربي'],
  ['an English name that is half Arabic', english('Layla', '', '', 'الحربي'), 'ليلى سعد فهد الحربي'],
  ['an English name in Cyrillic', english('Лейла', '', '', 'Харби'), 'ليلى سعد فهد الحربي'],
  ['a hyphen, an apostrophe and a title', english('Dr. Layla', 'Sa’ad', 'Abdul-Aziz', 'Al-Harbi'), 'Dr. Layla Sa’ad Abdul-Aziz Al-Harbi'],
  ['a single name', { ...english('Budi', '-', '-', '-'), fatherName: null, grandFatherName: '', familyName: '-' }, 'Budi'],
])('whoever has %s', (_, facts, commonName) => {
  test('gets the certificate that they pay for, and signs', async () => {
    const browser = await enrolled(facts)
    const holder = certificateHolder(server, browser)
    const slno = await holder.issued({ code: 'personalSigning' })
    expect((await holder.read(slno)).issuedTo).toBe(commonName)
    const { subject } = new X509Certificate(await holder.download(slno, 'pem'))
    expect(subject.split('\n')).toContain(`CN=${commonName}`)
    expect((await sign(browser)).body).toMatchObject({ state: 'success' })
    const profile = (await browser.get('/api/v1/profile/my')).body
    expect(profile.fullName.trim()).not.toBe('')
  })
})

test('whom no certificate can name hears it before they pay, and before they sign', async () => {
  const browser = await enrolled({
    firstName: '孫',
    fatherName: '',
    grandFatherName: '',
    familyName: '悟空',
    ...english('孫', '', '', '悟空'),
  })
  const answer = await certificateHolder(server, browser).apply({ code: 'personalSigning' })
  expect(answer.status).toBe(409)
  expect(answer.body.title).toMatch(/no Arabic or Latin letters/)
  expect((await browser.get(`${base}/certificates/1/10`)).body.totalCount).toBe(0)
  expect((await sign(browser)).body.title).toMatch(/no Arabic or Latin letters/)
})
