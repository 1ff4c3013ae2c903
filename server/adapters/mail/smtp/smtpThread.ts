/** Writes letters and hands them over, beside the thread that answers everybody: a letter takes it some two milliseconds, and they come by the dozen. */
import { createTransport } from 'nodemailer'
import { serveJobs } from '#server/platform/threads.ts'
import type { MailJob, MailOutcome, SmtpSettings } from './smtp.ts'

const mostConnections = 5
/** The outbox takes a letter up again after thirty seconds: whatever became of it is known before. */
const outboxPatienceMs = 25_000
/** Letters come by the second, or not for a while. */
const idleMs = 10_000

const transports = new Map<string, ReturnType<typeof transportOf>>()

serveJobs(async ({ settings, message }: MailJob): Promise<MailOutcome> => {
  const { to, replyTo, subject, text, html } = message
  try {
    await transports
      .getOrInsertComputed(JSON.stringify(settings), () => transportOf(settings))
      .sendMail({
        from: settings.from,
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        // a server that drips never falls silent, and would keep its connection from every other letter
        signal: AbortSignal.timeout(settings.longestMs ?? outboxPatienceMs),
      })
    return 'sent'
  } catch (error) {
    return outcomeOf(error as Error & { code?: string; responseCode?: number })
  }
})

/** A connection is kept for the next letter: most of what a letter takes is the greeting, TLS and the log-in before it. */
function transportOf({ host, port, tls, login, timeoutMs = 15_000 }: SmtpSettings) {
  return createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    auth: login && { user: login.user, pass: login.password },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    pool: true,
    maxConnections: mostConnections,
    // A kept connection may just have been closed by the server: once more on a new one. Whatever else fails comes again with the outbox.
    maxRequeues: 1,
    idleTimeout: idleMs,
    // What we send is ours; nothing in it may make the mailer open files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function outcomeOf({ code = '', responseCode = 0, message }: Error & { code?: string; responseCode?: number }): MailOutcome {
  // RFC 5321 §4.2.1: 5yz is permanent. A failed log-in is also 5yz, but it is our fault and not the recipient's.
  if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'refused'
  const reason = code === 'EAUTH' ? 'keys' : code === 'ETIMEDOUT' || code === 'EABORT' ? 'timeout' : responseCode ? 'status' : 'network'
  return { reason, code: String(responseCode || code), message }
}
