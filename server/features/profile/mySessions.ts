import { sql } from 'kysely'
import { idleMinutes } from '#contract/limits.ts'
import * as calls from '#contract/profile.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx, Queryable } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { isolate } from '#server/platform/isolate.ts'
import { Problem } from '#server/platform/problems.ts'
import { endSession } from '#server/platform/sessions/lifetime.ts'
import { tell } from '#server/platform/tell.ts'

/** Those that would still be let in: time ends a session without anybody writing it down. */
const live = (db: Queryable, { app: { configuration }, caller, now }: Ctx<Caller>) =>
  db
    .selectFrom('session')
    .innerJoin('device', 'device.id', 'session.device_id')
    .where('session.person_id', '=', caller.personId)
    .where('session.ended_at', 'is', null)
    .where('device.revoked_at', 'is', null)
    .where('session.born_at', '>', addSeconds(now, -configuration.SESSION_HOURS * 3_600))
    .where('session.seen_at', '>', addSeconds(now, -idleMinutes * 60))

export const listMySessions = route(calls.listMySessions, async (ctx) => {
  const dataList = await live(ctx.db, ctx)
    .select([
      'session.id as sessionID',
      'device.kind as deviceType',
      'device.model as deviceModel',
      'session.born_at as startedDate',
      'session.seen_at as lastSeen',
      'session.method',
      'session.address',
      sql<boolean>`session.id = ${ctx.caller.sessionId}`.as('isCurrent'),
    ])
    .orderBy('isCurrent', 'desc')
    .orderBy('session.seen_at', 'desc')
    .orderBy('session.id')
    .execute()
  return { dataList, totalCount: dataList.length }
})

export const revokeSession = route(calls.revokeSession, async (ctx, { sessionID }) => {
  if (sessionID === ctx.caller.sessionId) throw new Problem('WRONG_STATE', { cause: 'this very session' })
  await ctx.db.transaction().execute(async (tx) => {
    const session = await live(tx, ctx)
      .select(['session.id', 'device.model'])
      .where('session.id', '=', sessionID)
      .forUpdate('session')
      .executeTakeFirst()
    if (!session) throw new Problem('NOT_FOUND')
    await endSession(tx, ctx, session.id, 'revoked')
    await tellOfEnd(tx, ctx, {
      ar: `أُنهيت جلسة دخول إلى حسابك في توقيع على الجهاز (${isolate(session.model)}) بطلب من جلسة أخرى لك. إن لم تكن أنت فسجّل الدخول عبر نفاذ وراجع جلساتك.`,
      en: `A session of your Tawqi account on the device (${isolate(session.model)}) was ended from another session of yours. If this was not you, sign in with Nafath and check your sessions.`,
    })
  })
  return { status: '1' as const }
})

export const revokeOtherSessions = route(calls.revokeOtherSessions, async (ctx) =>
  ctx.db.transaction().execute(async (tx) => {
    const sessionsEnded = await endOtherSessions(tx, ctx)
    await audit(tx, ctx, 'session.othersRevoked', { facts: { sessionsEnded } })
    if (sessionsEnded > 0)
      await tellOfEnd(tx, ctx, {
        ar: 'أُنهيت كل جلسات حسابك في توقيع ما عدا الجلسة التي طلبت ذلك. إن لم تكن أنت فسجّل الدخول عبر نفاذ وراجع حسابك.',
        en: 'All sessions of your Tawqi account were ended, except the one that asked for it. If this was not you, sign in with Nafath and check your account.',
      })
    return { status: '1' as const, sessionsEnded }
  }),
)

/** Ends every session of the caller but the one that asks. Each call reads its session anew, so the effect is immediate. @returns how many */
export async function endOtherSessions(tx: Tx, ctx: Ctx<Caller>): Promise<number> {
  const others = await live(tx, ctx)
    .select('session.id')
    .where('session.id', '<>', ctx.caller.sessionId)
    .orderBy('session.id') // in one order, so that two such requests cannot wait for each other
    .forUpdate('session')
    .execute()
  for (const { id } of others) await endSession(tx, ctx, id, 'revoked')
  return others.length
}

const tellOfEnd = (tx: Tx, ctx: Ctx<Caller>, text: { ar: string; en: string }) =>
  tell(tx, ctx, {
    to: ctx.caller.personId,
    kind: 'sessionEnded',
    letter: { subject: { ar: 'أُنهيت جلسة في حسابك', en: 'A session of your account was ended' }, text },
  })
