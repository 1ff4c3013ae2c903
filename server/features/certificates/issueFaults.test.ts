/** The database fails while a certificate is made: nothing that was signed is off the record, and everybody gets what they paid for (C2). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readCrl } from '#pki/revocation/crl.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { cast } from '#server/demo/cast.ts'
import { certificateHolder, newRequest } from '#test/certificateHolder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { sweepCertificates } from './sweep.ts'

let server: TestServer
let faisal: Browser
let holder: ReturnType<typeof certificateHolder>
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 })
  faisal = await server.signIn(cast.faisal)
  holder = certificateHolder(server, faisal)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'the disk is gone'; end $$`.execute(
    server.owner,
  )
  await sql`create function give_up() returns trigger language plpgsql as
    $$ begin new.revoked_at := now(); new.revocation_reason := 0; return new; end $$`.execute(server.owner)
})
afterAll(() => server.close())
afterEach(async () => {
  for (const table of ['certificate', 'dsc', 'dsc_event'])
    await sql`drop trigger if exists faulty on ${sql.table(table)}`.execute(server.owner)
})

/** Whatever the statement of one of our tables and a condition on its row: it fails from now on. */
const breaks = (when: string, on: string, condition = 'true', what = 'fail') =>
  sql`${sql.raw(`create trigger faulty before ${when} on ${on} for each row when (${condition}) execute function ${what}()`)}`.execute(
    server.owner,
  )
const mend = (table: string) => sql`drop trigger faulty on ${sql.table(table)}`.execute(server.owner)

const intentsOf = async (slno: string) =>
  server.db
    .selectFrom('certificate')
    .innerJoin('dsc', 'dsc.id', 'certificate.dsc_id')
    .select(['certificate.serial_number', 'certificate.tbs', 'certificate.certificate', 'certificate.revoked_at'])
    .where('dsc.public_id', '=', slno)
    .orderBy('certificate.intended_at')
    .execute()

/** What the responder says, asked over HTTP. */
async function statusOf(serial: Buffer): Promise<string> {
  const hashes = issuerHashesOf(readCertificate((await faisal.get('/pki/ca/people.cer')).body))
  const answer = await faisal.send('POST', '/pki/ocsp/people', {
    body: writeOcspRequest(certIdFor(hashes, serial)),
    headers: { 'content-type': 'application/ocsp-request' },
  })
  return readOcspResponse(answer.body).responses[0]!.status.status
}
const isListed = async (serial: Buffer) => readCrl((await faisal.get('/pki/crl/people.crl')).body).revoked.has(serial.toString('hex'))

const failures: [step: string, breaksAt: () => Promise<unknown>, table: string, wasSigned: boolean][] = [
  ['the serial number', () => breaks('insert', 'certificate', 'new.dsc_id is not null'), 'certificate', false],
  ['the contents', () => breaks('update', 'certificate', 'old.tbs is null and new.tbs is not null'), 'certificate', false],
  ['the certificate', () => breaks('update', 'certificate', 'new.certificate is not null'), 'certificate', true],
]

test.each(failures)('%s cannot be recorded: no certificate, and the next try makes one', async (_, breakIt, table, wasSigned) => {
  const slno = await holder.verified()
  await breakIt()
  const failed = await holder.act('issue', slno)
  expect([failed.status, failed.body.detail]).toEqual([500, 'UNEXPECTED'])
  expect(failed.text).not.toContain('disk')
  await mend(table)
  expect((await holder.read(slno)).state).toBe('identityVerified')

  const [intent, ...others] = await intentsOf(slno)
  expect(others).toEqual([])
  // The key was used only for contents that stand on record.
  expect(Boolean(intent?.tbs)).toBe(wasSigned)
  if (intent) {
    expect(intent.certificate).toBeNull()
    expect(await statusOf(intent.serial_number)).toBe('good')
    const soon = await holder.act('issue', slno)
    expect([soon.status, soon.body.detail]).toEqual([409, 'STILL_RUNNING'])
    server.clock.advance(61)
    expect(await statusOf(intent.serial_number)).toBe('revoked') // before anybody swept
    await server.app.authority.sweep()
    expect(await statusOf(intent.serial_number)).toBe('revoked')
    expect(await isListed(intent.serial_number)).toBe(true)
  }
  const issued = await holder.act('issue', slno)
  expect(issued.body.state, issued.text).toBe('active')
  const made = (await intentsOf(slno)).filter(({ certificate }) => certificate)
  expect(made.map(({ serial_number }) => serial_number.toString('hex').toUpperCase())).toEqual([issued.body.serialNumberHex])
  expect(await statusOf(made[0]!.serial_number)).toBe('good')
})

test.each(['keyStore', 'csr'])('the hand-over fails: the sweep repeats it, with the certificate that was made (%s)', async (keySource) => {
  const slno = await holder.verified(keySource === 'csr' ? { code: 'personalSigning', keySource, csr: newRequest().csr } : {})
  await breaks('insert', 'dsc_event', `new.to_state = 'active'`)
  expect((await holder.act('issue', slno)).status).toBe(500)
  await sweepCertificates(server.app)
  expect((await holder.read(slno)).state).toBe('identityVerified')
  const [made] = await intentsOf(slno)
  expect(await statusOf(made!.serial_number)).toBe('good')
  await mend('dsc_event')
  await sweepCertificates(server.app)
  expect(await holder.read(slno)).toMatchObject({ state: 'active', serialNumberHex: made!.serial_number.toString('hex').toUpperCase() })
  expect(await intentsOf(slno)).toHaveLength(1)
})

test('an issue that recovery gave up meanwhile hands nothing out, and the next one does', async () => {
  const slno = await holder.verified()
  await breaks('update', 'certificate', 'old.tbs is null and new.tbs is not null', 'give_up')
  expect((await holder.act('issue', slno)).status).toBe(500)
  await mend('certificate')
  const [givenUp] = await intentsOf(slno)
  expect(givenUp!.certificate).toBeNull()
  expect(await statusOf(givenUp!.serial_number)).toBe('revoked')
  const { body, text } = await holder.act('issue', slno)
  expect(body.state, text).toBe('active')
  expect(await statusOf(Buffer.from(body.serialNumberHex, 'hex'))).toBe('good')
})

test('a key that cannot be destroyed at once is destroyed by the sweep', async () => {
  const slno = await holder.issued()
  const { id } = await server.db.selectFrom('dsc').select('id').where('public_id', '=', slno).executeTakeFirstOrThrow()
  await breaks('update', 'dsc', 'new.key_destroyed_at is not null')
  const revoked = await holder.act('revoke', slno, { reason: 'superseded' })
  expect(revoked.body.state, revoked.text).toBe('revoked')
  await mend('dsc')
  await sweepCertificates(server.app)
  await expect(server.app.authority.personal.signerOf(id)).rejects.toThrow('there is no key')
  const { key_destroyed_at } = await server.db.selectFrom('dsc').select('key_destroyed_at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(key_destroyed_at).not.toBeNull()
})

test('a key that was blocked after the application is not certified', async () => {
  const csr = newRequest().csr
  const slno = await holder.verified({ code: 'personalSigning', keySource: 'csr', csr })
  const inspected = await server.db.selectFrom('dsc').select('public_key').where('public_id', '=', slno).executeTakeFirstOrThrow()
  await sql`insert into blocked_key values (sha256(${inspected.public_key}), 'published', now())`.execute(server.owner)
  const refused = await holder.act('issue', slno)
  expect([refused.status, refused.body.title]).toEqual([422, 'This key is used in another certificate or blocked. Make a new key.'])
  const issued = await holder.act('issue', slno, { csr: newRequest().csr })
  expect(issued.body.state, issued.text).toBe('active')
})
