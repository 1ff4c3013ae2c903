import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { signingFailures, type SigningFailure } from '#server/platform/signingFailures.ts'
import { base, certificateHolder } from '#test/certificateHolder.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson, decide } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.1 })
})
afterAll(() => server.close())

const pdf = readFileSync(new URL('../../../test/fixtures/pdf/handmade-table.pdf', import.meta.url))
let people = 0
type Signer = { browser: Browser; personId: number; nationalId: string; mail: string; language: 'ar' | 'en' }

/** Somebody who decides in their app, by hand, with ten transactions. */
async function signer(language: 'ar' | 'en'): Promise<Signer> {
  const n = 600 + ++people
  const { nationalId, personId } = await addPerson(server, 1, n)
  await server.owner.updateTable('person').set({ language }).where('id', '=', personId).execute()
  const browser = server.browser({ language })
  await approving(nationalId, () => browser.signIn(nationalId))
  return { browser, personId, nationalId, mail: `person-${n}@example.sa`, language }
}

/** Does what asks for an approval, and approves it as soon as it is there. */
async function approving<T>(nationalId: string, act: () => Promise<T>): Promise<T> {
  const acted = act()
  await vi.waitFor(() => decide(server, nationalId, true), { timeout: 8_000, interval: 20 })
  return acted
}

async function ask({ browser }: Signer, more: object = {}): Promise<string> {
  const uploaded = await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: pdf,
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: uploaded.body.uniqueFileID, placement: null }]
  const { body, text } = await browser.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true, ...more })
  expect(body.state, text).toBe('authentication')
  return body.transactionID
}

const plans = async (personId: number) =>
  server.db
    .selectFrom('plan')
    .select(['available', 'reserved', 'spent'])
    .where('account_id', '=', await accountOf(server.db, personId))
    .execute()

async function expectTold({ personId, mail, language, browser }: Signer, transactionID: string, reason: SigningFailure): Promise<void> {
  const why = signingFailures[reason][language]
  const letter = await vi.waitFor(
    async () => {
      const found = (await sentTo(server, 'mail', mail)).filter(({ text }) => text.includes(transactionID))
      expect(found).toHaveLength(1)
      return found[0]!
    },
    { timeout: 15_000, interval: 50 },
  )
  expect(letter.subject).toBe(language === 'ar' ? 'لم يُوقَّع مستندك' : 'Your document was not signed')
  expect(letter.text).toContain(why)
  const { dataList } = (await browser.get('/api/v1/dashboard/my/notifications')).body
  const told = dataList?.filter(({ link }: { link: string }) => link.endsWith(transactionID)) ?? []
  if (reason !== 'account') expect(told).toMatchObject([{ kind: 'signingEnded', message: expect.stringContaining(why), isRead: false }])
  expect(await plans(personId)).toEqual([{ available: 10, reserved: 0, spent: 0 }])
  expect(await unbalancedPlans(server.db)).toEqual([])
  const entries = server.db.selectFrom('ledger_entry').innerJoin('esign_transaction as t', 't.id', 'ledger_entry.transaction_id')
  expect(await entries.select('ledger_entry.kind').where('t.public_id', '=', transactionID).orderBy('ledger_entry.id').execute()).toEqual([
    { kind: 'reserve' },
    { kind: 'release' },
  ])
}

const idOf = async (transactionID: string) =>
  (await server.db.selectFrom('esign_transaction').select('id').where('public_id', '=', transactionID).executeTakeFirstOrThrow()).id

const cases: [
  what: string,
  language: 'ar' | 'en',
  reason: SigningFailure,
  spoil: (transactionID: string, who: Signer) => Promise<unknown>,
][] = [
  [
    'the documents are others',
    'ar',
    'documents',
    async (id) =>
      server.owner
        .updateTable('document')
        .set({ sha256: Buffer.alloc(32, 1) })
        .where('transaction_id', '=', await idOf(id))
        .execute(),
  ],
  [
    'the approval came too late',
    'en',
    'approval',
    async (id) =>
      server.owner
        .updateTable('activation')
        .set({ expires_at: new Date(0) })
        .where('transaction_id', '=', await idOf(id))
        .execute(),
  ],
  [
    'the account was suspended',
    'en',
    'account',
    async (_, { personId }) => server.owner.updateTable('person').set({ status: 'suspended' }).where('id', '=', personId).execute(),
  ],
]

test.each(cases)(
  'approved, and %s: told in %s by mail and in the application; the transaction is back',
  async (_what, language, reason, spoil) => {
    const who = await signer(language)
    const transactionID = await ask(who)
    await spoil(transactionID, who)
    await decide(server, who.nationalId, true)
    await expectTold(who, transactionID, reason)
    if (reason === 'account') return
    const { body } = await who.browser.post('/api/v1/esign/my/sign/verify', { transactionID })
    expect(body).toMatchObject({ state: 'failed', status: '0', errorMessage: expect.stringContaining(signingFailures[reason][language]) })
  },
)

test('approved, and the chosen certificate was suspended meanwhile', async () => {
  const who = await signer('ar')
  const holder = certificateHolder(server, who.browser)
  const slno = await holder.applyAndPay()
  await approving(who.nationalId, () => holder.confirm(slno))
  await holder.act('issue', slno)
  const transactionID = await ask(who, { encodedCertificateSlno: slno })
  expect((await who.browser.post(`${base}/suspend`, { encodedCertificateSlno: slno })).body.state).toBe('suspended')
  await decide(server, who.nationalId, true)
  await expectTold(who, transactionID, 'certificate')
})

test('approved, and the stored file is gone: after three tries', { timeout: 60_000 }, async () => {
  const who = await signer('en')
  const transactionID = await ask(who)
  const documents = join(server.app.configuration.DATA_DIR, 'documents')
  renameSync(documents, `${documents}-elsewhere`)
  await decide(server, who.nationalId, true)
  for (let tries = 1; tries <= 3; tries++) {
    await vi.waitFor(
      async () => {
        const { attempts, state } = await server.db
          .selectFrom('esign_transaction')
          .select(['attempts', 'state'])
          .where('public_id', '=', transactionID)
          .executeTakeFirstOrThrow()
        expect(state === 'failed' || (state === 'signing' && attempts >= tries - 1)).toBe(true)
      },
      { timeout: 8_000, interval: 50 },
    )
    // Its lease is over; a clock moved there would end the signing for want of the right time instead.
    const over = { leased_until: server.clock.now() }
    await server.owner
      .updateTable('esign_transaction')
      .set(over)
      .where('public_id', '=', transactionID)
      .where('state', '=', 'signing')
      .execute()
  }
  await expectTold(who, transactionID, 'trouble')
  renameSync(`${documents}-elsewhere`, documents)
})

test('approved, and the clock steps: after three tries; nobody can begin a signing meanwhile, and nothing stays reserved', async () => {
  const other = await testServer({ sweepScale: 0.1 })
  try {
    const { nationalId, accountId } = await addPerson(other, 1, 700)
    const browser = other.browser({ language: 'en' })
    const signingIn = browser.signIn(nationalId)
    await vi.waitFor(() => decide(other, nationalId, true), { timeout: 8_000, interval: 20 })
    await signingIn
    const upload = async () =>
      (await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', { body: pdf, headers: { 'content-type': 'application/pdf' } }))
        .body
    const initiate = async () => {
      const documents = [{ uniqueFileID: (await upload()).uniqueFileID, placement: null }]
      return browser.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
    }
    const begun = await initiate()
    expect(begun.body.state, begun.text).toBe('authentication')
    other.clock.advance(2)
    const refused = await initiate()
    expect([refused.status, refused.body.detail, refused.headers.get('retry-after')]).toEqual([503, 'BUSY', '30'])
    expect(refused.body.title).toContain('the exact time is not certain')
    await decide(other, nationalId, true)
    await vi.waitFor(
      async () => {
        const id = begun.body.transactionID
        const over = { leased_until: other.clock.now() }
        await other.owner.updateTable('esign_transaction').set(over).where('public_id', '=', id).where('state', '=', 'signing').execute()
        const { body } = await browser.post('/api/v1/esign/my/sign/verify', { transactionID: id })
        expect(body).toMatchObject({ state: 'failed', errorMessage: expect.stringContaining(signingFailures.time.en) })
      },
      { timeout: 20_000, interval: 100 },
    )
    const plan = await other.db.selectFrom('plan').select(['available', 'reserved', 'spent']).where('account_id', '=', accountId).execute()
    expect(plan).toEqual([{ available: 10, reserved: 0, spent: 0 }])
  } finally {
    await other.close()
  }
})

test('rejected or cancelled by the person: no mail', async () => {
  const who = await signer('en')
  const rejected = await ask(who)
  await decide(server, who.nationalId, false)
  await vi.waitFor(async () =>
    expect((await who.browser.post('/api/v1/esign/my/sign/verify', { transactionID: rejected })).body.state).toBe('rejected'),
  )
  const cancelled = await ask(who)
  await who.browser.post('/api/v1/esign/my/sign/cancel', { transactionID: cancelled })
  const mails = await server.db.selectFrom('message').select('subject').where('recipient', '=', who.mail).execute()
  expect(mails.filter(({ subject }) => /signed/.test(subject))).toEqual([])
})
