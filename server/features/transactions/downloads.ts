import { Readable } from 'node:stream'
import * as calls from '#contract/transactions.ts'
import { isForgotten } from '#server/features/signing/forgotten.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { zip } from '#server/platform/zip.ts'

export const downloadDocument = route(calls.downloadDocument, async (ctx, { uniqueFileID, edition }) => {
  const row = await ctx.db
    .selectFrom('document')
    .selectAll()
    .where('public_id', '=', uniqueFileID)
    .where('account_id', '=', ctx.caller.accountId)
    .where(isForgotten(ctx.now), '=', false)
    .executeTakeFirst()
  if (!row || (edition === 'signed' && row.tail_sha256 === null)) throw new Problem('NOT_FOUND')
  await audit(ctx.db, ctx, 'document.downloaded', { subject: uniqueFileID, facts: { version: edition } })
  const parts = edition === 'signed' ? [row.sha256, row.tail_sha256!] : [row.sha256]
  return {
    content: Readable.from(assembled(ctx, parts)),
    size: edition === 'signed' ? row.signed_size! : row.size,
    fileName: edition === 'signed' ? signedName(row.name) : row.name,
  }
})

export const downloadSignedDocuments = route(calls.downloadSignedDocuments, async (ctx, { transactionID }) => {
  const rows = await ctx.db
    .selectFrom('document')
    .innerJoin('esign_transaction', 'esign_transaction.id', 'document.transaction_id')
    .select(['document.name', 'document.sha256', 'document.tail_sha256'])
    .where('esign_transaction.public_id', '=', transactionID)
    .where('esign_transaction.account_id', '=', ctx.caller.accountId)
    .where('esign_transaction.state', '=', 'success')
    .orderBy('document.position')
    .orderBy('document.id')
    .execute()
  if (rows.length === 0) throw new Problem('NOT_FOUND')
  await audit(ctx.db, ctx, 'document.downloaded', { subject: transactionID, facts: { version: 'signed', count: rows.length } })
  const names = eachItsOwn(rows.map(({ name }) => signedName(name)))
  async function* entries() {
    for (const [i, { sha256, tail_sha256: tail }] of rows.entries()) yield { name: names[i]!, content: assembled(ctx, [sha256, tail!]) }
  }
  return { content: Readable.from(zip(entries(), 0)), fileName: `${transactionID}.zip` }
})

const signedName = (name: string) => name.replace(/(\.pdf)?$/i, '-signed.pdf')

/** Files of one folder cannot share a name; some systems hold capitals for the same letters. */
function eachItsOwn(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let i = 2; taken.has(own.toLowerCase()); i++) own = name.replace(/\.pdf$/, ` (${i}).pdf`)
    taken.add(own.toLowerCase())
    return own
  })
}

/** The stored parts one after the other: the file as it was uploaded, then what signing appended. */
export async function* assembled({ app }: Pick<Ctx, 'app'>, parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const sha256 of parts) yield* (await app.documents.read(sha256.toString('hex'))) as AsyncIterable<Buffer>
}
