import { inPassing, type Queryable } from './db/db.ts'
import type { Ctx } from './http/context.ts'
import { letterHtml } from './letterHtml.ts'
import type { Language } from './problems.ts'

type Text = { ar: string; en: string }
type Message = { to: string | null; language: Language; subject: Text; text: Text }
type Mail = Message & { /** Whom an answer goes to. */ replyTo?: string }

/** Queues a mail in the caller's own transaction; it is sent after the commit, at least once. People without an address get none. */
export async function queueMail(db: Queryable, { now }: Pick<Ctx, 'now'>, { to, replyTo, language, subject, text }: Mail): Promise<void> {
  if (to === null) return
  await inPassing(
    db.insertInto('message').values({
      channel: 'mail',
      recipient: to,
      reply_to: replyTo ?? null,
      subject: subject[language],
      body: text[language],
      html: letterHtml(text[language], language),
      created_at: now,
      due_at: now,
    }),
  )
}

/** Queues an SMS, likewise. */
export async function queueSms(db: Queryable, { now }: Pick<Ctx, 'now'>, { to, language, text }: Omit<Message, 'subject'>): Promise<void> {
  if (to === null) return
  await inPassing(db.insertInto('message').values({ channel: 'sms', recipient: to, body: text[language], created_at: now, due_at: now }))
}

/** A message to nobody: who asks for a code that nobody may have must not be told so by the time it takes. */
export async function queueNothing(db: Queryable, { now }: Pick<Ctx, 'now'>): Promise<void> {
  await inPassing(
    db.insertInto('message').values({ channel: 'sms', recipient: '', body: '', created_at: now, due_at: now, gave_up_at: now }),
  )
}
