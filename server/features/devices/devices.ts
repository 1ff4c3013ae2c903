import { sql } from 'kysely'
import { listDevices, revokeDevice as revokeCall } from '#contract/devices.ts'
import { audit } from '#server/platform/audit.ts'
import { isolate } from '#server/platform/isolate.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/messages.ts'
import { Problem } from '#server/platform/problems.ts'

export const devices = listRoute(listDevices, ({ db, caller }) =>
  db
    .selectFrom('device')
    .where('person_id', '=', caller.personId)
    .where('revoked_at', 'is', null)
    .select([
      'id as deviceSlno',
      'kind as deviceType',
      'model as deviceModel',
      'created_at as createdDate',
      'app_version as appVersion',
      'seen_at as lastSeen',
      sql<boolean>`id = ${caller.deviceRowId}`.as('isCurrent'),
    ])
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc'),
)

export const revokeDevice = route(revokeCall, async (ctx, { deviceSlno }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const device = await tx
      .selectFrom('device')
      .innerJoin('person', 'person.id', 'device.person_id')
      .select(['device.model', 'person.email', 'person.language'])
      .where('device.id', '=', deviceSlno)
      .where('person_id', '=', ctx.caller.personId)
      .where('revoked_at', 'is', null)
      .forUpdate('device')
      .executeTakeFirst()
    if (!device) throw new Problem('NOT_FOUND')
    await tx.updateTable('device').set({ revoked_at: ctx.now }).where('id', '=', deviceSlno).execute()
    await tx
      .updateTable('session')
      .set({ ended_at: ctx.now, end_reason: 'revoked' })
      .where('device_id', '=', deviceSlno)
      .where('ended_at', 'is', null)
      .execute()
    await audit(tx, ctx, 'device.revoked', { subject: String(deviceSlno) })
    await queueMail(tx, ctx, {
      to: device.email,
      language: device.language,
      subject: { ar: 'أُلغي جهاز من حسابك', en: 'A device was revoked' },
      text: {
        ar: `أُلغي الجهاز (${isolate(device.model)}) من حسابك في توقيع وسُجّل خروجه. إن لم تكن أنت من فعل ذلك فسجّل الدخول وراجع أجهزتك.`,
        en: `The device (${device.model}) was revoked from your Tawqi account and signed out. If you did not do this, sign in and check your devices.`,
      },
    })
  })
  return { status: '1' as const }
})
