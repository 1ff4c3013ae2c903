import { z } from 'zod'
import { httpClient } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { SmsSender } from '../sms.ts'

export type HttpGatewaySettings = {
  /** No slash at the end. */
  baseUrl: string
  apiKey: string
  /** The sender's name as registered with the regulator. */
  sender: string
  timeoutMs?: number
}

const Accepted = z.object({ id: z.string() })

/** A gateway in the style common in the Kingdom: `POST /v1/messages {to, text, sender}` with a bearer key → 201 `{id, status}`. */
export function httpGateway({ baseUrl, apiKey, sender, timeoutMs }: HttpGatewaySettings): SmsSender {
  const call = httpClient({ provider: 'sms', timeoutMs })

  return {
    async sendSms({ to, text }) {
      const answer = await call({
        method: 'POST',
        url: `${baseUrl}/v1/messages`,
        headers: { authorization: `Bearer ${apiKey}` },
        json: { to, text, sender },
      })
      if (answer.status === 401 || answer.status === 403) throw new ProviderUnavailable('sms', 'keys', { code: String(answer.status) })
      if (answer.status === 400 || answer.status === 422) return 'refused'
      if (answer.status !== 201 && answer.status !== 200) throw new ProviderUnavailable('sms', 'answer', { code: String(answer.status) })
      answer.read(Accepted)
      return 'sent'
    },
  }
}
