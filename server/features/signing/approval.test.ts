import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { addPerson, decide, nationalIdOf } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let signer: Browser
let nationalId: string
let personId: number
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.1 })
})
let n = 0
// Somebody new for each test: an approval that one leaves open must not stand in the way of the next.
beforeEach(async () => {
  ;({ nationalId, personId } = await addPerson(server, 1, ++n, 200))
  signer = server.browser()
  const started = await signer.post('/api/v1/auth/nafath/login/initiate', { nationalID: nationalId })
  await decide(server, nationalId, true)
  const answer = await signer.pollUntilEnded('/api/v1/auth/nafath/login/verify', {
    nationalID: nationalId,
    transId: started.body.transId,
    random: started.body.random,
  })
  signer.session = answer.body
})
afterAll(() => server.close())

const pdf = readFileSync(new URL('../../../test/fixtures/pdf/handmade-table.pdf', import.meta.url))
const upload = async (browser = signer) =>
  (await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', { body: pdf, headers: { 'content-type': 'application/pdf' } })).body
    .uniqueFileID as string
const initiate = async (count = 1) => {
  const documents = await Promise.all(Array.from({ length: count }, async () => ({ uniqueFileID: await upload(), placement: null })))
  const { body, text } = await signer.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  expect(body.state, text).toBe('authentication')
  return body.transactionID as string
}
const look = (transactionID: string, browser = signer) => browser.post('/api/v1/esign/my/sign/verify', { transactionID })
const row = (transactionID: string) =>
  server.db.selectFrom('esign_transaction').selectAll().where('public_id', '=', transactionID).executeTakeFirstOrThrow()
const certificates = async () =>
  (
    await server.db
      .selectFrom('certificate')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('profile', '=', 'e-signature')
      .executeTakeFirstOrThrow()
  ).count
const settled = async (transactionID: string) => {
  for (let i = 0; i < 200; i++) {
    const { ended_at, state, failure } = await row(transactionID)
    if (ended_at) return { state, failure }
    await wait(25)
  }
  throw new Error('not settled')
}
/** The role of the migrations: for what the application itself may not do. */
const owner = () => server.owner

type Attack = [what: string, expected: { state: string; failure?: string }, act: (transactionID: string) => Promise<unknown>]
const attacks: Attack[] = [
  [
    'a document’s bytes are swapped for others before the approval',
    { state: 'failed', failure: 'otherDocuments' },
    async (id) =>
      owner()
        .updateTable('document')
        .set({ sha256: createHash('sha256').update('other').digest() })
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'a document is added after the request',
    { state: 'failed', failure: 'otherDocuments' },
    async (id) =>
      owner()
        .updateTable('document')
        .set({ transaction_id: (await row(id)).id, position: 1 })
        .where('public_id', '=', await upload())
        .execute(),
  ],
  [
    'a document is taken away',
    { state: 'failed', failure: 'otherDocuments' },
    async (id) =>
      owner()
        .updateTable('document')
        .set({ transaction_id: null })
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'the activation is for other hashes',
    { state: 'failed', failure: 'otherDocuments' },
    async (id) =>
      owner()
        .updateTable('activation')
        .set({ hashes: [randomBytes(32)] })
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'the activation has expired',
    { state: 'failed', failure: 'activationExpired' },
    async (id) =>
      owner()
        .updateTable('activation')
        .set({ expires_at: server.clock.now() })
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'the activation is for another purpose',
    { state: 'failed', failure: 'otherActivation' },
    async (id) =>
      owner()
        .updateTable('activation')
        .set({ purpose: 'login' })
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'the activation is another person’s',
    { state: 'failed', failure: 'otherActivation' },
    async (id) =>
      owner()
        .updateTable('activation')
        .set({
          person_id: (await server.db.selectFrom('person').select('id').where('id', '<>', personId).limit(1).executeTakeFirstOrThrow()).id,
        })
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'the activation was used',
    { state: 'failed', failure: 'noActivation' },
    async (id) =>
      owner()
        .deleteFrom('activation')
        .where('transaction_id', '=', (await row(id)).id)
        .execute(),
  ],
  [
    'somebody else approved',
    { state: 'failed', failure: 'otherPerson' },
    async () =>
      owner()
        .updateTable('person')
        .set({ national_id_sealed: server.app.secrets.seal(nationalIdOf(1, 900), 'national ID') })
        .where('id', '=', personId)
        .execute(),
  ],
  [
    'the account was suspended',
    { state: 'failed', failure: 'accountClosed' },
    async () => owner().updateTable('person').set({ status: 'suspended' }).where('id', '=', personId).execute(),
  ],
]

test.each(attacks)('no signature when %s', async (_what, expected, act) => {
  const before = await certificates()
  const transactionID = await initiate()
  await act(transactionID)
  await decide(server, nationalId, true)
  expect(await settled(transactionID)).toMatchObject(expected)
  expect(await certificates()).toBe(before)
  expect(await unbalancedPlans(server.db)).toEqual([])
})

test('the person rejects: nothing is signed and the reserved transaction comes back', async () => {
  const transactionID = await initiate()
  await decide(server, nationalId, false)
  const ended = await signer.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID })
  expect(ended.body.state).toBe('rejected')
  expect((await look(transactionID)).body).toMatchObject({ status: '2', errorMessage: expect.stringContaining('rejected') })
  expect(
    await server.db
      .selectFrom('ledger_entry')
      .select(['kind'])
      .where('transaction_id', '=', (await row(transactionID)).id)
      .orderBy('id')
      .execute(),
  ).toEqual([{ kind: 'reserve' }, { kind: 'release' }])
})

test('cancelled before the approval: an approval that comes later signs nothing, and the documents can be signed anew', async () => {
  const uniqueFileID = await upload()
  const first = await signer.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement: null }], acceptTerms: true })
  const transactionID = first.body.transactionID
  expect((await signer.post('/api/v1/esign/my/sign/cancel', { transactionID })).body.state).toBe('cancelled')
  await decide(server, nationalId, true)
  await wait(300)
  expect((await row(transactionID)).state).toBe('cancelled')
  expect((await signer.post('/api/v1/esign/my/sign/cancel', { transactionID })).body.detail).toBe('WRONG_STATE')
  const again = await signer.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement: null }], acceptTerms: true })
  expect(again.body.state, again.text).toBe('authentication')
  await decide(server, nationalId, true)
  expect(await settled(again.body.transactionID)).toMatchObject({ state: 'success' })
})

test('fifty looks at once at an approval sign once', async () => {
  const before = await certificates()
  const transactionID = await initiate(2)
  await decide(server, nationalId, true)
  await Promise.all(Array.from({ length: 50 }, () => look(transactionID)))
  expect(await settled(transactionID)).toMatchObject({ state: 'success' })
  expect(await certificates()).toBe(before + 1)
  const debits = await server.db
    .selectFrom('ledger_entry')
    .select('kind')
    .where('transaction_id', '=', (await row(transactionID)).id)
    .where('kind', '=', 'debit')
    .execute()
  expect(debits).toHaveLength(1)
})

test('a closed browser loses nothing: the approval is carried out without it', async () => {
  const transactionID = await initiate()
  await decide(server, nationalId, true)
  expect(await settled(transactionID)).toMatchObject({ state: 'success' })
})

test('a signer that stopped half way is followed by another when its lease ends', async () => {
  const transactionID = await initiate()
  const { id } = await row(transactionID)
  await owner()
    .updateTable('esign_transaction')
    .set({ state: 'signing', approved_at: server.clock.now(), leased_until: server.clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await settled(transactionID)).toMatchObject({ state: 'success' })
})

test('nobody approves: it expires, and what was reserved comes back', async () => {
  const transactionID = await initiate()
  server.clock.advance(181)
  // Time stamps are silent from such a step on, and after the clock was set back, until somebody answers for it.
  expect(server.app.authority.knowsTime()).toBe(false)
  expect(await settled(transactionID)).toMatchObject({ state: 'expired' })
  expect(await unbalancedPlans(server.db)).toEqual([])
  server.clock.advance(-181)
  expect(server.app.authority.knowsTime()).toBe(false)
  await owner().insertInto('time_confirmation').values({ ahead_of_database_ms: 0 }).execute()
  await vi.waitUntil(() => server.app.authority.knowsTime(), { timeout: 20_000 })
})

test('a transaction or document of somebody else looks like one that does not exist', async () => {
  const other = await server.signIn(cast.faisal)
  const transactionID = await initiate()
  const uniqueFileID = await upload()
  const absent = randomBytes(16).toString('base64url')
  const sameAnswer = (a: { status: number; body: { reference: string } }, b: typeof a) =>
    expect({ ...a.body, reference: '' }).toEqual({ ...b.body, reference: '' })
  for (const path of ['sign/verify', 'sign/cancel', 'documents'])
    sameAnswer(
      await other.post(`/api/v1/esign/my/${path}`, { transactionID }),
      await other.post(`/api/v1/esign/my/${path}`, { transactionID: absent }),
    )
  const sign = (id: string) =>
    other.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID: id, placement: null }], acceptTerms: true })
  sameAnswer(await sign(uniqueFileID), await sign(absent))
  sameAnswer(
    await other.get(`/api/v1/esign/my/documents/${uniqueFileID}/original`),
    await other.get(`/api/v1/esign/my/documents/${absent}/original`),
  )
  sameAnswer(
    await other.post('/api/v1/esign/my/uploads/discard', { uniqueFileID }),
    await other.post('/api/v1/esign/my/uploads/discard', { uniqueFileID: absent }),
  )
  expect((await look(transactionID)).body.state).toBe('authentication')
})

test('identity due: reading goes on, signing does not', async () => {
  await owner().updateTable('person').set({ kyc_until: server.clock.now() }).where('id', '=', personId).execute()
  const answer = await signer.post('/api/v1/esign/my/sign/initiate', {
    documents: [{ uniqueFileID: await upload(), placement: null }],
    acceptTerms: true,
  })
  expect(answer.body).toMatchObject({ status: 403, detail: 'KYC_DUE' })
  expect((await signer.post('/api/v1/esign/my/transactions', {})).status).toBe(200)
})

const placements: [object, string][] = [
  [{ page: 2, x: 0, y: 0, width: 200, height: 60 }, 'no such page'],
  [{ page: 1, x: 5_000, y: 0, width: 200, height: 60 }, 'outside the page'],
  [{ page: 1, x: 0, y: 0, width: 20, height: 60 }, 'The smallest value is 120'],
  [{ page: 0, x: 0, y: 0, width: 200, height: 60 }, 'The smallest value is 1'],
]
test.each(placements)('a placement that cannot be is refused with a sentence: %j', async (placement, says) => {
  const answer = await signer.post('/api/v1/esign/my/sign/initiate', {
    documents: [{ uniqueFileID: await upload(), placement }],
    acceptTerms: true,
  })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer.body)).toContain(says)
})
