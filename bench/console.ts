/**
 * What staff wait for over HTTP against the same question in SQL as one would write it by hand: the register of certificates and the audit trail,
 * each a million rows long, of a hundred thousand people. The product is as it is started, with the database that comes with it.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { mostCounted } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { createDb } from '#server/platform/db/db.ts'
import { socketFolder } from '#server/platform/db/embedded.ts'
import { ownerRole } from '#server/platform/db/roles.ts'
import { Browser } from '#test/server.ts'
import { isQuick } from './measure.ts'
import { comparePages, measureExport } from './pages.ts'
import { startWithNafath, surroundings } from './product.ts'

const people = isQuick ? 20_000 : 100_000
const rowCount = people * 10
const exportedRows = 100_000
/** By an index: half a millisecond of the database. */
const anyCallMs = 5
/** A statement has its time. */
const atOnce = 25_000
const [certificates, trail] = ['/api/v1/operations/certificates', '/api/v1/operations/audit']

await using around = surroundings()
const { url, pid, simulators } = await startWithNafath(around)
const owner = createDb({ host: socketFolder(join(around.folder, 'database')), database: 'tawqi', user: ownerRole }, { connections: 2 })
const [officer, auditor] = [new Browser(url), new Browser(url)]
await officer.signIn(cast.bandar)
await auditor.signIn(cast.tariq)
await simulators.close()
await addPeople()
await addCertificates()
await addTrail()

/** Rows of a page, and their count as it is bounded. */
const page = (rows: ReturnType<typeof sql>, counted: ReturnType<typeof sql>) => async () => {
  await rows.execute(owner)
  await sql`select count(*) from (${counted} limit ${mostCounted + 1}) counted`.execute(owner)
}
const register = sql`from certificate c where c.certificate is not null and (c.person_id is not null or c.organisation_id is not null)`
const newest = sql`order by c.issued_at desc, c.serial_number desc limit 10`
const byName = (name: string) =>
  sql`and c.person_id in (select id from person where name_ar ilike ${`%${name}%`} or name_en ilike ${`%${name}%`})`
const { serial } = (
  await sql<{
    serial: string
  }>`select encode(serial_number, 'hex') as serial ${register} order by serial_number limit 1 offset ${people}`.execute(owner)
).rows[0]!
const rare = sql`and c.revoked_at is not null and c.revocation_reason <> 6`
for (const [name, asked, where] of [
  ['the newest', {}, sql``],
  ['of a holder by a part of the name', { search: 'Bench edcb' }, byName('Bench edcb')],
  [
    'by the beginning of a serial number',
    { search: serial.slice(0, 12) },
    sql`and c.serial_number between ${Buffer.from(serial.slice(0, 12), 'hex')} and ${Buffer.from(serial.slice(0, 12).padEnd(42, 'f'), 'hex')}`,
  ],
  ['revoked', { state: 'revoked' }, rare],
] as const)
  await comparePages(
    `${rowCount.toLocaleString('en')} certificates, ${name}`,
    () => ask(officer, certificates, asked),
    page(sql`select c.serial_number, c.not_before, c.not_after ${register} ${where} ${newest}`, sql`select 1 ${register} ${where}`),
    anyCallMs,
  )
for (const [name, asked, where] of [
  ['the newest', {}, sql``],
  ['by a reference', { search: 'bench-777' }, sql`where e.reference = 'bench-777'`],
  ['of a rare activity', { activity: 'contact.closed' }, sql`where e.action = 'contact.closed'`],
  ['refused', { outcome: 'refused' }, sql`where e.outcome = 'refused'`],
] as const)
  await comparePages(
    `${rowCount.toLocaleString('en')} records of the trail, ${name}`,
    () => ask(auditor, trail, asked),
    page(
      sql`select e.id, e.at, e.action, e.outcome, e.subject, e.reference from audit_event e ${where} order by e.at desc, e.id desc limit 10`,
      sql`select 1 from audit_event e ${where}`,
    ),
    anyCallMs,
  )
const firstDay = new Date(Date.now() - exportedRows * 1_000).toISOString().slice(0, 10)
await measureExport(`the trail's last ${exportedRows.toLocaleString('en')} records as a spreadsheet`, pid, () =>
  auditor.post(`${trail}/export`, { fromDate: firstDay }),
)
await owner.destroy()

async function ask(staff: Browser, list: string, body: object): Promise<void> {
  const answer = await staff.post(list, { page: 1, limit: 10, ...body })
  if (answer.status !== 200 || answer.body.dataList.length === 0) throw new Error(`${list} answered ${answer.status} ${answer.text}`)
}

async function inParts(count: number, add: (first: number, last: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= count; first += atOnce) await add(first, Math.min(count, first + atOnce - 1))
}

/** Their names are numbers, in letters. */
async function addPeople(): Promise<void> {
  await inParts(people, (first, last) =>
    sql`
    insert into person (national_id_hash, national_id_sealed, national_id_masked, first_name_ar, father_name_ar, grandfather_name_ar, family_name_ar,
      first_name_en, father_name_en, grandfather_name_en, family_name_en, born_on, gender, nationality_code, is_subscriber, kyc_until, created_at)
    select sha256(('bench' || n)::bytea), p.national_id_sealed, p.national_id_masked, 'قياس', word, p.grandfather_name_ar, p.family_name_ar,
      'Bench', word, p.grandfather_name_en, p.family_name_en, p.born_on, p.gender, p.nationality_code, true, p.kyc_until, p.created_at
    from generate_series(${first}::int, ${last}::int) n, translate(n::text, '0123456789', 'abcdefghij') word, (select * from person order by id limit 1) p`.execute(
      owner,
    ),
  )
  await sql`analyze person`.execute(owner)
}

/** Ten of each, one in ten thousand revoked. */
async function addCertificates(): Promise<void> {
  await inParts(rowCount, (first, last) =>
    sql`
    insert into certificate (serial_number, issuer_id, profile, profile_hash, person_id, intended_at, tbs, certificate, issued_at, not_before, not_after,
      revoked_at, revocation_reason)
    select substr(sha256(('certificate' || n)::bytea), 1, 16), c.issuer_id, c.profile, c.profile_hash, p.id, at, null, c.certificate, at, at,
      at + interval '1 year', case when n % 10000 = 0 then now() end, case when n % 10000 = 0 then 4 end
    from generate_series(${first}::int, ${last}::int) n
    join person p on p.national_id_hash = sha256(('bench' || (n / 10 + 1))::bytea),
    lateral (select now() - n * interval '20 seconds' as at) moments,
    (select * from certificate where certificate is not null and person_id is not null order by serial_number limit 1) c`.execute(owner),
  )
  await sql`analyze certificate`.execute(owner)
}

/** One a second; one in a hundred thousand is of a rare kind, one in fifty was refused. */
async function addTrail(): Promise<void> {
  await inParts(rowCount, (first, last) =>
    sql`
    insert into audit_event (at, action, outcome, person_id, subject, reference, facts)
    select now() - n * interval '1 second', case when n % 100000 = 0 then 'contact.closed' else 'session.opened' end,
      case when n % 50 = 0 then 'refused' else 'done' end, p.id, 'subject-' || n, 'bench-' || n, '{}'
    from generate_series(${first}::int, ${last}::int) n
    join person p on p.national_id_hash = sha256(('bench' || (n / 10 + 1))::bytea)`.execute(owner),
  )
  await sql`analyze audit_event`.execute(owner)
}
