/** Sponsors and technical contacts: submitted, decided by a signatory, one primary of each kind. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
let signatory: Browser
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  ;[admin, signatory] = [await server.signIn(cast.majed), await server.signIn(cast.hind)] // of an organisation without any
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const contacts = '/api/v1/profile/org/contacts'
let count = 0
const submit = (kind: string, more: object = {}, by = admin) =>
  by.post(`${contacts}/create`, { kind, name: 'نورة السبيعي', email: `Contact-${++count}@horizon.example`, mobile: '0551234567', ...more })
const decide = (by: Browser, slNo: number, how: object = {}) => decideAt(`${contacts}/decision`, by, { slNo }, how)
const read = async (slNo: number) => (await admin.post(`${contacts}/view`, { slNo })).body
async function approved(kind: string): Promise<number> {
  const { slNo } = (await submit(kind)).body
  expect((await decide(signatory, slNo)).body).toMatchObject({ status: '1' })
  return slNo
}
const primary = async () => (await admin.post('/api/v1/profile/org/sponsor/tpoc/info', {})).body

test('are submitted, told to the signatories, and the first one approved is the primary one', async () => {
  expect(await primary()).toEqual({ sponsor: null, tpoc: null })
  const { status, body } = await submit('sponsor', { email: 'Noura@Horizon.example' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    kind: 'sponsor',
    status: 'pending',
    isPrimary: false,
    email: 'noura@horizon.example',
    mobile: '966551234567',
  })
  expect((await noticesOf(signatory))[0]).toMatchObject({ kind: 'organisationRequestWaits', message: expect.stringContaining('sponsor') })
  expect((await submit('sponsor', { email: 'noura@horizon.example' })).body).toMatchObject({ errors: [{ field: 'email' }] })
  expect((await decide(admin, body.slNo)).status).toBe(403)
  expect((await decide(signatory, body.slNo)).body).toMatchObject({ status: '1' })
  expect(await primary()).toMatchObject({ sponsor: { slNo: body.slNo, isPrimary: true }, tpoc: null })
  expect((await noticesOf(admin))[0]).toMatchObject({ kind: 'requestDecided', message: expect.stringContaining('sponsor') })
  const tpoc = await approved('technicalContact')
  expect(await primary()).toMatchObject({ sponsor: { slNo: body.slNo }, tpoc: { slNo: tpoc } })
  expect((await admin.post('/api/v1/profile/org/tpocs', {})).body).toMatchObject({ dataList: [{ slNo: tpoc }], totalCount: 1 })
  expect((await signatory.post('/api/v1/profile/org/sponsors', { search: 'noura' })).body.totalCount).toBe(1)
})

test('change place as the primary one, which is never out of use while another could be it', async () => {
  const first = (await primary()).sponsor.slNo
  const second = await approved('sponsor')
  const change = (what: string, slNo: number) =>
    admin.post(`${contacts}/${what}`, { slNo, ...(what !== 'primary' && { remarks: 'On leave.' }) })
  expect((await change('inactivate', first)).body.detail).toBe('WRONG_STATE')
  expect((await change('primary', first)).body.detail).toBe('WRONG_STATE')
  expect((await change('primary', second)).body).toMatchObject({ isPrimary: true })
  expect(await read(first)).toMatchObject({ isPrimary: false, isActive: true })
  expect((await change('inactivate', first)).body).toMatchObject({ isActive: false, remarks: 'On leave.' })
  expect((await change('primary', first)).body.detail).toBe('WRONG_STATE')
  expect((await change('inactivate', second)).body).toMatchObject({ isActive: false, isPrimary: false }) // nobody else could be it
  expect((await primary()).sponsor).toBeNull()
  expect((await change('activate', first)).body).toMatchObject({ isPrimary: true })
  expect((await change('activate', second)).body).toMatchObject({ isPrimary: false })
  const both = await Promise.all([change('primary', second), change('primary', second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('are refused with a reason, and nobody else’s', async () => {
  const { slNo } = (await submit('technicalContact')).body
  const foreign = await server.signIn(cast.abdulaziz)
  for (const number of [slNo, 999_999]) {
    expect((await foreign.post(`${contacts}/view`, { slNo: number })).status).toBe(404)
    expect((await decide(foreign, number)).status).toBe(404)
  }
  expect((await decide(signatory, slNo, { isApproved: false, remarks: 'They left.' })).body).toMatchObject({ status: '1' })
  expect(await read(slNo)).toMatchObject({ status: 'rejected', remarks: 'They left.', isPrimary: false })
  expect((await admin.post(`${contacts}/primary`, { slNo })).body.detail).toBe('WRONG_STATE')
  expect((await submit('sponsor', { mobile: '123' })).body).toMatchObject({ errors: [{ field: 'mobile' }] })
})
