import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closingObstacleWords } from '#contract/erasure.ts'
import { ObjectMissing } from '#server/adapters/storage/storage.ts'
import { sweepContents } from '#server/contents.ts'
import { cast } from '#server/demo/cast.ts'
import { sweepCertificates } from '#server/features/certificates/sweep.ts'
import { verifyDecision } from '#server/operate/decisions.ts'
import { openKept } from '#server/operate/kept.ts'
import type { Operation } from '#server/operate/operation.ts'
import { accountOf } from '#server/platform/accounts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { allRows, canary, search } from '#test/canaries.ts'
import { decideAt } from '#test/decider.ts'
import { enroller } from '#test/enroller.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson, nationalIdOf } from '#test/people.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'
import { openSealed } from './kept.ts'
import { erasurePlaces } from './places.ts'
import { sweepErasures } from './sweep.ts'

let server: TestServer
let officer: Browser
beforeAll(async () => {
  server = await testServer()
  officer = await server.signIn(cast.bandar)
})
afterAll(() => server.close())

const path = '/api/v1/operations/erasure'
const erasure = '/api/v1/profile/my/data/erasure'
const reason = 'The canary asks to be forgotten.'

const ask = async (by: Browser) => (await by.post(erasure, { reason })).body.requestID as string
async function grant(requestID: string) {
  const { body } = await decideAt(`${path}/decision`, officer, { requestID }, { remarks: 'Granted to the canary.' })
  expect(body, JSON.stringify(body)).toMatchObject({ status: '1' })
}
const requestOf = (publicId: string) =>
  server.owner.selectFrom('erasure_request').selectAll().where('public_id', '=', publicId).executeTakeFirstOrThrow()
/** Until the letters have gone out and the sweep has come. */
const erased = (requestID: string) =>
  vi.waitFor(
    async () => {
      await sweepErasures(server.app)
      expect((await requestOf(requestID)).state).toBe('erased')
    },
    { timeout: 30_000, interval: 200 },
  )

test('every column of the database has a place in what an erasure does', async () => {
  const { rows } = await sql<{ table: keyof DB; column: string }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`.execute(server.owner)
  const declared = Object.entries(erasurePlaces).flatMap(([table, place]) =>
    'columns' in place ? Object.values(place.columns).flatMap((names) => names.split(' ').map((name) => `${table}.${name}`)) : [],
  )
  const kept = rows.filter(({ table }) => !(table in erasurePlaces) || 'columns' in erasurePlaces[table])
  expect(declared.toSorted(), 'write into places.ts what becomes of it').toEqual(
    kept.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
  expect(new Set(declared).size).toBe(declared.length)
})

describe('somebody with plans, invoices, documents and certificates', () => {
  let noura: Browser
  let personId: number
  let requestID: string
  let email: string
  let mobile: string
  let contents: string[]
  let certificates: { serial: string; state: string }[]
  let canaries: ReturnType<typeof canary>[]
  let known: string[]
  const nationalId = cast.noura

  beforeAll(async () => {
    noura = await server.signIn(nationalId)
    personId = noura.session.slno
    const { owner } = server
    ;({ email, mobile } = (await owner.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()) as never)
    await owner
      .insertInto('contact_message')
      .values({
        reference: 'C-CANA-RYYY',
        received_at: server.clock.now(),
        language: 'en',
        subject: 'privacy',
        name: 'Noura',
        email: email.toUpperCase(),
        body: reason,
      })
      .execute()
    const documents = await owner
      .selectFrom('document')
      .selectAll()
      .where('account_id', '=', await accountOf(owner, personId))
      .execute()
    contents = documents.flatMap(({ sha256, tail_sha256 }) =>
      [sha256, ...(tail_sha256 ? [tail_sha256] : [])].map((one) => one.toString('hex')),
    )
    canaries = [
      canary('national ID', nationalId),
      canary('masked ID', '1•••••0014'),
      canary('e-mail', email),
      canary('mobile', mobile),
      canary('English name', 'Noura Abdullah Saad Alqahtani'),
      canary('first name', 'Noura'),
      canary('Arabic name', 'نورة'),
      canary('device', noura.deviceId),
      canary('words', 'canary'),
      canary('a document', documents.find(({ name }) => name.length > 8)!.name),
    ]
    known = search(canaries, await allRows(server)).map(({ kind }) => kind)
    requestID = await ask(noura)
  })

  test('is told beforehand what stands against it, and what the law keeps', async () => {
    expect(new Set(known).size).toBeGreaterThan(7) // what is not there before proves nothing after
    expect(contents.length).toBeGreaterThan(3)
    const against = (await noura.get(erasure)).body.obstacles
    expect(against).toEqual(['paidApplication', 'openPayment'])
    const refused = await officer.post(`${path}/decision/initiate`, { requestID, isApproved: '1', remarks: '' })
    expect([refused.status, refused.body.detail, refused.body.title]).toEqual([409, 'WRONG_STATE', closingObstacleWords.paidApplication.en])
    await server.owner
      .updateTable('dsc')
      .set({ state: 'cancelled' })
      .where('person_id', '=', personId)
      .where('state', 'in', ['paid', 'identityVerified'])
      .execute()
    await server.owner.updateTable('payment').set({ status: 'expired', next_check_at: null }).where('status', '=', 'initiated').execute()
    const { body } = await noura.get(erasure)
    expect(body.obstacles).toEqual([])
    expect(body.keptList.map(({ ground }: { ground: string }) => ground)).toEqual(['taxRecords', 'certification', 'trail'])
    const years = body.keptList.map(
      ({ keptUntil }: { keptUntil: string }) => new Date(keptUntil).getUTCFullYear() - server.clock.now().getUTCFullYear(),
    )
    expect(years.slice(1)).toEqual([10, 10])
    expect(years[0]).toBeLessThanOrEqual(6)
    const shown = (await officer.get(`${path}/requests/${requestID}`)).body
    expect([shown.obstacles, shown.keptList, shown.erasedDate]).toEqual([[], body.keptList, null])
  })

  test('is signed out, signs in as little as somebody unknown, and certificates are revoked', async () => {
    await grant(requestID)
    expect((await noura.get('/api/v1/profile/my')).status).toBe(401)
    const failed = async (id: string) => {
      const browser = server.browser()
      const started = await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: id })
      const { transId, random } = started.body
      const { enrolmentID, ...said } = (
        await browser.pollUntilEnded('/api/v1/auth/nafath/login/verify', { nationalID: id, transId, random })
      ).body
      return JSON.stringify({ ...said, enrolmentID: typeof enrolmentID })
    }
    expect(await failed(nationalId)).toBe(await failed(nationalIdOf(2, 99)))
    const rows = await server.owner
      .selectFrom('dsc')
      .select(['serial_decimal as serial', 'state'])
      .where('person_id', '=', personId)
      .execute()
    certificates = rows as typeof certificates
    expect(rows.map(({ state }) => state).filter((state) => ['active', 'suspended', 'issued', 'applied'].includes(state))).toEqual([])
    expect(rows.some(({ state }) => state === 'revoked')).toBe(true)
    const { revocation_reason: why } = await server.owner
      .selectFrom('certificate')
      .select('revocation_reason')
      .where('person_id', '=', personId)
      .where('revoked_at', 'is not', null)
      .orderBy('revoked_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(why).toBe(5) // cessationOfOperation
  })

  test('a database that dies in the middle leaves nothing half destroyed, and what was sealed is sealed once', async () => {
    await vi.waitFor(async () => {
      const waiting = await server.owner
        .selectFrom('message')
        .select('id')
        .where('recipient', '=', email)
        .where('sent_at', 'is', null)
        .execute()
      expect(waiting).toEqual([])
    }, 20_000)
    if ((await requestOf(requestID)).state === 'erased') return // a sweep of the product came first
    await sql`create function die() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(server.owner)
    await sql`create trigger die before delete on device for each row execute function die()`.execute(server.owner)
    await sweepErasures(server.app).catch(() => undefined)
    await sql`drop trigger die on device`.execute(server.owner)
    const left = await server.owner.selectFrom('person').select(['email', 'erased_at']).where('id', '=', personId).executeTakeFirstOrThrow()
    expect(left).toEqual({ email, erased_at: null })
    expect((await server.owner.selectFrom('notification').select('id').where('person_id', '=', personId).execute()).length).toBeGreaterThan(
      0,
    )
    const sealed = await server.owner.selectFrom('erasure_sealed').select('table_name').execute()
    expect(sealed.length).toBeGreaterThan(10)
  })

  test('nothing is left in the clear, and the letter said so before', async () => {
    await erased(requestID)
    const letters = await sentTo(server, 'mail', email)
    const last = letters.find(({ text }) => text.includes('Article 66') || text.includes('المادة 66'))
    expect(last, 'the letter').toBeDefined()
    expect(search(canaries, await allRows(server))).toEqual([])
    const log = search(
      canaries.slice(0, 6),
      server.lines.map((text) => ({ place: 'log', text })),
    )
    expect(log).toEqual([])
  })

  test('what the law keeps opens with its key, and stands where it stood without their words', async () => {
    const { db, secrets } = server.app
    expect(await openSealed(db, secrets, 'person', String(personId))).toMatchObject({
      nationalId,
      name_en: 'Noura Abdullah Saad Alqahtani',
    })
    const { serial_number: serial } = await server.owner
      .selectFrom('certificate')
      .select('serial_number')
      .where('person_id', '=', personId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const { certificate } = (await openSealed(db, secrets, 'certificate', serial.toString('hex'))) as { certificate: string }
    expect(Buffer.from(certificate, 'base64').toString('latin1')).toContain('Alqahtani')
    const { rows } = await sql<{ id: string; previous: string; before: string }>`select i.id, i.previous_hash as previous,
      lag(i.hash) over (order by counter) as before from invoice i order by counter`.execute(server.owner)
    expect(rows.slice(1).every(({ previous, before }) => previous === before)).toBe(true)
    const trail = await server.owner.selectFrom('audit_event').selectAll().where('person_id', '=', personId).execute()
    expect(trail.length).toBeGreaterThan(10)
    expect(trail.every(({ address, device_public_id }) => !address && !device_public_id)).toBe(true)
    const { body } = await officer.get(`${path}/requests/${requestID}`)
    expect(body).toMatchObject({ state: 'erased', nationalID: '', reason: '', erasedDate: expect.any(String) })
    expect(body.keptList).toHaveLength(3)
  })

  test('the decision about it is proved as before, and what is kept is opened at the machine, on record', async () => {
    const { configuration, secrets, clock } = server.app
    const acting = {
      now: clock.now(),
      caller: null,
      organisation: null,
      deviceId: null,
      address: '',
      reference: 'test',
      app: { configuration, secrets },
    }
    const carriedOut = <T>(what: (operation: Operation) => Promise<T>) =>
      server.owner.transaction().execute((tx) => what({ tx, acting, by: 'test' }))
    const { public_id: decisionID } = await server.owner
      .selectFrom('decision')
      .select('public_id')
      .where('number', '=', requestID)
      .executeTakeFirstOrThrow()
    expect(await carriedOut((operation) => verifyDecision(operation, [decisionID]))).toMatch(/holds\.[\s\S]*Granted to the canary\./)
    const said = await carriedOut((operation) => openKept(operation, [requestID, 'A', 'court', 'asked.']))
    expect(said).toContain(nationalId)
    expect(said.split('\n').length).toBeGreaterThan(10)
    await expect(carriedOut((operation) => openKept(operation, [requestID]))).rejects.toThrow('why')
    const trail = await server.owner.selectFrom('audit_event').selectAll().where('action', '=', 'erasure.keptOpened').execute()
    expect(trail).toMatchObject([{ subject: requestID, facts: { reason: 'A court asked.', by: 'test' } }])
  })

  test('the application itself seals and forgets nobody who was not granted it', async () => {
    const { personId: other } = await addPerson(server, 2, 31)
    const { id } = await server.db
      .insertInto('erasure_key')
      .values({ person_id: other, ground: 'trail', keep_until: server.clock.now(), key_sealed: Buffer.from('x') })
      .returning('id')
      .executeTakeFirstOrThrow()
    await expect(sql`select seal_row(${id}, 'person', ${String(other)}, '')`.execute(server.db)).rejects.toMatchObject({ code: '23514' })
    await expect(sql`select forget_rows(${other})`.execute(server.db)).rejects.toMatchObject({ code: '23514' })
    await expect(server.db.deleteFrom('erasure_sealed').execute()).rejects.toMatchObject({ code: '42501' })
  })

  test('the same national ID opens a new account, which is somebody new', async () => {
    await server.forgetAttempts()
    const someone = enroller(server)
    const browser = server.browser()
    const enrolmentID = await someone.untilLast(browser, nationalId, someone.contact())
    const { body } = await someone.complete(browser, enrolmentID)
    expect(body).toMatchObject({ status: '1', welcomePack: { transactions: expect.any(Number) } })
    expect(body.slno).not.toBe(personId)
    browser.session = body
    const { body: transactions } = await browser.get('/api/v1/dashboard/my/notifications')
    expect(JSON.stringify(transactions)).not.toContain('Noura Abdullah')
  })

  test('the bytes of their documents and the keys of their certificates are gone', async () => {
    server.clock.advance(2 * 3_600)
    await sweepCertificates(server.app)
    const kept = () => server.owner.selectFrom('stored_content').select('sha256').execute()
    let before: number
    do {
      before = (await kept()).length
      await sweepContents(server.app)
    } while ((await kept()).length < before)
    const left = new Set((await kept()).map(({ sha256 }) => sha256.toString('hex')))
    const others = await server.owner.selectFrom('document').select(['sha256', 'tail_sha256']).execute()
    const shared = new Set(others.flatMap(({ sha256, tail_sha256 }) => [sha256.toString('hex'), tail_sha256?.toString('hex')]))
    const own = contents.filter((content) => !shared.has(content))
    expect(own.length).toBeGreaterThan(2)
    expect(own.filter((content) => left.has(content))).toEqual([])
    const read = async (content: string) => (await server.app.documents.read(content)).toArray()
    for (const content of own) await expect(read(content), content).rejects.toBeInstanceOf(ObjectMissing)
    const held = await server.owner
      .selectFrom('dsc')
      .select('id')
      .where('person_id', '=', personId)
      .where('key_source', '=', 'keyStore')
      .where('state', '=', 'revoked')
      .where('key_destroyed_at', 'is', null)
      .execute()
    expect(held).toEqual([])
  })

  test('each ground ends on its day, and then nothing opens it any more', async () => {
    const keys = async () =>
      (await server.owner.selectFrom('erasure_key').select('ground').where('person_id', '=', personId).execute()).map(
        ({ ground }) => ground,
      )
    const last = async (ground: 'taxRecords' | 'trail') => {
      const { keep_until } = await server.owner
        .selectFrom('erasure_key')
        .select((e) => e.fn.max('keep_until').as('keep_until'))
        .where('person_id', '=', personId)
        .where('ground', '=', ground)
        .executeTakeFirstOrThrow()
      return keep_until
    }
    const until = async (at: Date) => {
      server.clock.advance((at.getTime() - server.clock.now().getTime()) / 1000 + 1)
      await sweepErasures(server.app)
    }
    const trailEnds = await last('trail')
    await until(await last('taxRecords'))
    expect(await keys()).not.toContain('taxRecords')
    expect(await keys()).toContain('certification')
    await until(trailEnds)
    expect(await keys()).toEqual([])
    const sealed = await server.owner.selectFrom('erasure_sealed').select('row_key').where('table_name', '=', 'person').execute()
    expect(sealed).toEqual([])
    expect(certificates.length).toBeGreaterThan(0)
  })
})
