import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { addSeconds } from './clock.ts'
import type { Secrets } from './secrets.ts'

const atOnce = 20
const mostTries = 8

/** Sends what is due. A message is claimed by moving its due time, so that two processes do not send it together; a failure comes again, later each time. */
export async function sendMessages(app: App): Promise<void> {
  const now = app.clock.now()
  const due = await app.db
    .updateTable('message')
    .set({ tries: sql`tries + 1`, due_at: sql`${now}::timestamptz + interval '30 seconds' * power(2, tries)` })
    .where('id', 'in', (e) =>
      e
        .selectFrom('message')
        .select('id')
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  await Promise.all(
    due.map(async (message) => {
      const outcome = await deliver(app, message).catch((cause: unknown) => {
        app.log.warn({ message: message.id, cause }, 'message not sent')
        return 'later' as const
      })
      const set =
        outcome === 'sent'
          ? { sent_at: app.clock.now() }
          : outcome === 'refused' || message.tries >= mostTries
            ? { gave_up_at: app.clock.now() }
            : null
      // What was said is not kept: it may have been a code. A letter that could not be delivered is, sealed: staff may have it tried again.
      if (set)
        await app.db
          .updateTable('message')
          .set({ ...set, body: '', html: null, sealed: 'gave_up_at' in set ? sealUndelivered(app.secrets, message) : null })
          .where('id', '=', message.id)
          .execute()
    }),
  )
}

const contextOf = (id: number) => `undelivered ${id}`

/** What a letter said, sealed; null of a text message, which carries a code. */
export const sealUndelivered = (secrets: Secrets, { id, channel, body, html }: Message & { id: number }) =>
  channel === 'mail' ? secrets.seal(JSON.stringify({ body, html }), contextOf(id)) : null

/** What a letter said that could not be delivered. */
export const openUndelivered = (secrets: Secrets, id: number, sealed: Uint8Array) =>
  JSON.parse(secrets.open(sealed, contextOf(id))) as { body: string; html: string | null }

type Message = { channel: 'mail' | 'sms'; recipient: string; reply_to: string | null; subject: string; body: string; html: string | null }
const deliver = (app: App, { channel, recipient, reply_to, subject, body, html }: Message) =>
  channel === 'mail'
    ? app.mail.sendMail({ to: recipient, replyTo: reply_to ?? undefined, subject, text: body, html: html ?? undefined })
    : app.sms.sendSms({ to: recipient, text: body })

/** When sessions, proofs and counters of the past may be forgotten. */
export async function forgetSpent({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('challenge_precedence').where('free_at', '<', addSeconds(now, -86_400)).execute()
  await db.deleteFrom('used_proof').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('throttle')
    .where('window_start', '<', addSeconds(now, -2 * 86_400))
    .execute()
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', addSeconds(now, -2 * 86_400))
    .execute()
  await db
    .deleteFrom('message')
    .where((e) => e.or([e('sent_at', '<', addSeconds(now, -30 * 86_400)), e('gave_up_at', '<', addSeconds(now, -30 * 86_400))]))
    .execute()
  await db.deleteFrom('login_attempt').where('expires_at', '<', addSeconds(now, -86_400)).execute()
}
