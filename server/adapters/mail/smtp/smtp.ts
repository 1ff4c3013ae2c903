import { createTransport } from 'nodemailer'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { MailSender } from '../mail.ts'

export type SmtpSettings = {
  host: string
  port: number
  /** `implicit`: TLS from the first byte; `required`: STARTTLS or nothing; `none`: only for a server on this machine. */
  tls: 'implicit' | 'required' | 'none'
  login?: { user: string; password: string }
  /** The sender, such as `توقيع <no-reply@tawqi.example>`. */
  from: string
  timeoutMs?: number
}

const isPlainAddress = (text: string) => /^[^\s,;:<>()"\\@]+@[^\s,;:<>()"\\@]+$/.test(text)

/** Any SMTP server. */
export function smtp({ host, port, tls, login, from, timeoutMs = 15_000 }: SmtpSettings): MailSender {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    auth: login && { user: login.user, pass: login.password },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // What we send is ours; nothing in it may make the mailer open files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async sendMail({ to, replyTo, subject, text, html }) {
      // One plain address: a list or a line feed would add recipients or headers.
      if (!isPlainAddress(to) || (replyTo !== undefined && !isPlainAddress(replyTo))) return 'refused'
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return 'sent'
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
        // RFC 5321 §4.2.1: 5yz is permanent. A failed log-in is also 5yz, but it is our fault and not the recipient's.
        if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'refused'
        const reason = code === 'EAUTH' ? 'keys' : code === 'ETIMEDOUT' ? 'timeout' : responseCode ? 'status' : 'network'
        throw new ProviderUnavailable('mail', reason, { code: String(responseCode || code), cause: error })
      }
    },
  }
}
