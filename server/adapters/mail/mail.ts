/** Sends one message to one address. */
export interface MailSender {
  /** `refused`: the mail server will never take this message for this address. Throws ProviderUnavailable: try again later. */
  sendMail(message: MailMessage): Promise<'sent' | 'refused'>
}

export type MailMessage = { to: string; subject: string; text: string; html: string }
