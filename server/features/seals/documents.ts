/** PDF files that are sealed in the name of an organisation: taken, listed, handed out, and forgotten where nobody seals them. */
import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import * as calls from '#contract/sealedDocuments.ts'
import { sealedEdges } from '#contract/sealedDocuments.ts'
import type { App } from '#server/app.ts'
import { factsToKeep } from '#server/features/signing/keptFacts.ts'
import { inspectUpload } from '#server/features/signing/inspectUpload.ts'
import { receiveUpload } from '#server/features/signing/receiveUpload.ts'
import type { Received } from '#server/features/signing/receiveUpload.ts'
import { audit } from '#server/platform/audit.ts'
import { matches } from '#server/platform/search.ts'
import { addDays } from '#server/platform/clock.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { documentName } from '#server/platform/documentName.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { linesOf } from '#server/platform/lines.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import type { Acting } from './rows.ts'

const keptDays = 1
const mostWaiting = 50
/** Files of one organisation are read so many at a time. */
const lineOf = linesOf<number>(3)

export const sealedDocuments = machine({
  table: 'sealed_document',
  edges: sealedEdges,
  event: null,
  action: (_, to) =>
    (
      {
        uploaded: 'seal.documentUploaded',
        sealing: 'seal.documentApproved',
        sealed: 'seal.documentSealed',
        failed: 'seal.documentFailed',
      } as const
    )[to],
})

/** Those of an organisation under the wire's names; what was forgotten is none. */
const documentsOf = (db: Queryable, organisationId: number, now: Date) =>
  db
    .selectFrom('sealed_document as d')
    .innerJoin('person as p', (join) => join.on('p.id', '=', (e) => e.fn.coalesce('d.sealed_by', 'd.person_id')))
    .where('d.organisation_id', '=', organisationId)
    .where((e) => e.or([e('d.state', 'in', ['sealing', 'sealed']), e('d.expires_at', '>', now)]))
    .select(['d.id as slNo', 'd.name as fileName', 'd.state', 'p.name_en as fullName', 'p.name_ar as fullNameAr'])
    .select((e) => e.fn.coalesce('d.sealed_size', 'd.size').$castTo<number>().as('size'))
    .select(sql<number>`coalesce((d.facts->'leadingBytes')::int, 0)`.as('leadingBytes'))
    .select(sql<number>`jsonb_array_length(d.facts->'pages')`.as('pages'))
    .select(['d.uploaded_at as uploadedDate', 'd.sealed_at as sealedDate'])

/** One of them as it is shown. @throws Problem NOT_FOUND */
export async function describeDocument(
  db: Queryable,
  { organisation, now }: Acting,
  id: number,
): Promise<z.output<typeof calls.SealedDocument>> {
  const found = await documentsOf(db, organisation.id, now).where('d.id', '=', id).executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

export const listSealedDocuments = listRoute(calls.listSealedDocuments, ({ db, organisation, now }, { state, search }) =>
  documentsOf(db, organisation.id, now)
    .$if(state !== undefined, (q) => q.where('d.state', '=', state!))
    .where((e) => matches(e, search, ['d.name']))
    .orderBy('d.uploaded_at', 'desc')
    .orderBy('d.id', 'desc'),
)

/** One of the acting organisation's, by its number. @throws Problem NOT_FOUND */
export async function ownDocument(
  db: Queryable,
  { organisation, now }: Pick<Acting, 'organisation' | 'now'>,
  id: number,
  { lock = false } = {},
) {
  const found = await db
    .selectFrom('sealed_document')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisation.id)
    .where((e) => e.or([e('state', 'in', ['sealing', 'sealed']), e('expires_at', '>', now)]))
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

const tooMany = {
  ar: 'للمنشأة مستندات كثيرة لم تُختم. اختم بعضها أو احذفه.',
  en: 'Many documents of the organisation wait unsealed. Seal or discard some of them.',
}

/** @throws Problem TOO_MANY */
async function refuseTooMany(db: Queryable, { organisation, now }: Acting): Promise<void> {
  const { count } = await db
    .selectFrom('sealed_document')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisation.id)
    .where('state', '=', 'uploaded')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (count >= mostWaiting) throw new Problem('TOO_MANY', { title: tooMany, cause: `${count} documents wait` })
}

export const uploadDocumentToSeal = route(calls.uploadDocumentToSeal, (ctx, { name }, body) =>
  lineOf(ctx.organisation.id, body, async (inTurn) => {
    await refuseTooMany(ctx.db, ctx)
    const received = await receiveUpload(ctx, body)
    try {
      return await inTurn(() => keep(ctx, documentName(name), received))
    } finally {
      await rm(received.path, { force: true })
    }
  }),
)

async function keep(ctx: Acting, name: string, received: Received) {
  const { app, db, now, organisation, caller } = ctx
  const facts = await inspectUpload(ctx, received)
  const sha256 = Buffer.from(received.sha256, 'hex')
  await expectContent(app, sha256)
  const stored = await app.documents.putFile(received.path)
  if (stored.sha256 !== received.sha256) throw new Error('the stored bytes are not those that arrived')
  return db.transaction().execute(async (tx) => {
    await lockKey(tx, `seal uploads|${organisation.id}`)
    await refuseTooMany(tx, ctx)
    await referToContent(tx, sha256)
    const row = await tx
      .insertInto('sealed_document')
      .values({
        public_id: newPublicId(),
        organisation_id: organisation.id,
        person_id: caller.personId,
        name,
        sha256,
        size: stored.size,
        hash_state: Buffer.from(received.hashState),
        facts: factsToKeep(app.secrets, facts, sha256),
        uploaded_at: now,
        expires_at: addDays(now, keptDays),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await sealedDocuments.begin(tx, ctx, row, {
      facts: { sha256: stored.sha256, size: stored.size, leadingBytes: received.leadingBytes },
    })
    return describeDocument(tx, ctx, row.id)
  })
}

export const discardDocumentToSeal = route(calls.discardDocumentToSeal, async (ctx, { slNo }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await ownDocument(tx, ctx, slNo, { lock: true })
    if (row.state !== 'uploaded') throw new Problem('WRONG_STATE', { cause: row.state })
    await tx.deleteFrom('sealed_document').where('id', '=', row.id).execute()
    await audit(tx, ctx, 'seal.documentDiscarded', { subject: row.public_id })
  })
  return { status: '1' as const }
})

export const downloadSealedDocument = route(calls.downloadSealedDocument, async (ctx, { slNo }) => {
  const row = await ownDocument(ctx.db, ctx, slNo)
  if (row.state !== 'sealed') throw new Problem('NOT_FOUND')
  await audit(ctx.db, ctx, 'seal.documentDownloaded', { subject: row.public_id })
  const parts = [row.sha256, row.tail_sha256!]
  async function* assembled() {
    for (const sha256 of parts) yield* (await ctx.app.documents.read(sha256.toString('hex'))) as AsyncIterable<Buffer>
  }
  return { content: Readable.from(assembled()), size: row.sealed_size!, fileName: row.name.replace(/(\.pdf)?$/i, '-sealed.pdf') }
})

/** What nobody sealed within its day. */
export async function forgetUnsealed({ db, clock }: App): Promise<void> {
  await db.deleteFrom('sealed_document').where('state', 'in', ['uploaded', 'failed']).where('expires_at', '<=', clock.now()).execute()
}
