import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { base, certificateHolder } from '#test/certificateHolder.ts'
import { becomes } from '#test/sessions.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let faisal: Browser
let holder: ReturnType<typeof certificateHolder>
beforeAll(async () => {
  server = await testServer()
  faisal = await server.signIn(cast.faisal)
  holder = certificateHolder(server, faisal)
})
afterAll(() => server.close())

const start = async (slno: string) => {
  const { body } = await faisal.post(`${base}/identity/initiate`, { encodedCertificateSlno: slno })
  return { transId: body.transId as string, random: body.random as string }
}
const look = (slno: string, held: object) => faisal.pollUntilEnded(`${base}/identity/verify`, { encodedCertificateSlno: slno, ...held })
const stateOf = async (slno: string) => (await holder.read(slno)).state as string

test('an approval for one application confirms no other one, and is not used up by the attempt', async () => {
  const [meant, other] = [await holder.applyAndPay(), await holder.applyAndPay()]
  const held = await start(meant)
  const twisted = await Promise.all(Array.from({ length: 20 }, () => look(other, held)))
  expect(twisted.map(({ body }) => body.status)).toEqual(Array(20).fill('0'))
  expect(await stateOf(other)).toBe('paid')
  expect((await look(meant, held)).body.status).toBe('1')
  expect([await stateOf(meant), await stateOf(other)]).toEqual(['identityVerified', 'paid'])
  expect((await look(other, held)).body.status).toBe('0')
  expect(await stateOf(other)).toBe('paid')
})

test('nor does an approval of another purpose, or one that somebody else gave', async () => {
  const slno = await holder.applyAndPay()
  const stepUp = (await faisal.post('/api/v1/auth/nafath/stepup/initiate')).body
  const held = { transId: stepUp.transId as string, random: stepUp.random as string }
  expect((await look(slno, held)).body.status).toBe('0')
  expect((await faisal.pollUntilEnded('/api/v1/auth/nafath/stepup/verify', held)).body.status).toBe('1')
  expect(await stateOf(slno)).toBe('paid')

  const mine = await start(slno)
  await becomes(server, faisal, '1200000253')
  expect((await look(slno, mine)).body.status).toBe('0')
  expect(await stateOf(slno)).toBe('paid')
})
