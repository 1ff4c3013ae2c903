import {
  listMyNotifications,
  markAllNotificationsRead as markAllCall,
  markNotificationRead as markCall,
  type NotificationKind,
  type NotificationRow,
} from '#contract/dashboard.ts'
import type { z } from 'zod'
import type { Caller, Ctx, Queryable } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { tellNotification } from '#server/platform/notificationSentences.ts'
import { Problem } from '#server/platform/problems.ts'

type Input = { page: number; size: number; unread?: boolean }

/** Not a `listRoute`: a row's sentence is made here, from its kind and facts, in the language of this request. */
export const notifications = route(listMyNotifications, async ({ db, caller, language }, input) => {
  const { page, size, unread } = input as Input
  const mine = db
    .selectFrom('notification')
    .where('person_id', '=', caller.personId)
    .$if(unread === true, (q) => q.where('read_at', 'is', null))
  const rows = await mine
    .select(['public_id', 'kind', 'facts', 'created_at', 'read_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const shown = await db.selectFrom('person').where('id', '=', caller.personId).select(['digits', 'calendar']).executeTakeFirstOrThrow()
  const { total } = await mine.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const dataList = rows.map((row): z.output<typeof NotificationRow> => {
    const kind = row.kind as NotificationKind
    return {
      encodedNotificationSlno: row.public_id,
      kind,
      ...tellNotification(kind, row.facts, language, shown),
      createdDate: row.created_at,
      isRead: row.read_at !== null,
    }
  })
  return { dataList, totalCount: total, unreadCount: await countUnread(db, caller.personId) }
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

export const markNotificationRead = route(markCall, async (ctx, { encodedNotificationSlno }) => {
  const marked = await markRead(ctx).where('public_id', '=', encodedNotificationSlno).returning('id').executeTakeFirst()
  if (!marked) throw new Problem('NOT_FOUND')
  return { status: '1' as const, unreadCount: await countUnread(ctx.db, ctx.caller.personId) }
})

export const markAllNotificationsRead = route(markAllCall, async (ctx) => {
  await markRead(ctx).where('read_at', 'is', null).execute()
  return { status: '1' as const, unreadCount: await countUnread(ctx.db, ctx.caller.personId) }
})
