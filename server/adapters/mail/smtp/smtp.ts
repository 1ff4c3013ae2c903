import { threadsOf } from '#server/platform/threads.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { UnavailableReason } from '../../unavailable.ts'
import type { MailMessage, MailSender } from '../mail.ts'

export type SmtpSettings = {
  host: string
  port: number
  /** `implicit`: TLS from the first byte; `required`: STARTTLS or nothing; `none`: only for a server on this machine. */
  tls: 'implicit' | 'required' | 'none'
  login?: { user: string; password: string }
  /** The sender, such as `توقيع <no-reply@tawqi.example>`. */
  from: string
  /** The longest silence. */
  timeoutMs?: number
  /** The longest that a letter may take in all, waiting for a connection included. */
  longestMs?: number
}

/** What the thread is given, and what it answers. */
export type MailJob = { settings: SmtpSettings; message: MailMessage }
export type MailOutcome = 'sent' | 'refused' | { reason: UnavailableReason; code: string; message: string }

const isPlainAddress = (text: string) => /^[^\s,;:<>()"\\@]+@[^\s,;:<>()"\\@]+$/.test(text)

/** One for all, so that connections to a server are shared. */
const send = threadsOf<MailJob, MailOutcome>(new URL('smtpThread.ts', import.meta.url), { givesWay: false, most: 1 })

/** Any SMTP server. */
export const smtp = (settings: SmtpSettings): MailSender => ({
  async sendMail({ to, replyTo, subject, text, html }) {
    // One plain address: a list or a line feed would add recipients or headers.
    if (!isPlainAddress(to) || (replyTo !== undefined && !isPlainAddress(replyTo))) return 'refused'
    const outcome = await send({ settings, message: { to, replyTo, subject, text, html } })
    if (typeof outcome === 'string') return outcome
    const { reason, code, message } = outcome
    throw new ProviderUnavailable('mail', reason, { code, cause: new Error(message) })
  },
})
