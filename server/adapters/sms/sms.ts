/** Sends one text message to one mobile. */
export interface SmsSender {
  /**
   * `to` is a Saudi mobile, 9665XXXXXXXX. `refused`: the gateway will never take this message.
   * Throws ProviderUnavailable: whether it was sent is unknown.
   */
  sendSms(message: { to: string; text: string }): Promise<'sent' | 'refused'>
}
