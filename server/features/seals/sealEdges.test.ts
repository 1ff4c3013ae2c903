/** The machines of an organisation’s seal over HTTP: a call that a state has no edge for is refused, and changes nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dscEdges, dscStates, type DscState } from '#contract/certificateStates.ts'
import { sealedEdges, sealedStates, type SealedState } from '#contract/sealedDocuments.ts'
import { cast } from '#server/demo/cast.ts'
import { anyState, expectOutcome } from '#test/anyState.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { sealOrderer } from '#test/sealOrderer.ts'
import { testServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
let own: Awaited<ReturnType<typeof sealOrderer>>
let force: ReturnType<typeof anyState>['force']
let stateOf: ReturnType<typeof anyState>['stateOf']
beforeAll(async () => {
  server = await testServer({ sweepScale: 100, simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  ;({ force, stateOf } = anyState(server))
  own = await sealOrderer(server, await server.signIn(cast.bandar), 34_500)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

describe('the order of a seal', () => {
  /** One that is in force or was, and one that has no certificate. */
  let certified: { slNo: number; requestID: string }
  let ordered: { slNo: number; requestID: string }
  let one: { slNo: number; requestID: string }
  const withCertificate: readonly DscState[] = ['issued', 'active', 'suspended', 'revoked', 'expired']
  beforeAll(async () => {
    const named = async (slNo: number) => ({ slNo, requestID: (await own.read(slNo)).requestID as string })
    certified = await named(await own.issued())
    await server.forgetAttempts()
    ordered = await named(await own.confirmed())
  }, 60_000)
  afterAll(async () => {
    await force('dsc', 'state', ordered.slNo, 'cancelled')
    await force('dsc', 'state', certified.slNo, 'active')
  })
  const base = '/api/v1/profile/org/seal'
  const no = { isApproved: false, remarks: 'No.' }
  const calls: Record<string, { from: readonly DscState[]; ask: () => Promise<Answer> }> = {
    cancel: { from: ['applied'], ask: () => own.admin.post(`${base}/cancel`, { slNo: one.slNo }) },
    pay: { from: ['applied'], ask: () => own.admin.post(`${base}/pay`, { slNo: one.slNo }) },
    confirm: { from: ['paid'], ask: () => own.admin.post(`${base}/identity/initiate`, { slNo: one.slNo }) },
    'approve by the signatory': { from: ['identityVerified'], ask: () => own.bySignatory(one.slNo) },
    'reject by the signatory': { from: ['identityVerified'], ask: () => own.bySignatory(one.slNo, no) },
    'approve by the provider': { from: ['identityVerified'], ask: () => own.byOfficer(one.requestID) },
    'reject by the provider': { from: ['identityVerified'], ask: () => own.byOfficer(one.requestID, no) },
    suspend: { from: ['active'], ask: () => own.admin.post(`${base}/suspend`, { slNo: one.slNo }) },
    resume: { from: ['suspended'], ask: () => own.signatory.post(`${base}/resume`, { slNo: one.slNo }) },
    revoke: { from: ['active', 'suspended'], ask: () => own.admin.post(`${base}/revoke`, { slNo: one.slNo, reason: 'superseded' }) },
  }
  /** Where the calls lead from the states that they happen in is told by the stories of seals. */
  const cases = dscStates.flatMap((state) =>
    Object.keys(calls)
      .filter((call) => !calls[call]!.from.includes(state))
      .map((call) => ({ state, call })),
  )
  test.each(cases)('$state: no $call', async ({ state, call }) => {
    one = withCertificate.includes(state) ? certified : ordered
    await force('dsc', 'state', one.slNo, state)
    const answer = await calls[call]!.ask()
    expectOutcome(answer, state, await stateOf('dsc', 'state', one.slNo), state, false)
  })
  test('each state but an end of it is left by some call', () => {
    const left = new Set(Object.values(calls).flatMap(({ from }) => from))
    // What was approved is ours to issue, and money that comes after an order was given up goes back.
    expect(dscStates.filter((state) => dscEdges[state].length > 0 && !left.has(state))).toEqual(['approved', 'issued', 'cancelled'])
  })
})

describe('a document to seal', () => {
  const states = sealedStates.filter((state) => state !== 'uploaded')
  const unsealed = { sealed_at: null, tail_sha256: null, sealed_sha256: null, sealed_size: null }
  test.each(states)('%s: neither approved again nor discarded', async (from: SealedState) => {
    const { slNo } = (await own.upload(simplePdf())).body
    expect((await own.approve(slNo)).body.document.state).toBe('sealed')
    const kept = { expires_at: new Date(Date.now() + 86_400_000), ...(from !== 'sealed' && unsealed) }
    await force('sealed_document', 'state', slNo, from, kept)
    const state = () => stateOf('sealed_document', 'state', slNo)
    expectOutcome(await own.approve(slNo), from, await state(), 'sealing', sealedEdges[from].includes('sealing'))
    expectOutcome(await own.post('documents/discard', { slNo }), from, await state(), 'discarded', false)
  })
})
