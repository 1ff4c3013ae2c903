/** Secrets go through every flow; then the log, every table, every file and everybody's answers are searched for them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { cast } from '#server/demo/cast.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { allFiles, allRows, type Canary, canary, type Find, overhear, search, searchCodes } from './canaries.ts'
import { base, certificateHolder } from './certificateHolder.ts'
import { enroller, goodPassword } from './enroller.ts'
import { solvedHumanCheck } from './humanCheck.ts'
import { codeTo, sentTo } from './inbox.ts'
import { nationalIdWith } from './nationalIds.ts'
import { cards, payer } from './payer.ts'
import { addPerson } from './people.ts'
import { proofKey } from './proof.ts'
import { type Browser, testServer, type TestServer } from './server.ts'

let server: TestServer
const canaries: Canary[] = []
const codes: string[] = []
const [own, others]: [{ place: string; text: string }[], { place: string; text: string }[]] = [[], []]

/** A secret of this run's own, which no other can be taken for. */
function secret(kind: string, text: string | Uint8Array): string {
  canaries.push(canary(kind, text))
  return text as string
}
const fresh = (kind: string) => secret(kind, `Cn-${randomBytes(9).toString('base64url')}-7q`)
const code = async (sent: Promise<string>) => {
  const text = await sent
  codes.push(text)
  return text
}
const sessionSecrets = ({ token, refreshToken }: { token: string; refreshToken: string }) => {
  secret('an access token', token.split('.').at(-1)!)
  secret('a refresh token', refreshToken.split('.').at(-1)!)
}
const control = (party: string, faults: object) =>
  fetch(`${server.simulators.url}/${party}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })

/** A browser that proves its key and gives each change a key for repeating it; both are in what is kept. */
function boundBrowser(who: string): Browser {
  const browser = server.browser()
  const key = proofKey()
  return overhear(browser, who, own, (method, path, body): Record<string, string> => {
    const token = browser.session?.token as string | undefined
    const { dpop } = key.proof({ method, url: server.url + path.split('?')[0], token, at: server.clock.now() })
    secret('a proof of possession', dpop)
    if (typeof body !== 'string' || body === '{}') return { dpop }
    // Whoever takes the database must not be able to try passwords against the digest of a request.
    secret('the plain digest of a request', createHash('sha256').update(`\n${path}\n${body}`).digest())
    return { dpop, 'idempotency-key': randomUUID() }
  })
}

type Person = { nationalId: string; browser: Browser; email: string; mobile: string }

async function signInByNafath({ nationalId, browser }: Person) {
  await control('nafath', { failNext: 1, how: 'garbage' })
  await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: nationalId })
  await browser.signIn(nationalId)
  sessionSecrets(browser.session)
}

async function changePasswordAndContact(person: Person): Promise<string> {
  const { browser } = person
  const [first, second] = [fresh('a password'), fresh('a password')]
  const path = '/api/v1/profile/my/password'
  expect((await browser.post(path, { newPassword: first })).status).toBe(200)
  expect((await browser.post(path, { currentPassword: fresh('a wrong password'), newPassword: second })).status).toBe(422)
  expect((await browser.post(path, { currentPassword: first, newPassword: second })).status).toBe(200)
  for (const [field, place, to] of [
    ['email', 'mail', person.email],
    ['mobileNo', 'sms', person.mobile],
  ] as const) {
    const begun = await browser.post(`/api/v1/profile/my/contact/${field === 'email' ? 'email' : 'mobile'}`, { [field]: to })
    expect(begun.status, begun.text).toBe(200)
    await browser.post('/api/v1/profile/my/contact/confirm', { changeID: begun.body.changeID, otp: await code(codeTo(server, place, to)) })
  }
  return second
}

async function refresh({ browser }: Person) {
  const before = browser.session.refreshToken
  const answer = await browser.post('/api/v1/auth/refresh', { refreshToken: before, deviceID: browser.deviceId })
  expect(answer.status, answer.text).toBe(200)
  browser.session = answer.body
  sessionSecrets(browser.session)
}

async function buy({ browser }: Person) {
  const shop = payer(server)
  await control('moyasar', { failNext: 1, how: 'garbage' })
  await shop.buy(browser).catch(() => undefined)
  const page = await shop.buy(browser)
  secret('a card number', cards.paid)
  await shop.pay(page.paymentUrl)
  await shop.until(async () => (await shop.creditsOf(page)).length === 1)
}

async function sign({ browser }: Person) {
  const body = readFileSync(new URL('fixtures/pdf/libreoffice.pdf', import.meta.url))
  const uploaded = await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body,
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: uploaded.body.uniqueFileID, placement: null }]
  const { transactionID } = (await browser.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })).body
  const ended = await browser.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID })
  expect(ended.body.state, ended.text).toBe('success')
}

async function getKeyFile({ browser }: Person) {
  const holder = certificateHolder(server, browser)
  const passphrase = fresh('a passphrase')
  const slno = await holder.issued({ code: 'personalSigning', keySource: 'pkcs12', keyKind: 'P-256' }, { passphrase })
  expect((await browser.get(`${base}/pkcs12/${slno}`)).status).toBe(200)
}

async function signInByPassword({ nationalId, mobile }: Person, password: string) {
  const browser = boundBrowser('the person')
  const validate = (given: string) => {
    const headers = solvedHumanCheck(server)
    secret('an answer to the human check', headers['x-human-check'])
    const body = { nationalID: nationalId, password: given, channel: 'sms' }
    return browser.post('/api/v1/auth/credentials/login/validate', body, headers)
  }
  await validate(fresh('a wrong password'))
  const seen = (await sentTo(server, 'sms', mobile)).filter(({ text }) => /\b\d{6}\b/.test(text)).length
  await control('sms', { failNext: 1, how: 'garbage' })
  const { loginID } = (await validate(password)).body
  await payer(server).until(async () => server.lines.some((line) => line.includes('message not sent')))
  server.clock.advance(31) // then it is sent again
  const otp = await code(codeTo(server, 'sms', mobile, seen))
  await browser.post('/api/v1/auth/credentials/login/verifyOTP', { loginID, otp: otp === '000000' ? '000001' : '000000' })
  const answer = await browser.post('/api/v1/auth/credentials/login/verifyOTP', { loginID, otp })
  expect(answer.body.status, answer.text).toBe('1')
  sessionSecrets(answer.body)
}

async function enrol() {
  const someone = enroller(server)
  const [browser, contact] = [overhear(server.browser(), 'the person', own), someone.contact()]
  const nationalId = secret('a national ID', nationalIdWith(2, 61_234))
  secret('a password', goodPassword)
  const { enrolment } = await someone.prove(browser, nationalId)
  secret('the secret of an enrolment', enrolment.enrolmentID)
  await someone.details(browser, enrolment.enrolmentID, contact)
  const link = secret('a link', await someone.link(contact.email))
  await code(someone.code('mail', contact.email))
  await someone.look(browser, link)
  await someone.confirm(browser, link)
  await someone.verify(browser, enrolment.enrolmentID, 'sms', await code(someone.code('sms', contact.mobile)))
  const done = await someone.complete(browser, enrolment.enrolmentID)
  expect(done.status, done.text).toBe(200)
  sessionSecrets(done.body)
}

/** Requests that are wrong in the middle of something secret. */
async function breakOff() {
  const json = { 'content-type': 'application/json' }
  const browser = overhear(server.browser(), 'the person', own)
  for (const end of ['x', '"', '\n', ',,', '\\q"}']) {
    const body = `{"nationalID":"1200000022","password":"${fresh('a password that breaks off')}"${end}`
    expect((await browser.send('POST', '/api/v1/auth/credentials/login/validate', { body, headers: json })).status).toBe(400)
  }
  // V8 quotes ten characters on each side of where a text stops being JSON.
  const short = secret('a short password that breaks off', 'zQ7~kW4')
  await browser.send('POST', '/api/v1/auth/credentials/login/validate', { body: `{"password": ${short}}`, headers: json })
  await browser.get(`/api/v1/profile/my?token=${fresh('a token in an address')}`)
  await browser.get('/api/v1/profile/my', { authorization: `Bearer ${fresh('a token that is none')}`, dpop: fresh('a proof that is none') })
  await browser.post(`/${secret('a link that is none', randomBytes(32).toString('base64url'))}`)
}

/** Everything that can be read without knowing more than an address, as somebody else. */
async function lookAround(browser: Browser) {
  for (const { call } of allCalls) {
    if (call.path.includes('/logout') || /initiate|revoke|erasure|export/i.test(call.path)) continue
    const path = call.path.replace(/:(\w+)/g, '1')
    await (call.method === 'GET' ? browser.get(path) : browser.post(path, {}))
  }
}

beforeAll(async () => {
  server = await testServer({ sweepScale: 0.1 })
  const { app } = server
  const { nationalId } = await addPerson(server, 2, 4_711)
  secret('a national ID', nationalId)
  const person: Person = { nationalId, browser: boundBrowser('the person'), email: 'followed@example.sa', mobile: '966551239876' }
  await signInByNafath(person)
  const password = await changePasswordAndContact(person)
  await refresh(person)
  await buy(person)
  await sign(person)
  await getKeyFile(person)
  await signInByPassword(person, password)
  await enrol()
  await breakOff()
  for (const id of [cast.noura, cast.abdulaziz, cast.amal]) await lookAround(overhear(await server.signIn(id), id, others))
  await lookAround(overhear(server.browser(), 'nobody', others))

  const masterKey = Buffer.from(readFileSync(app.configuration.MASTER_KEY_FILE, 'utf8').trim(), 'hex')
  secret('the master key', masterKey)
  for (const key of Object.values(app.secrets)) if (Buffer.isBuffer(key)) secret('a derived key', key)
  const { nafath, moyasar, sms } = simulatorCredentials
  for (const key of [nafath.appKey, moyasar.secretKey, moyasar.webhookSecret, sms.apiKey]) secret('a key of an outside party', key)
  // Codes wait in their messages until these are sent.
  await payer(server).until(async () => {
    const waiting = await server.owner
      .selectFrom('message')
      .select('id')
      .where('sent_at', 'is', null)
      .where('gave_up_at', 'is', null)
      .execute()
    return waiting.length === 0
  }, 20_000)
}, 120_000)
afterAll(() => server?.close())

test('every kind of secret was in play', () => {
  const kinds = new Set(canaries.map(({ kind }) => kind))
  expect(kinds.size).toBe(21)
  expect(codes.length).toBeGreaterThanOrEqual(5)
  expect(new Set(others.map(({ place }) => place)).size).toBeGreaterThan(300)
})

test('the log, at its most talkative, tells none of them', () => {
  const lines = server.lines.map((text) => ({ place: text.slice(0, 400), text }))
  expect(lines.length).toBeGreaterThan(200)
  expect(
    lines.some(({ text }) => text.includes('"level":40') || text.includes('"level":50')),
    'faults were logged',
  ).toBe(true)
  expect([...search(canaries, lines), ...searchCodes(codes, lines)]).toEqual([])
})

test('no table keeps them', async () => {
  const rows = await allRows(server)
  expect(rows.length).toBeGreaterThan(40)
  expect([...search(canaries, rows), ...searchCodes(codes, rows)]).toEqual([])
})

test('no file keeps them', () => {
  const { DATA_DIR, MASTER_KEY_FILE } = server.app.configuration
  const files = allFiles(DATA_DIR, MASTER_KEY_FILE)
  expect(files.length).toBeGreaterThan(3)
  expect(search(canaries, files)).toEqual([])
})

test('nobody else is told', () => {
  expect(search(canaries, others)).toEqual([])
})

/** What a person is told of their own secrets, by the only calls that do, and why. */
const toldToTheirOwner: Record<string, RegExp> = {
  // Repeated from the request: the screen of the challenge is bound to it.
  'a national ID': /\/initiate$|\/verify$/,
  // The session's own answer; the browser has no other way to it.
  'an access token': /\/login\/verify$|\/auth\/refresh$|verifyOTP$|\/enrollment\/complete$/,
  'a refresh token': /\/login\/verify$|\/auth\/refresh$|verifyOTP$|\/enrollment\/complete$/,
  // By which the browser that began an enrolment goes on with it.
  'the secret of an enrolment': /\/auth\/(nafath\/)?enrollment\//,
}

test('a person is told their own secrets by the calls that are there for it, and no other', () => {
  const more = (find: Find) => !toldToTheirOwner[find.kind]?.test(find.place)
  expect(search(canaries, own).filter(more)).toEqual([])
  expect(search(canaries, own).length, 'the session itself is told').toBeGreaterThan(3)
})

/** Line ends, the sequences of terminals in seven and eight bits, separators of lines, and marks that turn the direction. */
const steering = '\r\n{"level":60,"msg":"forged"}\r\n\u001b[2J\u001b[31m\u009b31m\u2028\u2029\u202e\u0000'

test('whatever is sent, one event is one line, and nothing in it steers a terminal', async () => {
  const browser = await server.signIn(cast.faisal)
  const before = server.lines.length
  const hostile = encodeURIComponent(steering)
  const name = steering.replace('\u0000', '')
  await browser.get(`/api/v1/${hostile}`)
  await browser.get(`/${hostile}?${hostile}=${hostile}`)
  await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: name })
  await browser.post('/api/v1/auth/nafath/login/initiate', { [name]: name })
  await browser.send('POST', '/api/v1/auth/nafath/login/initiate', { body: steering, headers: { 'content-type': 'application/json' } })
  await browser.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}.pdf`, {
    body: hostilePdf(),
    headers: { 'content-type': 'application/pdf' },
  })
  await browser.get('/api/v1/profile/my', { 'user-agent': 'a\u009b31m', 'idempotency-key': 'b\u009b31m' })
  server.app.log.warn({ cause: new Error(steering), why: steering, [steering]: 1 }, steering)
  const lines = server.lines.slice(before)
  expect(lines.length).toBeGreaterThanOrEqual(8)
  for (const line of lines) {
    expect(line).toMatch(/^[^\n]*\n$/)
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    expect(JSON.parse(line).level).not.toBe(60)
  }
  expect(JSON.parse(lines.at(-1)!).msg, 'and nothing is lost').toBe(steering)
})

test('an error that quotes what it could not read is logged without the quotation', () => {
  const before = server.lines.length
  const quoted = Object.assign(new Error('invalid input syntax for type uuid: "Quoted-1"'), { code: '22P02' })
  server.app.log.error({ cause: new Error('outer', { cause: quoted }) }, 'problem')
  const line = server.lines.slice(before).join('')
  expect(line).toContain('22P02')
  expect(line).not.toContain('Quoted-1')
})

/** A file that is refused for an action whose name is hostile too. */
const hostilePdf = () => {
  const text = readFileSync(new URL('fixtures/pdf/handmade-table.pdf', import.meta.url), 'latin1')
  return Buffer.from(text.replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /Java\u009b31mScript >>'), 'latin1')
}
