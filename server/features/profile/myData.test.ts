import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { sentTo } from '#test/inbox.ts'
import { letConfirmationLapse } from '#test/sessions.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { dataSections } from './dataSections.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

const exportPath = '/api/v1/profile/my/data/export'
const looks = '/api/v1/profile/my/data/looks/1/10'
const erasure = '/api/v1/profile/my/data/erasure'

test('a person gets everything that is held about them, and no secret of the product', async () => {
  const noura = await server.signIn(cast.noura)
  const answer = await noura.post(exportPath)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('content-disposition')).toMatch(/tawqi-my-data-\d{4}-\d\d-\d\d\.json/)
  const data = JSON.parse(answer.text) as Record<string, Record<string, unknown>[]>
  expect(Object.keys(data).slice(3)).toEqual(Object.keys(dataSections))
  expect(data.profile).toEqual([expect.objectContaining({ name_en: 'Noura Abdullah Saad Alqahtani', national_id_masked: '1•••••0014' })])
  for (const name of [
    'agreements',
    'devices',
    'sessions',
    'plans',
    'ledger',
    'payments',
    'invoices',
    'transactions',
    'documents',
    'looks',
    'auditTrail',
  ])
    expect(data[name]!.length, name).toBeGreaterThan(0)
  expect(answer.text).not.toMatch(/1200000014|argon2|sealed|code_hash|"type":"Buffer"/)
  const events = await server.db.selectFrom('audit_event').select('person_id').where('action', '=', 'data.exported').execute()
  expect(events).toEqual([{ person_id: noura.session.slno }])
})

test('nothing of anybody else is in it', async () => {
  const faisal = await server.signIn(cast.faisal)
  const { text } = await faisal.post(exportPath)
  expect(text).not.toMatch(/Noura|نورة|sarah|966500000014/)
})

test('a long history is written in pieces', async () => {
  const reem = await server.signIn(cast.reem)
  const now = server.clock.now()
  const rows = Array.from({ length: 1_200 }, (_, i) => ({
    at: now,
    action: 'test.event',
    outcome: 'done' as const,
    person_id: reem.session.slno,
    subject: String(i),
  }))
  await server.owner.insertInto('audit_event').values(rows).execute()
  const { auditTrail } = JSON.parse((await reem.post(exportPath)).text) as { auditTrail: { action: string; subject: string }[] }
  const subjects = auditTrail.flatMap(({ action, subject }) => (action === 'test.event' ? [Number(subject)] : []))
  expect(subjects).toEqual(Array.from({ length: 1_200 }, (_, i) => i))
})

test('a copy needs a fresh confirmation of identity, and is not made without end', async () => {
  const sarah = await server.signIn(cast.sarah)
  const lapsed = await server.signIn(cast.sarah)
  await letConfirmationLapse(server, lapsed)
  expect((await lapsed.post(exportPath)).body.detail).toBe('STEP_UP')
  server.clock.awayFromWindowEnd(86_400)
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await sarah.post(exportPath))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(answers.map(() => '"copies";q=5;w=86400'))
  const stands = answers.map(({ headers }) => headers.get('ratelimit')!)
  expect(stands.map((text) => text.split(';t=')[0])).toEqual([4, 3, 2, 1, 0, 0].map((left) => `"copies";r=${left}`))
  expect(stands.at(-1)).toBe(`"copies";r=0;t=${answers.at(-1)!.headers.get('retry-after')}`)
})

/** Tables with the number of a person or an account that are no part of the copy, and why. */
const leftOut = {
  account: 'a number that stands for the person',
  activation: 'a permission to sign that lives for minutes and is used up',
  approval_turn: 'a lock that lives for seconds',
  erasure_key: 'keys of what is kept after an erasure, when nobody signs in any more',
  idempotency_key: 'answers that were given already, kept for two days',
  idempotency_step: 'what such an answer is made of, kept as long',
  login_attempt: 'codes that live for minutes; the audit trail tells of them',
}
/** Tables that go by another name in the copy. */
const sectionOf: Record<string, string> = {
  account_closure: 'accountClosures',
  agreement_acceptance: 'agreements',
  audit_event: 'auditTrail',
  challenge: 'identityConfirmations',
  contact_change: 'contactChanges',
  data_look: 'looks',
  dsc: 'certificateRequests',
  signing_draft: 'signingDrafts',
  erasure_request: 'erasureRequests',
  evidence_file: 'evidenceFiles',
  esign_transaction: 'transactions',
  organisation_application: 'organisationApplications',
  operator_role: 'operatorRoles',
  ledger_entry: 'ledger',
  sales_order: 'orders',
  sealed_document: 'documentsWithSeals',
}

test('every table that knows a person is in the copy, or has a reason not to be', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('person_id', 'account_id') order by 1`.execute(server.owner)
  const missing = rows.map(({ name }) => name).filter((name) => !(name in leftOut) && !((sectionOf[name] ?? `${name}s`) in dataSections))
  expect(missing, 'add these to dataSections.ts').toEqual([])
})

test('a person sees who looked at their data: the provider without a name, members of an organisation with theirs', async () => {
  const noura = await server.signIn(cast.noura)
  const { body } = await noura.get(looks)
  expect(body.dataList).toEqual([
    expect.objectContaining({ what: 'transactions', viewerName: '', organization: '' }),
    expect.objectContaining({ what: 'profile', viewerName: '', organization: '' }),
  ])
  const reem = await server.signIn(cast.reem)
  expect((await reem.get(looks)).body.dataList[0]).toMatchObject({
    what: 'export',
    viewerName: 'Sarah Khalid Abdulrahman Alotaibi',
    organization: 'Horizon Technology Company',
  })
  const faisal = await server.signIn(cast.faisal)
  expect((await faisal.get(looks)).body).toEqual({
    dataList: [],
    totalCount: 0,
    moreThanTotal: false,
    nextCursor: null,
    previousCursor: null,
  })
  await expect(server.db.deleteFrom('data_look').execute()).rejects.toMatchObject({ code: '42501' })
})

const request = (browser: Browser, reason?: string) => browser.post(erasure, reason === undefined ? {} : { reason })

test('erasure is asked for once at a time, told by mail, and can be withdrawn', async () => {
  const noura = await server.signIn(cast.noura)
  const answers = await Promise.all([request(noura, ' I moved abroad. '), request(noura), request(noura)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { requestID, answerDueDate } = answers.find(({ status }) => status === 200)!.body
  expect(Date.parse(answerDueDate) - server.clock.now().getTime()).toBeGreaterThan(29.9 * 86_400_000)
  await expect
    .poll(async () => (await sentTo(server, 'mail', 'noura.alqahtani@example.sa')).map(({ subject }) => subject))
    .toContain('وصل طلبك إتلاف بياناتك')
  expect((await noura.get(erasure)).body.dataList).toEqual([expect.objectContaining({ requestID, state: 'requested', endedDate: null })])
  expect((await noura.get('/api/v1/profile/my')).status).toBe(200) // the account stays open
  expect((await noura.post(`${erasure}/withdraw`, { requestID })).body).toEqual({ status: '1' })
  expect((await noura.post(`${erasure}/withdraw`, { requestID })).status).toBe(409)
  expect((await request(noura)).status).toBe(200)
  const actions = await server.db.selectFrom('audit_event').select('action').where('action', 'like', 'erasure.%').orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['erasure.requested', 'erasure.withdrawn', 'erasure.requested'])
})

test('somebody else’s request answers like one that is not there; a request needs a fresh confirmation', async () => {
  const [sarah, reem] = [await server.signIn(cast.sarah), await server.signIn(cast.reem)]
  const { requestID } = (await request(sarah)).body
  const shown = async (id: string) => {
    const { status, body } = await reem.post(`${erasure}/withdraw`, { requestID: id })
    return { status, ...body, reference: '' }
  }
  expect(await shown(requestID)).toEqual(await shown('A'.repeat(22)))
  expect((await request(reem, 'x'.repeat(1_001))).status).toBe(422)
  await letConfirmationLapse(server, reem)
  expect((await request(reem)).body.detail).toBe('STEP_UP')
})
