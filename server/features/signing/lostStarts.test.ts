/** What of a person's is given back when files come again, and what is left alone: one signing is being approved, another one waits for it. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { addPerson, decide } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let signer: Browser
let nationalId: string
let beingApproved: string
let waiting: string
let n = 640

const fileOf = (name: string) => readFileSync(new URL(`../../../test/fixtures/pdf/${name}.pdf`, import.meta.url))
const [approvedFile, oneFile, otherFile, unknownFile] = ['handmade-table', 'libreoffice', 'mutool', 'chromium'].map(fileOf)

const upload = async (body: Uint8Array, browser = signer) => {
  const answer = await browser.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', { body, headers: { 'content-type': 'application/pdf' } })
  expect(answer.status, answer.text).toBe(200)
  return { uniqueFileID: answer.body.uniqueFileID as string, placement: null }
}
/** Begins a signing, which is to stand so then. */
const initiate = async (files: Uint8Array[], state: string) => {
  const documents = []
  for (const file of files) documents.push(await upload(file))
  const { body } = await signer.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  if (body.state !== state) throw new Error(`it is not ${state}: ${JSON.stringify(body)}`)
  return body.transactionID as string
}
const look = (transactionID: string) => signer.post('/api/v1/esign/my/sign/verify', { transactionID })
const rowOf = (transactionID: string) =>
  server.db.selectFrom('esign_transaction').selectAll().where('public_id', '=', transactionID).executeTakeFirstOrThrow()
const states = async () => [(await rowOf(beingApproved)).state, (await rowOf(waiting)).state]

/** A browser in which the person, who decides by hand, has signed in. */
async function signedIn(): Promise<Browser> {
  const browser = server.browser()
  const isIn = browser.signIn(nationalId)
  await vi.waitFor(() => decide(server, nationalId, true), { timeout: 8_000, interval: 20 })
  await isIn
  return browser
}

beforeAll(async () => {
  server = await testServer()
}, 180_000)
afterAll(() => server.close())
beforeEach(async () => {
  ;({ nationalId } = await addPerson(server, 1, ++n))
  signer = await signedIn()
  beingApproved = await initiate([approvedFile!], 'authentication')
  for (const file of [oneFile!, otherFile!]) await upload(file) // before it began: no sign of somebody who comes back
  waiting = await initiate([oneFile!, otherFile!], 'reserved')
})

test('all files of one that nobody asked about: it is given back, once', async () => {
  await upload(oneFile!)
  expect(await states()).toEqual(['authentication', 'reserved'])
  await Promise.all([upload(otherFile!), upload(otherFile!)])
  expect(await states()).toEqual(['authentication', 'cancelled'])
  const { account_id, id } = await rowOf(waiting)
  const plan = await server.db.selectFrom('plan').select(['available', 'reserved']).where('account_id', '=', account_id).executeTakeFirst()
  expect(plan).toEqual({ available: 9, reserved: 1 })
  const events = server.db
    .selectFrom('esign_transaction_event')
    .select(['from_state', 'to_state', 'cause'])
    .where('transaction_id', '=', id)
  expect((await events.orderBy('id').execute()).at(-1)).toEqual({
    from_state: 'reserved',
    to_state: 'cancelled',
    cause: 'its documents were uploaded again',
  })
  expect(await unbalancedPlans(server.db)).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['one that a browser asked about', async () => [await look(waiting), await upload(oneFile!), await upload(otherFile!)]],
  ['other files', async () => [await upload(unknownFile!), await upload(otherFile!)]],
  ['the files of one whose approval was asked for', () => upload(approvedFile!)],
  [
    'the same files of somebody else',
    async () => {
      const other = await server.signIn(cast.faisal)
      return [await upload(oneFile!, other), await upload(otherFile!, other)]
    },
  ],
  [
    'a file that was discarded again',
    async () => {
      const { uniqueFileID } = await upload(oneFile!)
      await signer.post('/api/v1/esign/my/uploads/discard', { uniqueFileID })
      return upload(otherFile!)
    },
  ],
])('nothing is given back for %s', async (_what, act) => {
  await act()
  expect(await states()).toEqual(['authentication', 'reserved'])
})
