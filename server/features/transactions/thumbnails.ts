import { rm } from 'node:fs/promises'
import * as calls from '#contract/transactions.ts'
import { isForgotten } from '#server/features/signing/forgotten.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { receive } from '#server/platform/incoming.ts'
import { Problem } from '#server/platform/problems.ts'
import { drawFirstPage } from '#server/signing/thumbnail/drawFirstPage.ts'
import { assembled } from './downloads.ts'

/** A larger file is opened by whoever wants to see it. */
const mostBytes = 10_000_000
const mostKept = 500
const keptSeconds = 900

/** Drawn a short while ago, by what the file holds: in memory alone, and asked for only once it is known whose it is. */
const kept = new Map<string, { until: Date; picture: Promise<string | null> }>()

export const readThumbnail = route(calls.readThumbnail, async (ctx, { transactionID, position }) => {
  const row = await ctx.db
    .selectFrom('document')
    .innerJoin('esign_transaction', 'esign_transaction.id', 'document.transaction_id')
    .select(['document.sha256', 'document.tail_sha256', 'document.size', isForgotten(ctx.now).as('is_forgotten')])
    .where('esign_transaction.public_id', '=', transactionID)
    .where('esign_transaction.account_id', '=', ctx.caller.accountId)
    .orderBy('document.position')
    .orderBy('document.id')
    .offset(position - 1)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  if (row.is_forgotten || row.size > mostBytes) return { picture: null }
  const parts = row.tail_sha256 ? [row.sha256, row.tail_sha256] : [row.sha256]
  return { picture: await drawnOnce(ctx, parts) }
})

function drawnOnce({ app, now }: Ctx, parts: Buffer[]): Promise<string | null> {
  const key = parts.map((part) => part.toString('hex')).join()
  const found = kept.get(key)
  if (found && found.until > now) return found.picture
  const picture = draw(app, parts)
  kept.delete(key)
  kept.set(key, { until: addSeconds(now, keptSeconds), picture })
  picture.catch(() => kept.delete(key)) // nobody could look; the next one may
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return picture
}

async function draw(app: Ctx['app'], parts: Buffer[]): Promise<string | null> {
  const { path } = await receive(app, assembled({ app }, parts), mostBytes * 2)
  try {
    return (await drawFirstPage(path))?.toString('base64') ?? null
  } finally {
    await rm(path, { force: true })
  }
}
