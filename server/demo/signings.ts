import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#server/app.ts'
import type { TransactionState } from '#contract/signing.ts'
import { carryOut } from '#server/features/signing/carryOut.ts'
import { endUnsigned, lockTransaction, move } from '#server/features/signing/states.ts'
import { systemActor } from '#server/platform/audit.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { reserve } from '#server/platform/ledger.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { expectContent } from '#server/platform/contents.ts'
import { newProofCode, newPublicId } from '#server/platform/secrets.ts'
import { digestHere, startHash } from '#server/signing/runningHash.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import { demoDocuments, typeset } from './documents.ts'

type Ended = Extract<TransactionState, 'success' | 'rejected' | 'expired' | 'cancelled' | 'failed'>

/**
 * What came of the signings of the past two months, the oldest first, at the hours at which people work; those that were signed are signed now,
 * because time stamps tell the truth.
 */
const past: readonly { daysAgo: number; hour: number; state: Ended }[] = [
  { daysAgo: 63, hour: 9.2, state: 'rejected' },
  { daysAgo: 58, hour: 13.7, state: 'expired' },
  { daysAgo: 57, hour: 10.1, state: 'cancelled' },
  { daysAgo: 49, hour: 16.4, state: 'expired' },
  { daysAgo: 44, hour: 8.8, state: 'rejected' },
  { daysAgo: 39, hour: 11.3, state: 'failed' },
  { daysAgo: 33, hour: 14.9, state: 'expired' },
  { daysAgo: 28, hour: 20.6, state: 'cancelled' },
  { daysAgo: 24, hour: 9.9, state: 'rejected' },
  { daysAgo: 20, hour: 12.2, state: 'expired' },
  { daysAgo: 17, hour: 15.5, state: 'cancelled' },
  { daysAgo: 9, hour: 10.7, state: 'rejected' },
  { daysAgo: 4, hour: 17.3, state: 'expired' },
  { daysAgo: 2, hour: 8.4, state: 'cancelled' },
]
const signedToday = 12

type Whose = { accountId: number; personId: number }
type Sample = { name: string; bytes: Uint8Array; sha256: string; hashState: Uint8Array; facts: object }

/** Gives a demonstration subscriber two pages and more of signings, the signed ones by the real engine. */
export async function addSignings(app: App, personId: number): Promise<void> {
  const accountId = await accountOf(app.db, personId)
  const samples = []
  for (const document of demoDocuments) samples.push(await makeSample(app, document))
  const now = app.clock.now()
  for (const [i, { daysAgo, hour, state }] of past.entries())
    await addSigning(app, { accountId, personId }, samples, {
      at: addSeconds(dayStarts(riyadhDay(addDays(now, -daysAgo))), hour * 3_600),
      state,
      documents: (i % 3) + 1,
      number: i,
    })
  for (let i = 0; i < signedToday; i++)
    await addSigning(app, { accountId, personId }, samples, {
      at: addSeconds(now, (i - signedToday) * 420),
      state: 'success',
      documents: (i % 3) + 1,
      number: i,
    })
}

async function makeSample(app: App, document: (typeof demoDocuments)[number]): Promise<Sample> {
  const bytes = typeset(document, app.clock.now())
  const hashState = startHash().with(bytes).bytes
  const folder = await mkdtemp(join(tmpdir(), 'tawqi-demo-'))
  try {
    const path = join(folder, 'sample.pdf')
    await writeFile(path, bytes)
    const facts = await inspectPdf(path)
    if (!facts.signable) throw new Error(`the sample cannot be signed: ${facts.detail}`)
    const sha256 = digestHere(hashState)
    await expectContent(app, Buffer.from(sha256, 'hex'))
    await app.documents.put(bytes)
    return { name: document.name, bytes, sha256, hashState, facts }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Past = { at: Date; state: Ended; documents: number; number: number }

async function addSigning(app: App, whose: Whose, samples: readonly Sample[], { at, state, documents, number }: Past): Promise<void> {
  if (app.leaving.isLeaving) throw new Error('the start was cut short')
  const acting = { ...systemActor(app), now: at }
  const id = await app.db.transaction().execute(async (tx) => {
    const transaction = await tx
      .insertInto('esign_transaction')
      .values({
        public_id: newPublicId(),
        proof_code: newProofCode(),
        account_id: whose.accountId,
        person_id: whose.personId,
        device_public_id: 'demo',
        state: 'received',
        document_count: documents,
        created_at: at,
        expires_at: addSeconds(at, 600),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const planId = await reserve(tx, app.clock.now(), { accountId: whose.accountId, transactionId: transaction.id })
    const step = async (to: TransactionState, cause: string, set = {}) =>
      move(tx, acting, await lockTransaction(tx, transaction.id), to, { cause, set })
    await step('reserved', 'initiated', { plan_id: planId })
    await addDocuments(tx, whose, transaction.id, samples, { at, documents, number })
    await step('authentication', 'approval asked for')
    if (state === 'success') await step('signing', 'approved', { approved_at: at, leased_until: addSeconds(app.clock.now(), 60) })
    else
      await endUnsigned(
        tx,
        acting,
        await lockTransaction(tx, transaction.id),
        state === 'failed' ? { to: state, failure: 'trouble' } : { to: state, cause: 'demonstration' },
      )
    return transaction.id
  })
  if (state === 'success') await carryOut(acting, id)
}

async function addDocuments(
  tx: Tx,
  { accountId, personId }: Whose,
  transactionId: number,
  samples: readonly Sample[],
  { at, documents, number }: Pick<Past, 'at' | 'documents' | 'number'>,
): Promise<void> {
  const placement = JSON.stringify({ page: 1, x: 60, y: 640, width: 230, height: 80 })
  for (let position = 0; position < documents; position++) {
    const sample = samples[(number + position) % samples.length]!
    await tx
      .insertInto('document')
      .values({
        public_id: newPublicId(),
        account_id: accountId,
        person_id: personId,
        name: sample.name,
        sha256: Buffer.from(sample.sha256, 'hex'),
        size: sample.bytes.length,
        hash_state: Buffer.from(sample.hashState),
        facts: JSON.stringify(sample.facts),
        uploaded_at: at,
        expires_at: addDays(at, 1),
        transaction_id: transactionId,
        position,
        placement,
      })
      .execute()
  }
}
