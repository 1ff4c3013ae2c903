/** Since when a list tells of a change, and how long of a revoked certificate: at least on one that was made after its validity (RFC 5280 §3.3). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCrl } from '#pki/revocation/crl.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { hold, release, revoke } from './revocation.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sweepScale: 1e6 }) // lists come when they are asked for
})
afterAll(() => server.close())

const document = readFileSync(join(import.meta.dirname, '../../test/fixtures/pdf/libreoffice.pdf'))

let people = 0
/** Serial numbers of the certificates that were made for so many signings. */
async function signings(count: number): Promise<Buffer[]> {
  const { nationalId } = await addPerson(server, 2, ++people, 10)
  const signer = await server.signIn(nationalId)
  for (let i = 0; i < count; i++) {
    const uploaded = await signer.send('POST', `/api/v1/esign/my/uploads?name=${i}.pdf`, {
      body: document,
      headers: { 'content-type': 'application/pdf' },
    })
    const started = await signer.post('/api/v1/esign/my/sign/initiate', {
      documents: [{ uniqueFileID: uploaded.body.uniqueFileID, placement: null }],
      acceptTerms: true,
    })
    const { transactionID } = started.body
    expect((await signer.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID })).body.state).toBe('success')
  }
  const rows = await server.db
    .selectFrom('certificate')
    .select('serial_number')
    .where('profile', '=', 'e-signature')
    .orderBy('intended_at', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.serial_number)
}

/** A new list, over HTTP, after so many minutes. @returns which of these it has */
async function listedAfter(minutes: number, serials: readonly Buffer[]): Promise<boolean[]> {
  server.clock.advance(minutes * 60 + 1)
  const answer = await fetch(`${server.url}/pki/crl/people.crl`)
  const { revoked, thisUpdate } = readCrl(new Uint8Array(await answer.arrayBuffer()))
  expect(server.clock.now().getTime() - thisUpdate.getTime()).toBeLessThan(60_000)
  return serials.map((serial) => revoked.has(serial.toString('hex')))
}

test('whoever asks for a list after a change was made never gets an earlier one, whoever else asks meanwhile', async () => {
  const [serial] = (await signings(1)) as [Buffer]
  const isListed = async (afterMs: number) => {
    await wait(afterMs)
    const answer = await fetch(`${server.url}/pki/crl/people.crl`)
    return readCrl(new Uint8Array(await answer.arrayBuffer())).revoked.has(serial.toString('hex'))
  }
  const askedAfterMs = Array.from({ length: 10 }, (_, i) => i)
  for (let i = 0; i < 10; i++) {
    await hold(server.db, server.clock.now(), serial)
    expect(await Promise.all(askedAfterMs.map(isListed))).toEqual(askedAfterMs.map(() => true))
    await release(server.db, serial)
    expect(await Promise.all(askedAfterMs.map(isListed))).toEqual(askedAfterMs.map(() => false))
  }
})

test('what is revoked stands on at least one list that was made after its validity', async () => {
  const serials = await signings(4)
  const [listedInTime, tooLateForIt, afterwards, onHold] = serials as [Buffer, Buffer, Buffer, Buffer]
  await server.owner.deleteFrom('crl').where('issuer_id', '=', 'people').execute() // the demonstration's, which is in force for an hour
  const revokeNow = (serial: Buffer) => revoke(server.db, server.clock.now(), serial, 'keyCompromise')
  await revokeNow(listedInTime)
  await hold(server.db, server.clock.now(), onHold)
  // They live for an hour.
  expect(await listedAfter(45, serials)).toEqual([true, false, false, true])
  await revokeNow(tooLateForIt)
  await release(server.db, onHold)
  expect(await listedAfter(60, serials)).toEqual([true, true, false, false])
  await revokeNow(afterwards)
  expect(await listedAfter(60, serials)).toEqual([false, false, true, false])
  expect(await listedAfter(60, serials)).toEqual([false, false, false, false])
})

test('of many who ask when a list is due, one makes it and the others get that one', async () => {
  server.clock.advance(3_601)
  const lists = await Promise.all(Array.from({ length: 20 }, async () => fetch(`${server.url}/pki/crl/people.crl`)))
  expect(new Set(lists.map((list) => list.headers.get('etag'))).size).toBe(1)
})
