import { addSeconds } from '../clock.ts'
import type { Ctx } from '../http/context.ts'

/**
 * The provider has one open request for an ID, and nobody but its person or time can end it. So a stranger's request delays the owner. What
 * is ours to give: on a known device the owner stands first in line, nobody else starts before them, and the request goes out as soon as
 * the provider is free. The stranger's request is never handed over: its number would approve what another browser asked for.
 */

/** Whoever does not come back within this time stands in line no more. */
const keptSeconds = 60
/** The provider is asked again at most this often. */
const pauseSeconds = 2
/** A request is over after this long at the latest, whoever made it. */
const longestRequestSeconds = 180

export type Precedence = { deviceId: string; freeAt: Date; askedAt: Date }

/** Whether they came back within the time. */
export const isThere = ({ askedAt }: Precedence, now: Date): boolean => askedAt > addSeconds(now, -keptSeconds)

/** Who stands in line for this ID, or stood there. */
export const precedenceOf = ({ db }: Pick<Ctx, 'db'>, idHash: Buffer) =>
  db
    .selectFrom('challenge_precedence')
    .select(['device_public_id as deviceId', 'free_at as freeAt', 'asked_at as askedAt'])
    .where('national_id_hash', '=', idHash)

/** Puts this known device first. @param endsAt when the request that is in the way ends at the latest, where we know it */
export async function takePrecedence({ db, now, deviceId }: Ctx, idHash: Buffer, endsAt?: Date): Promise<Date> {
  const fresh = { device_public_id: deviceId!, asked_at: now }
  const { free_at: freeAt } = await db
    .insertInto('challenge_precedence')
    .values({ ...fresh, national_id_hash: idHash, free_at: endsAt ?? addSeconds(now, longestRequestSeconds) })
    .onConflict((conflict) =>
      conflict.column('national_id_hash').doUpdateSet((e) => ({
        ...fresh,
        free_at: endsAt
          ? e.val(endsAt)
          : e
              .case()
              .when('challenge_precedence.free_at', '>', now)
              .then(e.ref('challenge_precedence.free_at'))
              .else(addSeconds(now, longestRequestSeconds))
              .end(),
      })),
    )
    .returning('free_at')
    .executeTakeFirstOrThrow()
  return freeAt
}

/** Whether the provider may be asked again now for whoever stands first; in one statement, so that replicas ask together. */
export async function mayAskAgain({ db, now }: Ctx, idHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('challenge_precedence')
    .set({ asked_at: now })
    .where('national_id_hash', '=', idHash)
    .where('asked_at', '<=', addSeconds(now, -pauseSeconds))
    .returning('national_id_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function givePrecedence({ db }: Pick<Ctx, 'db'>, idHash: Buffer): Promise<void> {
  await db.deleteFrom('challenge_precedence').where('national_id_hash', '=', idHash).execute()
}
