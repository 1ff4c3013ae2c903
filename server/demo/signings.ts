import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import type { TransactionState } from '#contract/signing.ts'
import { carryOut } from '#server/features/signing/carryOut.ts'
import { endUnsigned, lockTransaction, move } from '#server/features/signing/states.ts'
import { systemActor } from '#server/platform/audit.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { reserve } from '#server/platform/ledger.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { createDocument } from '#server/platform/typeset/document.ts'
import { Flow } from '#server/platform/typeset/flow.ts'
import { digestHere, startHash } from '#server/signing/runningHash.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'

type Ended = Extract<TransactionState, 'success' | 'rejected' | 'expired' | 'cancelled' | 'failed'>

const names = ['عقد إيجار.pdf', 'Service agreement.pdf', 'خطاب تفويض.pdf', 'عرض سعر.pdf', 'Non-disclosure agreement.pdf', 'محضر استلام.pdf']
/** What came of the signings of the past weeks, the oldest first; those that were signed are signed now, because time stamps tell the truth. */
const past: readonly Ended[] = [
  'rejected',
  'expired',
  'cancelled',
  'expired',
  'rejected',
  'failed',
  'expired',
  'cancelled',
  'rejected',
  'expired',
  'cancelled',
  'rejected',
  'expired',
  'cancelled',
]
const signedToday = 12

type Whose = { accountId: number; personId: number }
type Sample = { bytes: Uint8Array; sha256: string; hashState: Uint8Array; facts: object }

/** Gives a demonstration subscriber two pages and more of signings, the signed ones by the real engine. */
export async function addSignings(app: App, personId: number): Promise<void> {
  const accountId = await accountOf(app.db, personId)
  const sample = await makeSample(app)
  const { public_id: plan } = await app.db
    .selectFrom('plan')
    .select('public_id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'esignPlan')
    .orderBy('available', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const now = app.clock.now()
  for (const [i, state] of past.entries())
    await addSigning(app, { accountId, personId }, sample, {
      at: addDays(now, i * 4 - past.length * 4),
      state,
      documents: (i % 3) + 1,
      number: i,
      plan,
    })
  for (let i = 0; i < signedToday; i++)
    await addSigning(app, { accountId, personId }, sample, {
      at: addSeconds(now, (i - signedToday) * 420),
      state: 'success',
      documents: (i % 3) + 1,
      number: i,
      plan,
    })
}

async function makeSample(app: App): Promise<Sample> {
  const document = createDocument({ lang: 'ar', title: 'اتفاقية', createdAt: app.clock.now() })
  const flow = new Flow(document)
  flow.text('H1', { text: 'اتفاقية تقديم خدمات', size: 20, weight: 'bold', direction: 'rtl' })
  flow.text('P', {
    text: 'أُبرمت هذه الاتفاقية في مدينة الرياض، ويلتزم الطرفان بما ورد فيها. هذا المستند نموذج للعرض ولا يترتب عليه أي أثر.',
    size: 12,
    weight: 'regular',
    direction: 'rtl',
  })
  const bytes = document.finish()
  const hashState = startHash().with(bytes).bytes
  const folder = await mkdtemp(join(tmpdir(), 'tawqi-demo-'))
  try {
    const path = join(folder, 'sample.pdf')
    await writeFile(path, bytes)
    const facts = await inspectPdf(path)
    if (!facts.signable) throw new Error(`the sample cannot be signed: ${facts.detail}`)
    await app.documents.put(Readable.from([bytes]))
    return { bytes, sha256: digestHere(hashState), hashState, facts }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Past = { at: Date; state: Ended; documents: number; number: number; plan: string }

async function addSigning(app: App, whose: Whose, sample: Sample, { at, state, documents, number, plan }: Past): Promise<void> {
  if (app.leaving.isLeaving) throw new Error('the start was cut short')
  const acting = { ...systemActor(app), now: at }
  const id = await app.db.transaction().execute(async (tx) => {
    const transaction = await tx
      .insertInto('esign_transaction')
      .values({
        public_id: newPublicId(),
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
    const planId = await reserve(tx, app.clock.now(), { accountId: whose.accountId, planPublicId: plan, transactionId: transaction.id })
    const step = async (to: TransactionState, cause: string, set = {}) =>
      move(tx, acting, await lockTransaction(tx, transaction.id), to, { cause, set })
    await step('reserved', 'initiated', { plan_id: planId })
    await addDocuments(tx, whose, transaction.id, sample, { at, documents, number })
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
  sample: Sample,
  { at, documents, number }: Pick<Past, 'at' | 'documents' | 'number'>,
): Promise<void> {
  const placement = JSON.stringify({ page: 1, x: 60, y: 640, width: 230, height: 80 })
  for (let position = 0; position < documents; position++) {
    await tx
      .insertInto('document')
      .values({
        public_id: newPublicId(),
        account_id: accountId,
        person_id: personId,
        name: names[(number + position) % names.length]!,
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
