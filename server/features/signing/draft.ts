import { sql } from 'kysely'
import type { z } from 'zod'
import * as calls from '#contract/signing.ts'
import { inPassing, type Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import type { Place } from '#server/signing/placement.ts'
import { describeUpload } from './describeUpload.ts'
import { keptFacts } from './keptFacts.ts'
import { cameToNothing } from './states.ts'

type DraftDocument = z.output<typeof calls.DraftDocument>

export const readSigningDraft = route(calls.readSigningDraft, async (ctx, { transactionID }) => {
  const { version, chosen } = await keptDraft(ctx)
  const documents = await described(ctx, chosen)
  if (documents.length > 0 || transactionID === undefined) return { version, documents }
  return { version, documents: await described(ctx, await chosenFor(ctx, transactionID)) }
})

async function keptDraft({ db, caller }: Ctx<Caller>): Promise<{ version: number; chosen: DraftDocument[] }> {
  const draft = await db
    .selectFrom('signing_draft as d')
    .leftJoin('esign_transaction as t', 't.id', 'd.transaction_id')
    .select(['d.version', 'd.documents', 't.state'])
    .where('d.account_id', '=', caller.accountId)
    .where('d.person_id', '=', caller.personId)
    .executeTakeFirst()
  if (!draft) return { version: 0, chosen: [] }
  const isOver = draft.state !== null && !cameToNothing.some((state) => state === draft.state)
  return { version: draft.version, chosen: isOver ? [] : (draft.documents as DraftDocument[]) }
}

/** As a signing that came to nothing was asked for. @throws Problem NOT_FOUND */
async function chosenFor({ db, caller }: Ctx<Caller>, transactionID: string): Promise<DraftDocument[]> {
  const transaction = await db
    .selectFrom('esign_transaction')
    .select('id')
    .where('public_id', '=', transactionID)
    .where('account_id', '=', caller.accountId)
    .where('state', 'in', cameToNothing)
    .executeTakeFirst()
  if (!transaction) throw new Problem('NOT_FOUND')
  const rows = await db
    .selectFrom('document')
    .select(['public_id', 'placement', 'appearance'])
    .where('transaction_id', '=', transaction.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ public_id, placement, appearance }) => {
    const place = placement as Place
    const look = appearance as calls.SignatureAppearance | null
    return {
      uniqueFileID: public_id,
      ...(place && 'field' in place ? { placement: null, field: place.field } : { placement: place, field: null }),
      isPlaced: true,
      isRead: false,
      design: look?.design ?? 'full',
      language: look?.language ?? null,
    }
  })
}

/** Those that can still be signed: uploads that are kept, and documents of signings that came to nothing. */
async function described(ctx: Ctx<Caller>, chosen: readonly DraftDocument[]) {
  if (chosen.length === 0) return []
  const rows = await ctx.db
    .selectFrom('document')
    .leftJoin('esign_transaction as t', 't.id', 'document.transaction_id')
    .select(['document.public_id', 'document.name', 'document.size', 'document.sha256', 'document.facts', 'document.expires_at'])
    .where('document.account_id', '=', ctx.caller.accountId)
    .where('document.public_id', '=', sql<string>`any(${chosen.map(({ uniqueFileID }) => uniqueFileID)})`)
    .where('document.expires_at', '>', ctx.now)
    .where((e) => e.or([e('document.transaction_id', 'is', null), e('t.state', 'in', cameToNothing)]))
    .execute()
  return chosen.flatMap((document) => {
    const row = rows.find(({ public_id }) => public_id === document.uniqueFileID)
    return row ? { ...document, upload: describeUpload(ctx, row, keptFacts(ctx.app.secrets, row)) } : []
  })
}

const elsewhere = {
  ar: 'تغيّرت مستندات التوقيع هذه في نافذة أو جهاز آخر. حدّث الصفحة لتراها.',
  en: 'These documents were changed in another window or on another device. Reload the page to see them.',
}

export const saveSigningDraft = route(calls.saveSigningDraft, async (ctx, { version, documents }) => {
  const { accountId, personId } = ctx.caller
  const ids = [...new Set(documents.map(({ uniqueFileID }) => uniqueFileID))]
  const { count } = await ctx.db
    .selectFrom('document')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('public_id', '=', sql<string>`any(${ids})`)
    .executeTakeFirstOrThrow()
  if (count < documents.length) throw new Problem('NOT_FOUND', { cause: 'a document of the draft' })
  const set = { documents: JSON.stringify(documents), transaction_id: null, updated_at: ctx.now }
  const saved = await ctx.db
    .insertInto('signing_draft')
    .values({ account_id: accountId, person_id: personId, version: 1, ...set })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'person_id'])
        .doUpdateSet({ ...set, version: version + 1 })
        .where('signing_draft.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  if (!saved) throw new Problem('WRONG_STATE', { title: elsewhere, cause: `not version ${version}` })
  return saved
})

/** What is being signed is no draft any more, unless the signing comes to nothing. */
export async function takeFromDraft(tx: Tx, ctx: Ctx<Caller>, documents: readonly { uniqueFileID: string }[], transactionId: number) {
  const isAmong = documents.map(({ uniqueFileID }) => sql<boolean>`documents @> ${JSON.stringify([{ uniqueFileID }])}::jsonb`)
  await inPassing(
    tx
      .updateTable('signing_draft')
      .set({ transaction_id: transactionId })
      .where('account_id', '=', ctx.caller.accountId)
      .where('person_id', '=', ctx.caller.personId)
      .where((e) => e.or(isAmong)),
  )
}
