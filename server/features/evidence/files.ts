import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import * as calls from '#contract/evidence.ts'
import type { evidenceKinds, evidencePurposes } from '#contract/evidence.ts'
import { evidenceLimits } from '#contract/limits.ts'
import type { App } from '#server/app.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { documentName } from '#server/platform/documentName.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { receive } from '#server/platform/incoming.ts'
import { linesOf } from '#server/platform/lines.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import { refusalSentence } from '#server/signing/refusals.ts'
import { ImageRefused } from './images/image.ts'
import { cleanJpeg } from './images/jpeg.ts'
import { cleanPng, pngSignature } from './images/png.ts'
import { imageSentences, tooManyFiles, unknownKind } from './refusals.ts'

type Purpose = (typeof evidencePurposes)[number]
type Kept = { kind: (typeof evidenceKinds)[number]; sha256: Buffer; size: number; width?: number; height?: number }

const keptDays = 7
const mostUnsent = 20
const lineOf = linesOf<number>(3)

export const uploadEvidence = route(calls.uploadEvidence, (ctx, { name, purpose }, body) =>
  lineOf(ctx.caller.personId, body, async (inTurn) => {
    await refuseTooMany(ctx.db, ctx)
    const { path } = await receive(ctx.app, body, evidenceLimits.bytes)
    try {
      return await inTurn(async () => keep(ctx, documentName(name), purpose, await store(ctx, path)))
    } finally {
      await rm(path, { force: true })
    }
  }),
)

/** @throws Problem TOO_MANY */
async function refuseTooMany(db: Queryable, { caller, now }: Ctx<Caller>): Promise<void> {
  const { count } = await db
    .selectFrom('evidence_file')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('person_id', '=', caller.personId)
    .where('sent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (count >= mostUnsent) throw new Problem('TOO_MANY', { title: tooManyFiles, cause: `${count} files wait` })
}

/**
 * Judges a file by its content and stores it: a PDF as it came, once a process of its own found nothing active in it; a picture written anew.
 * @throws Problem REFUSED_DOCUMENT with a sentence that says why
 */
async function store(ctx: Ctx<Caller>, path: string): Promise<Kept> {
  const file = await readFile(path)
  const isPdf = file.toString('latin1', 0, 5) === '%PDF-'
  if (isPdf) return storePdf(ctx, path, file)
  const isPng = file.subarray(0, pngSignature.length).equals(pngSignature)
  const isJpeg = file.length > 3 && file.readUIntBE(0, 3) === 0xffd8ff
  if (!isPng && !isJpeg) throw await refused(ctx, unknownKind, 'neither PDF, PNG nor JPEG')
  try {
    const { kind, bytes, width, height } = isPng ? await cleanPng(file) : cleanJpeg(file)
    return { kind, width, height, ...(await put(ctx.app, bytes, (storage) => storage.put(bytes))) }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    throw await refused(ctx, imageSentences[error.code], error.message)
  }
}

async function storePdf(ctx: Ctx<Caller>, path: string, file: Buffer): Promise<Kept> {
  // It is read, not signed: that its author allows no change, or its permissions no new field, is no reason against it.
  const facts = await inspectPdf(path, { maxBytes: evidenceLimits.bytes, maxPages: evidenceLimits.pages, renewal: true })
  if (!facts.signable && facts.code !== 'NOT_PERMITTED')
    throw await refused(
      ctx,
      facts.code === 'ENCRYPTED' && facts.what.includes('PASSWORD') ? locked : refusalSentence(facts.code, facts.what),
      `${facts.code}: ${facts.detail}`,
    )
  return { kind: 'pdf', ...(await put(ctx.app, file, (storage) => storage.putFile(path))) }
}

const locked = {
  ar: 'الملف محمي بكلمة مرور. احفظ نسخة دونها ثم ارفعها.',
  en: 'The file is protected by a password. Save a copy without one and upload that.',
}

async function refused(ctx: Ctx<Caller>, title: { ar: string; en: string }, cause: string): Promise<Problem> {
  await audit(ctx.db, ctx, 'evidence.refused', { outcome: 'refused', facts: { cause: cause.slice(0, 200) } })
  return new Problem('REFUSED_DOCUMENT', { title, cause })
}

async function put(app: App, bytes: Uint8Array, how: (storage: App['documents']) => Promise<{ sha256: string; size: number }>) {
  const sha256 = createHash('sha256').update(bytes).digest()
  await expectContent(app, sha256)
  const stored = await how(app.documents)
  if (stored.sha256 !== sha256.toString('hex')) throw new Error('the stored bytes are not those that were read')
  return { sha256, size: stored.size }
}

async function keep(ctx: Ctx<Caller>, name: string, purpose: Purpose, { kind, sha256, size, width, height }: Kept) {
  const id = newPublicId()
  const expiresAt = addDays(ctx.now, keptDays)
  const { personId } = ctx.caller
  await ctx.db.transaction().execute(async (tx) => {
    await lockKey(tx, `evidence|${personId}`)
    await refuseTooMany(tx, ctx)
    await referToContent(tx, sha256)
    await tx
      .insertInto('evidence_file')
      .values({
        public_id: id,
        person_id: personId,
        uploaded_by: personId,
        purpose,
        name,
        kind,
        sha256,
        size,
        width: width ?? null,
        height: height ?? null,
        uploaded_at: ctx.now,
        expires_at: expiresAt,
      })
      .execute()
    await audit(tx, ctx, 'evidence.uploaded', { subject: id, facts: { purpose, kind, size, sha256: sha256.toString('hex') } })
  })
  return { uniqueFileID: id, fileName: name, kind, size, sha256: sha256.toString('hex'), uploadedDate: ctx.now, expiresAt }
}

const own = ({ db, caller, now }: Ctx<Caller>) =>
  db
    .selectFrom('evidence_file')
    .where('person_id', '=', caller.personId)
    .where((e) => e.or([e('sent_at', 'is not', null), e('expires_at', '>', now)]))

export const listMyEvidence = route(calls.listMyEvidence, async (ctx, { purpose }) => {
  const rows = await own(ctx)
    .select(['public_id as uniqueFileID', 'name as fileName', 'kind', 'size', 'sha256', 'uploaded_at as uploadedDate'])
    .select('expires_at as expiresAt')
    .where('purpose', '=', purpose)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute()
  const dataList = rows.map((row) => ({ ...row, sha256: row.sha256.toString('hex') }))
  return { dataList, totalCount: dataList.length }
})

export const openMyEvidence = route(calls.openMyEvidence, async (ctx, { uniqueFileID }) => {
  const row = await own(ctx).selectAll().where('public_id', '=', uniqueFileID).executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return contentOf(ctx.app, row)
})

type Row = { sha256: Buffer; size: number; name: string }
const contentOf = async ({ documents }: App, { sha256, size, name }: Row) => ({
  content: await documents.read(sha256.toString('hex')),
  size,
  fileName: name,
})

/** Its row goes at once, its bytes with the next sweep. */
export const removeEvidence = route(calls.removeEvidence, async (ctx, { uniqueFileID }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await own({ ...ctx, db: tx })
      .select(['id', 'sent_at'])
      .where('public_id', '=', uniqueFileID)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Problem('NOT_FOUND')
    if (row.sent_at) throw new Problem('WRONG_STATE', { cause: 'sent with a request' })
    await tx.deleteFrom('evidence_file').where('id', '=', row.id).execute()
    await audit(tx, ctx, 'evidence.removed', { subject: uniqueFileID })
  })
  return { status: '1' as const }
})

/** Sends the caller’s own files with a request: from then on they stay with it as they are. @throws Problem NOT_FOUND where one is not theirs for this */
export async function sendEvidence(
  tx: Tx,
  ctx: Ctx<Caller>,
  files: readonly string[],
  to: { purpose: Purpose; number: string },
): Promise<void> {
  if (files.length === 0) return
  const sent = await tx
    .updateTable('evidence_file')
    .set({ request_number: to.number, sent_at: ctx.now })
    .where('public_id', '=', (e) => e.fn.any(e.val(files)))
    .where('person_id', '=', ctx.caller.personId)
    .where('purpose', '=', to.purpose)
    .where('sent_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('id')
    .execute()
  if (sent.length !== new Set(files).size) throw new Problem('NOT_FOUND', { cause: 'a file that is not there' })
}

/** The files that came with a request, in their order. */
export const evidenceWith = async (db: Queryable, purpose: Purpose, number: string) => {
  const rows = await db
    .selectFrom('evidence_file')
    .select(['public_id as uniqueFileID', 'name as fileName', 'kind', 'size', 'sha256', 'uploaded_at as uploadedDate'])
    .where('request_number', '=', number)
    .where('purpose', '=', purpose)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, sha256: row.sha256.toString('hex') }))
}

type Asked = {
  purposes: readonly Purpose[]
  /** Of the request. */
  number: string
  uniqueFileID: string
  /** For which the decider looks; null: for the provider. */
  organisationId?: number | null
}

/** Lets whoever decides a request see a file that came with it; the person sees that they did. @throws Problem NOT_FOUND */
export async function openForDecider(ctx: Ctx<Caller>, { purposes, number, uniqueFileID, organisationId = null }: Asked) {
  const row = await ctx.db
    .selectFrom('evidence_file')
    .selectAll()
    .where('public_id', '=', uniqueFileID)
    .where('request_number', '=', number)
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  await recordLook(ctx.db, ctx, {
    personId: row.uploaded_by,
    viewerId: ctx.caller.personId,
    organisationId,
    what: 'documents',
  })
  await audit(ctx.db, ctx, 'evidence.opened', { subject: uniqueFileID, facts: { request: number } })
  return contentOf(ctx.app, row)
}

/** A file that came with a request, for whoever it is there to be seen by. @throws Problem NOT_FOUND */
export async function openSent({ app, db }: Ctx, purpose: Purpose, number: string, uniqueFileID: string) {
  const row = await db
    .selectFrom('evidence_file')
    .selectAll()
    .where('public_id', '=', uniqueFileID)
    .where('request_number', '=', number)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return contentOf(app, row)
}

export async function forgetEvidence({ db, clock }: App): Promise<void> {
  await db.deleteFrom('evidence_file').where('sent_at', 'is', null).where('expires_at', '<=', clock.now()).execute()
}
