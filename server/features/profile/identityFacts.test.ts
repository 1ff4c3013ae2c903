import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oldNameDays } from '#contract/certificateStates.ts'
import { sweepCertificates } from '#server/features/certificates/sweep.ts'
import { sendMessages } from '#server/platform/outbox.ts'
import { certificateHolder } from '#test/certificateHolder.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson, changeRegister } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 }) // nothing sweeps but the test
})
afterAll(() => server.close())

const registered = {
  firstName: 'هند',
  fatherName: 'سالم',
  grandFatherName: 'علي',
  familyName: 'الشهري',
  englishFirstName: 'Hind',
  englishSecondName: 'Salem',
  englishThirdName: 'Ali',
  englishLastName: 'Alshehri',
  dateOfBirthG: '1990-05-06',
  gender: 'F',
  nationalityCode: '113',
  idExpiryDateG: '2030-01-31',
}
let people = 300

async function renew(browser: Browser, nationalID: string) {
  const { body } = await browser.post('/api/v1/auth/kyc/renewal/initiate', { nationalID })
  const { transId, random } = body
  return (await browser.pollUntilEnded('/api/v1/auth/kyc/renewal/verify', { nationalID, transId, random })).body
}

/** Somebody whose account says what the register says, in this language. */
async function person(language: 'ar' | 'en' = 'en') {
  const n = ++people
  const { nationalId, personId } = await addPerson(server, 2, n)
  await server.owner.updateTable('person').set({ language }).where('id', '=', personId).execute()
  await changeRegister(server, nationalId, registered)
  const browser = await server.signIn(nationalId, { language })
  await renew(browser, nationalId)
  /** The texts of all letters under this subject. */
  const letters = async (about: string) => {
    for (let i = 0; i < 5; i++) await sendMessages(server.app)
    const sent = await sentTo(server, 'mail', `person-${n}@example.sa`)
    return sent.flatMap(({ subject, text }) => (subject === about ? [text] : [])).join('\n\n')
  }
  return { nationalId, personId, browser, holder: certificateHolder(server, browser), letters }
}

const noticesOf = async (browser: Browser) => (await browser.get('/api/v1/dashboard/my/notifications?size=100')).body.dataList
const eventOf = (personId: number, action: string) =>
  server.db
    .selectFrom('audit_event')
    .selectAll()
    .where('person_id', '=', personId)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const reasonOf = async (holder: ReturnType<typeof certificateHolder>, slno: string) => {
  const { state, revocationReason } = await holder.read(slno)
  return [state, revocationReason]
}

async function sign(browser: Browser, more: object = {}) {
  const { body } = await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: readFileSync(new URL('../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url)),
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: body.uniqueFileID, placement: null }]
  const started = await browser.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true, ...more })
  if (started.status !== 200) return started
  return browser.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
}

/** The name in the newest certificate that was made for a signing of theirs. */
async function signedAs(personId: number): Promise<string> {
  const { certificate } = await server.db
    .selectFrom('certificate')
    .select('certificate')
    .where('person_id', '=', personId)
    .where('transaction_id', 'is not', null)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /^CN=(.*)$/m.exec(new X509Certificate(certificate!).subject)![1]!
}

test('what did not change is not told', async () => {
  const { browser, nationalId, personId } = await person()
  const told = (await noticesOf(browser)).length
  expect(await renew(browser, nationalId)).toEqual({ status: '1', errorMessage: '', changes: [], oldNameUntil: null })
  expect((await noticesOf(browser)).length).toBe(told + 1) // that it was renewed
  expect((await eventOf(personId, 'kyc.renewed')).outcome).toBe('done')
})

test('a changed name, nationality, birthday and document come with the renewal, and the person hears of each', async () => {
  const { browser, nationalId, personId, letters } = await person()
  await changeRegister(server, nationalId, {
    familyName: 'القرني',
    englishLastName: 'Alqarni',
    dateOfBirthG: '1990-06-05',
    nationalityCode: '207',
    idExpiryDateG: '2035-02-28',
  })
  expect(await renew(browser, nationalId)).toEqual({
    status: '1',
    errorMessage: '',
    changes: [
      { fact: 'nameAr', before: 'هند سالم علي الشهري', after: 'هند سالم علي القرني' },
      { fact: 'nameEn', before: 'Hind Salem Ali Alshehri', after: 'Hind Salem Ali Alqarni' },
      { fact: 'dateOfBirth', before: '1990-05-06', after: '1990-06-05' },
      { fact: 'nationality', before: 'SA', after: 'EG' },
      { fact: 'identityExpiresOn', before: '2030-01-31', after: '2035-02-28' },
    ],
    oldNameUntil: null,
  })
  expect((await browser.get('/api/v1/profile/my')).body).toMatchObject({
    fullName: 'Hind Salem Ali Alqarni',
    fullNameAr: 'هند سالم علي القرني',
    nationality: 'EG',
    dateOfBirth: '1990-06-05',
    identityExpiresOn: '2035-02-28',
  })
  expect((await noticesOf(browser)).map(({ message }: { message: string }) => message)).toContain(
    'Your identity details were brought up to date from Nafath: name in Arabic, name in English, date of birth, nationality, expiry date of the identity document.',
  )
  expect((await eventOf(personId, 'identity.changed')).facts).toMatchObject({
    changed: ['nameAr', 'nameEn', 'dateOfBirth', 'nationality', 'identityExpiresOn'],
  })
  const letter = await letters('Your identity details were brought up to date')
  expect(letter).toMatch(/name in English: \u2068Hind Salem Ali Alshehri\u2069 → \u2068Hind Salem Ali Alqarni\u2069/)
  expect(letter).toMatch(/nationality: \u2068Saudi Arabia\u2069 → \u2068Egypt\u2069/)
  expect(letter).not.toMatch(/1990/)
})

test('in Arabic, and of a country that nobody here knows', async () => {
  const { browser, nationalId, letters } = await person('ar')
  await changeRegister(server, nationalId, { nationalityCode: '999' })
  expect((await renew(browser, nationalId)).changes).toEqual([{ fact: 'nationality', before: 'SA', after: null }])
  expect((await browser.get('/api/v1/profile/my')).body.nationality).toBeNull()
  expect((await noticesOf(browser))[0].message + (await noticesOf(browser))[1].message).toContain('حُدّثت بيانات هويتك من نفاذ: الجنسية.')
  const letter = await letters('حُدّثت بيانات هويتك')
  expect(letter).toMatch(/الجنسية: من \u2068المملكة العربية السعودية\u2069 إلى \u2068غير معروفة\u2069/)
  const { nationality_code } = await server.db
    .selectFrom('person')
    .select('nationality_code')
    .where('national_id_hash', '=', server.app.secrets.lookUp(nationalId))
    .executeTakeFirstOrThrow()
  expect(nationality_code).toBe('999')
})

test('certificates in the earlier name sign nothing, may be renewed at once, and are revoked after their days', async () => {
  const { browser, nationalId, personId, holder, letters } = await person()
  const renewed = await holder.issued({ code: 'personalSigning' })
  const left = await holder.issued({ code: 'personalSigningHigh' })
  const back = await holder.read(left)
  expect(back).toMatchObject({ oldNameUntil: null, issuedTo: 'Hind Salem Ali Alshehri' })

  await changeRegister(server, nationalId, { familyName: 'القرني', englishLastName: 'Alqarni' })
  const { oldNameUntil } = await renew(browser, nationalId)
  expect(new Date(oldNameUntil).getTime()).toBeCloseTo(server.clock.now().getTime() + oldNameDays * 86_400_000, -5)
  expect(await holder.read(left)).toMatchObject({ state: 'active', oldNameUntil })
  expect(await letters('Your identity details were brought up to date')).toMatch(/no longer sign here, and we revoke them on/)

  const refused = await sign(browser, { encodedCertificateSlno: left })
  expect([refused.status, refused.body.title]).toEqual([
    409,
    'This certificate is in your earlier name and no longer signs. Renew it in your present name.',
  ])
  expect((await browser.get('/api/v1/dsc/my/certificates/1/10?canSign=1')).body.totalCount).toBe(0)
  expect((await sign(browser)).body).toMatchObject({ state: 'success' })
  expect(await signedAs(personId)).toBe('Hind Salem Ali Alqarni')

  const successor = await holder.issued({ code: 'personalSigning', renews: renewed }) // nowhere near the end of its validity
  expect((await holder.read(successor)).issuedTo).toBe('Hind Salem Ali Alqarni')
  await sweepCertificates(server.app)
  expect((await holder.read(renewed)).state).toBe('active')

  await server.owner
    .updateTable('dsc')
    .set({ old_name_until: server.clock.now() })
    .where('person_id', '=', personId)
    .where('old_name_until', 'is not', null)
    .execute()
  await sweepCertificates(server.app)
  expect(await reasonOf(holder, renewed)).toEqual(['revoked', 'superseded'])
  expect(await reasonOf(holder, left)).toEqual(['revoked', 'affiliationChanged'])
  expect(await reasonOf(holder, successor)).toEqual(['active', null])
  expect((await eventOf(personId, 'certificate.revoked')).facts).toMatchObject({ cause: 'old name' })
})

test('a name that comes back to what a certificate says leaves it in force', async () => {
  const { browser, nationalId, holder } = await person()
  const slno = await holder.issued({ code: 'personalSigning' })
  await changeRegister(server, nationalId, { englishFirstName: 'Hindd' })
  expect((await renew(browser, nationalId)).oldNameUntil).not.toBeNull()
  await changeRegister(server, nationalId, registered)
  expect((await renew(browser, nationalId)).oldNameUntil).toBeNull()
  expect(await holder.read(slno)).toMatchObject({ state: 'active', oldNameUntil: null })
})

test('no signature is made in the earlier name, even where the approval itself brings the new one', async () => {
  const { browser, nationalId, personId, holder } = await person()
  const slno = await holder.issued({ code: 'personalSigning' })
  await changeRegister(server, nationalId, { englishLastName: 'Alqarni' })
  const refused = await sign(browser, { encodedCertificateSlno: slno })
  expect(refused.body).toMatchObject({ state: 'failed' })
  expect((await sign(browser)).body).toMatchObject({ state: 'success' })
  expect(await signedAs(personId)).toBe('Hind Salem Ali Alqarni')
})

test('an application that is confirmed after the name changed is issued in the new one', async () => {
  const { browser, nationalId, holder } = await person()
  const slno = await holder.applyAndPay({ code: 'personalSigning' })
  await changeRegister(server, nationalId, { englishLastName: 'Alqarni' })
  expect((await holder.confirm(slno)).body).toMatchObject({ status: '1' })
  expect((await holder.act('issue', slno)).body).toMatchObject({ state: 'active', issuedTo: 'Hind Salem Ali Alqarni' })
  expect((await browser.get('/api/v1/profile/my')).body.fullName).toBe('Hind Salem Ali Alqarni')
})
