import * as calls from '#contract/dashboard.ts'
import type { NotificationKind, NotificationRow } from '#contract/dashboard.ts'
import type { z } from 'zod'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { pageOf } from '#server/platform/http/listPage.ts'
import { route } from '#server/platform/http/route.ts'
import { tellNotification } from '#server/platform/notificationSentences.ts'
import { Problem } from '#server/platform/problems.ts'

/** Not a `listRoute`: a row's sentence is made here, from its kind and facts, in the language of this request. */
export const listMyNotifications = route(calls.listMyNotifications, async (ctx, input) => {
  const { db, caller, language } = ctx
  const mine = db
    .selectFrom('notification')
    .where('person_id', '=', caller.personId)
    .$if((input as { unread?: boolean }).unread === true, (q) => q.where('read_at', 'is', null))
    .select(['public_id', 'kind', 'facts', 'created_at', 'read_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const page = await pageOf(ctx, calls.listMyNotifications, mine, input)
  const shown = await db.selectFrom('person').where('id', '=', caller.personId).select(['digits', 'calendar']).executeTakeFirstOrThrow()
  const dataList = page.dataList.map((row): z.output<typeof NotificationRow> => {
    const kind = row.kind as NotificationKind
    return {
      encodedNotificationSlno: row.public_id,
      kind,
      ...tellNotification(kind, row.facts, language, shown),
      createdDate: row.created_at,
      isRead: row.read_at !== null,
    }
  })
  return { ...page, dataList, unreadCount: await countUnread(db, caller.personId) }
})

async function countUnread(db: Queryable, personId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** That somebody looked is no event of the audit trail; when they first did stays with the notification. */
const markRead = ({ db, caller, now }: Ctx<Caller>) =>
  db
    .updateTable('notification')
    .set((e) => ({ read_at: e.fn.coalesce('read_at', e.val(now)) }))
    .where('person_id', '=', caller.personId)

export const markNotificationRead = route(calls.markNotificationRead, async (ctx, { encodedNotificationSlno }) => {
  const marked = await markRead(ctx).where('public_id', '=', encodedNotificationSlno).returning('id').executeTakeFirst()
  if (!marked) throw new Problem('NOT_FOUND')
  return { status: '1' as const, unreadCount: await countUnread(ctx.db, ctx.caller.personId) }
})

export const markAllNotificationsRead = route(calls.markAllNotificationsRead, async (ctx) => {
  await markRead(ctx).where('read_at', 'is', null).execute()
  return { status: '1' as const, unreadCount: await countUnread(ctx.db, ctx.caller.personId) }
})
