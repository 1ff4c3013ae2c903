/** Seals what stays of a person, table by table. Each row is sealed once, whoever comes again after a stop in between. */
import { type RawBuilder, sql } from 'kysely'
import type { ErasureGround } from '#contract/erasure.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { type KeptKey, keptKey, keptUntil, sealRow, type SealedTable } from './kept.ts'

const atOnce = 200

/** Whose data, and the moment of the decision, from which the years count. */
export type Erased = { personId: number; decidedAt: Date }

type Row = { row: string; at: Date; words: unknown }
type Place = { table: SealedTable; ground: ErasureGround; rows: (erased: Erased) => RawBuilder<Row> }

/** An approval is looked up where a signing, a certificate or a decision refers to it: it proves them. */
const isReferredTo = sql`(exists (select from esign_transaction t where t.challenge_id = c.id)
  or exists (select from dsc d where d.challenge_id = c.id) or exists (select from decision d where d.challenge_id = c.id))`

/** Made for documents of an organisation, it stays with them. */
const isOwnCertificate = sql`not exists (select from esign_transaction t join account a on a.id = t.account_id
  where t.id = c.transaction_id and a.organisation_id is not null)`

/** Words as JSON, octets in base64; `at` is what the years count from. */
const places: readonly Place[] = [
  {
    table: 'invoice',
    ground: 'taxRecords',
    rows: ({ personId }) => sql`select i.id::text as row, i.issued_at as at, jsonb_build_object('buyer', i.facts->'buyer') as words
      from invoice i join payment p on p.id = i.payment_id join sales_order o on o.id = p.order_id
      join account a on a.id = o.account_id where a.person_id = ${personId}`,
  },
  {
    table: 'certificate',
    ground: 'certification',
    rows: ({ personId, decidedAt }) => sql`select encode(c.serial_number, 'hex') as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('certificate', encode(c.certificate, 'base64'), 'tbs', encode(c.tbs, 'base64')) as words
      from certificate c where c.person_id = ${personId} and c.certificate is not null and ${isOwnCertificate}`,
  },
  {
    table: 'dsc',
    ground: 'certification',
    rows: ({ personId, decidedAt }) => sql`select c.id::text as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('issuedTo', c.issued_to) as words
      from dsc c where c.person_id = ${personId} and c.organisation_id is null and c.issued_to is not null`,
  },
  {
    table: 'challenge',
    ground: 'certification',
    rows: ({ personId, decidedAt }) => sql`select c.id::text as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('nationalIdSealed', encode(c.national_id_sealed, 'base64'), 'assertionSealed', encode(c.assertion_sealed, 'base64'),
        'device', c.device_public_id) as words
      from challenge c where c.person_id = ${personId} and ${isReferredTo}`,
  },
  {
    table: 'agreement_acceptance',
    ground: 'certification',
    rows: ({ personId, decidedAt }) => sql`select a.id::text as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('device', a.device_public_id, 'address', a.address) as words
      from agreement_acceptance a where a.person_id = ${personId} and exists (select from certificate where person_id = ${personId})`,
  },
  {
    table: 'decision',
    ground: 'trail',
    rows: ({ personId, decidedAt }) => sql`select d.id::text as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('content', d.content, 'remarks', d.remarks) as words from decision d where is_decision_about(d, ${personId})`,
  },
  {
    table: 'decision_approval',
    ground: 'trail',
    rows: ({ personId, decidedAt }) => sql`select d.id::text as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('assertionSealed', encode(d.assertion_sealed, 'base64')) as words from decision d where d.decider_id = ${personId}`,
  },
  {
    table: 'audit_event',
    ground: 'trail',
    rows: ({ personId, decidedAt }) => sql`select e.id::text as row, ${decidedAt}::timestamptz as at,
      jsonb_build_object('device', e.device_public_id, 'address', e.address, 'facts', e.facts) as words
      from audit_event e where e.person_id = ${personId} or (e.person_id is null
        and e.device_public_id in (select public_id from device where person_id = ${personId}))`,
  },
]

/** Seals so many rows of a place. @returns whether some may be left */
async function sealSome(tx: Tx, { secrets }: App, { table, ground, rows }: Place, erased: Erased): Promise<boolean> {
  const { rows: some } = await sql<Row>`select one.* from (${rows(erased)}) one
    where not exists (select from erasure_sealed s where s.table_name = ${table} and s.row_key = one.row)
    order by one.row limit ${atOnce}`.execute(tx)
  const keys = new Map<number, KeptKey>()
  for (const { row, at, words } of some) {
    const until = keptUntil(ground, at)
    const key = keys.get(until.getTime()) ?? (await keptKey(tx, secrets, { personId: erased.personId, ground, until }))
    keys.set(until.getTime(), key)
    await sealRow(tx, key, table, row, words)
  }
  return some.length === atOnce
}

/** Seals what there is in pieces, each in a transaction: a long history holds nobody up. */
export async function sealKept(app: App, erased: Erased): Promise<void> {
  for (const place of places) while (await app.db.transaction().execute((tx) => sealSome(tx, app, place, erased)));
}

/** Seals what came since, and last who the person proved to be. */
export async function sealLast(tx: Tx, app: App, erased: Erased): Promise<void> {
  for (const place of places) while (await sealSome(tx, app, place, erased));
  await sealIdentity(tx, app, erased)
}

/** Who a person proved to be is kept where a certificate rests on it. */
async function sealIdentity(tx: Tx, app: App, { personId, decidedAt }: Erased): Promise<void> {
  const certified = await tx.selectFrom('certificate').select('serial_number').where('person_id', '=', personId).limit(1).executeTakeFirst()
  if (!certified) return
  const { national_id_sealed, ...identity } = await tx
    .selectFrom('person')
    .select(['national_id_sealed', 'name_ar', 'name_en', 'born_on', 'gender', 'nationality_code', 'nationality', 'identity_expires_on'])
    .select(['kyc_until', 'created_at'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const ground = 'certification'
  const key = await keptKey(tx, app.secrets, { personId, ground, until: keptUntil(ground, decidedAt) })
  const nationalId = app.secrets.open(national_id_sealed, 'national ID')
  await sealRow(tx, key, 'person', String(personId), { nationalId, ...identity })
}
