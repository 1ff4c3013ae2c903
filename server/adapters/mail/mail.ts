/** Sends one message to one address. */
export interface MailSender {
  /** `refused`: the mail server will never take this message for this address. Throws ProviderUnavailable: try again later. */
  sendMail(message: MailMessage): Promise<'sent' | 'refused'>
}

export type MailMessage = {
  to: string
  /** One plain address that answers go to, where it is not the sender's. */
  replyTo?: string
  subject: string
  text: string
  /** Letters queued by a version before this one have none. */
  html?: string
}
