import type { z } from 'zod'
import { parseJson } from '#server/platform/http/json.ts'
import { ProviderUnavailable } from './unavailable.ts'

/** How we speak HTTP to an outside party. One policy, so that no adapter can hang, follow a redirect or fill the memory. */
export type HttpPolicy = {
  /** Named in errors and logs. */
  provider: string
  /** From the first byte sent to the last byte read. */
  timeoutMs?: number
  /** Longest answer that is read. */
  maxBytes?: number
  /** Calls that may wait for this party at once; the next is refused at once instead of queueing behind a party that hangs. */
  maxInFlight?: number
}

export type HttpCall = {
  method?: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>
}

export type HttpAnswer = {
  status: number
  /** The body as the schema reads it; a body that is no JSON, or another shape, is `ProviderUnavailable('answer')`. */
  read<T>(schema: z.ZodType<T>): T
}

/**
 * A client for one outside party.
 * Throws ProviderUnavailable on time-out, network failure, crowding, a redirect, an answer that is too long, 429 and 5xx.
 * Every other status is the adapter's to judge.
 */
export function httpClient({ provider, timeoutMs = 10_000, maxBytes = 262_144, maxInFlight = 32 }: HttpPolicy) {
  let inFlight = 0

  return async function call({ method = 'GET', url, headers = {}, json, form }: HttpCall): Promise<HttpAnswer> {
    if (inFlight >= maxInFlight) throw new ProviderUnavailable(provider, 'crowded')
    inFlight += 1
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', ...contentType(json, form), ...headers },
        body: json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json),
        // A redirect would carry our keys to an address nobody configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 429 || response.status >= 500 || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel()
        throw new ProviderUnavailable(provider, 'status', { code: String(response.status) })
      }
      const text = await readCapped(response, provider, maxBytes)
      return { status: response.status, read: (schema) => readJson(provider, text, schema) }
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error
      const timedOut = error instanceof Error && error.name === 'TimeoutError'
      throw new ProviderUnavailable(provider, timedOut ? 'timeout' : 'network', { cause: error })
    } finally {
      inFlight -= 1
    }
  }
}

export type HttpClient = ReturnType<typeof httpClient>

function contentType(json: unknown, form: HttpCall['form']): Record<string, string> {
  if (json !== undefined) return { 'content-type': 'application/json' }
  return form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
}

/** Counts what arrives, whatever Content-Length claims; the count is of decompressed bytes, so a zip bomb ends here too. */
async function readCapped(response: Response, provider: string, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new ProviderUnavailable(provider, 'answer', { code: 'too long' })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readJson<T>(provider: string, text: string, schema: z.ZodType<T>): T {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw new ProviderUnavailable(provider, 'answer', { code: 'not JSON', cause: error })
  }
  const result = schema.safeParse(value)
  if (!result.success) throw new ProviderUnavailable(provider, 'answer', { code: 'unexpected shape', cause: result.error })
  return result.data
}
