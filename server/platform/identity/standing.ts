import { sql, type Selectable } from 'kysely'
import type { ChallengeState } from '#contract/sessions.ts'
import type { Challenge } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { knownDevice } from '../sessions/device.ts'
import { precedenceOf, type Precedence } from './precedence.ts'

/** The state as a literal: the index of challenges that wait is no plan's for a parameter. */
export const waitingState = sql.lit<ChallengeState>('waiting')

export type Standing = { isKnown: boolean; live: Selectable<Challenge> | undefined; inLine: Precedence | null }

/** Whether the browser is known to this ID, which challenge waits for it, and who stands in line for it: one statement, for every start asks it. */
export async function readStanding(ctx: Ctx, idHash: Buffer): Promise<Standing> {
  const { isKnown, deviceId, freeAt, askedAt, ...row } = await ctx.db
    .selectFrom(sql<object>`(select)`.as('asked'))
    .leftJoin('challenge', (on) => on.on('challenge.national_id_hash', '=', idHash).on('challenge.state', '=', waitingState))
    .leftJoin(precedenceOf(ctx, idHash).as('line'), (on) => on.onTrue())
    .selectAll('challenge')
    .select(['line.deviceId', 'line.freeAt', 'line.askedAt'])
    .select((e) => e.exists(knownDevice(ctx, idHash)).as('isKnown'))
    .executeTakeFirstOrThrow()
  return {
    isKnown: Boolean(isKnown),
    live: row.id === null ? undefined : (row as Selectable<Challenge>),
    inLine: deviceId !== null && freeAt !== null && askedAt !== null ? { deviceId, freeAt, askedAt } : null,
  }
}
