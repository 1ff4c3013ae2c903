import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  certificateRefusal,
  dscEdges,
  dscStates,
  type CertificateAction,
  type CertificateFacts,
  type DscState,
} from '#contract/certificateStates.ts'
import { cast } from '#server/demo/cast.ts'
import { base, certificateHolder } from '#test/certificateHolder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let faisal: Browser
/** A real certificate of Faisal's: each case sets the state that it needs. */
let slno: string
let id: number
let serial: Buffer
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 })
  faisal = await server.signIn(cast.faisal)
  slno = await certificateHolder(server, faisal).issued()
  ;({ id, serial } = await server.db
    .selectFrom('dsc')
    .select(['id', 'serial_number as serial'])
    .where('public_id', '=', slno)
    .$narrowType<{ serial: Buffer }>()
    .executeTakeFirstOrThrow())
})
afterAll(() => server.close())

/** A picture that a seal could have. */
async function picture(): Promise<number> {
  const found = await server.db.selectFrom('evidence_file').select('id').where('purpose', '=', 'seal').executeTakeFirst()
  if (found) return found.id
  const { person_id } = await server.db.selectFrom('dsc').select('person_id').where('id', '=', id).executeTakeFirstOrThrow()
  const file = {
    public_id: 'picture-of-the-edges-test',
    person_id,
    uploaded_by: person_id,
    purpose: 'seal',
    name: 'seal.png',
    kind: 'png',
  } as const
  const { id: made } = await server.owner
    .insertInto('evidence_file')
    .values({ ...file, sha256: Buffer.alloc(32), size: 1, width: 1, height: 1, uploaded_at: new Date(), expires_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made
}

/** Past the trigger, as only a migration could. */
const force = (state: DscState, organisationId: number | null = null) =>
  server.owner.transaction().execute(async (tx) => {
    await sql`alter table dsc disable trigger dsc_edges`.execute(tx)
    const seal =
      organisationId === null
        ? { image_id: null, subject: null, signatory_approved_at: null }
        : { image_id: await picture(), subject: JSON.stringify([['CN', 'Test']]), signatory_approved_at: new Date() }
    await tx
      .updateTable('dsc')
      .set({ state, organisation_id: organisationId, leased_until: null, ...seal })
      .where('id', '=', id)
      .execute()
    await sql`alter table dsc enable trigger dsc_edges`.execute(tx)
  })

const pairs = dscStates.flatMap((from) =>
  dscStates.filter((to) => to !== from).map((to) => ({ from, to, allowed: dscEdges[from].includes(to) })),
)

/** As the application's role, with the event that the database asks for. */
const moveTo = (from: DscState, to: DscState) =>
  server.db.transaction().execute(async (tx) => {
    await tx.insertInto('dsc_event').values({ dsc_id: id, at: new Date(), from_state: from, to_state: to, cause: 'test' }).execute()
    await tx.updateTable('dsc').set({ state: to }).where('id', '=', id).execute()
  })

describe('the database takes the edges of the contract and no others', () => {
  test.each(pairs)('$from → $to: $allowed', async ({ from, to, allowed }) => {
    // The decision is an organisation's alone, and goes before its certificate. This one has no seal.
    const organisation = await server.db.selectFrom('organisation').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await force(from, to === 'approved' || to === 'rejected' ? organisation.id : null)
    const outcome = await moveTo(from, to).then(
      () => true,
      (error: { code: string }) => error.code,
    )
    expect(outcome).toBe(allowed ? true : '23514')
  })
})

test('an organisation’s certificate is not issued without its approval, a person’s is approved by nobody', async () => {
  const organisation = await server.db.selectFrom('organisation').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await force('identityVerified', organisation.id)
  await expect(moveTo('identityVerified', 'issued')).rejects.toMatchObject({ code: '23514' })
  await force('identityVerified')
  await expect(moveTo('identityVerified', 'approved')).rejects.toMatchObject({ code: '23514' })
})

test('whose it is, what was bought and its certificate are fixed; a new row is an application', async () => {
  await force('active')
  const other = await server.db.selectFrom('person').select('id').where('id', '<>', faisal.session.slno).limit(1).executeTakeFirstOrThrow()
  for (const set of [{ person_id: other.id }, { years: 3 }, { serial_number: null, serial_decimal: null, issued_by: null }])
    await expect(server.db.updateTable('dsc').set(set).where('id', '=', id).execute()).rejects.toMatchObject({ code: '23514' })
  const { id: _id, ...row } = await server.db.selectFrom('dsc').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect(
    server.db
      .insertInto('dsc')
      .values({ ...row, subject: null })
      .execute(),
  ).rejects.toMatchObject({ code: '23514' })
  await expect(server.db.deleteFrom('dsc_event').execute()).rejects.toMatchObject({ code: '42501' })
})

const calls: Partial<Record<CertificateAction, object>> = {
  verifyIdentity: {},
  cancel: {},
  suspend: {},
  resume: {},
  revoke: { reason: 'superseded' },
  issue: {},
}
const addressOf = (action: string) => `${base}/${action === 'verifyIdentity' ? 'identity/initiate' : action}`

describe('a call happens in the states of the contract and answers with a sentence in the others', () => {
  const cases = Object.keys(calls).flatMap((action) => dscStates.map((state) => ({ action: action as CertificateAction, state })))
  const factsIn = (state: DscState): CertificateFacts => ({
    state,
    keySource: 'keyStore',
    usage: 'signing',
    validTo: new Date(Date.now() + 300 * 86_400_000),
    pkcs12Until: null,
    renewedBy: null,
    oldNameUntil: null,
    isHeldByProvider: false,
  })
  test.each(cases.filter(({ action, state }) => certificateRefusal(action, factsIn(state), new Date()) !== null))(
    'no $action when $state',
    async ({ action, state }) => {
      await force(state)
      const { status, body } = await faisal.post(addressOf(action), { encodedCertificateSlno: slno, ...calls[action] })
      expect([status, body.detail]).toEqual([409, 'WRONG_STATE'])
      expect(body.title).not.toBe('This can no longer be done in its present state.')
    },
  )
  test.each([
    ['suspend', 'active', 'suspended'],
    ['resume', 'suspended', 'active'],
    ['revoke', 'active', 'revoked'],
    ['cancel', 'applied', 'cancelled'],
  ] as const)('%s when %s: %s', async (action, from, to) => {
    await force(from)
    const hold = from === 'suspended' ? { revoked_at: new Date(), revocation_reason: 6 } : { revoked_at: null, revocation_reason: null }
    await server.owner.updateTable('certificate').set(hold).where('serial_number', '=', serial).execute()
    const { body, text } = await faisal.post(addressOf(action), { encodedCertificateSlno: slno, ...calls[action] })
    expect(body.state, text).toBe(to)
  })
})

test('somebody else’s certificate answers like one that is not there', async () => {
  await force('active')
  const noura = await server.signIn(cast.noura)
  const absent = 'A'.repeat(22)
  const pdf = { uniqueFileID: absent, placement: null }
  const asks: ((of: string) => ReturnType<Browser['get']>)[] = [
    (of) => noura.get(`${base}/certificates/${of}`),
    (of) => noura.get(`${base}/download/${of}/pem`),
    (of) => noura.get(`${base}/pkcs12/${of}`),
    (of) => noura.post(`${base}/identity/verify`, { encodedCertificateSlno: of, transId: 'x', random: '1' }),
    (of) => noura.post('/api/v1/esign/my/sign/initiate', { documents: [pdf], encodedCertificateSlno: of, acceptTerms: true }),
    ...Object.entries(calls).map(
      ([action, more]) =>
        (of: string) =>
          noura.post(addressOf(action), { encodedCertificateSlno: of, ...more }),
    ),
  ]
  for (const ask of asks) {
    const [foreign, none] = [await ask(slno), await ask(absent)]
    expect([foreign.status, foreign.body.detail]).toEqual([404, 'NOT_FOUND'])
    expect({ ...foreign.body, reference: '' }).toEqual({ ...none.body, reference: '' })
  }
  const classes = (await noura.get('/api/v1/common/dsc/classes')).body.dataList as { prices: { productPricingDetailsSlno: number }[] }[]
  const { productPricingDetailsSlno } = classes[0]!.prices[0]!
  const renew = { productPricingDetailsSlno, keySource: 'keyStore', renews: slno, acceptTerms: true }
  expect((await noura.post(`${base}/apply`, renew)).body.detail).toBe('NOT_FOUND')
  expect((await server.db.selectFrom('dsc').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state).toBe('active')
})
