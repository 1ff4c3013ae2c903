/** What the simulated mail and SMS providers were given for an address. */
import { vi } from 'vitest'
import type { TestServer } from './server.ts'

type Sent = { subject?: string; text: string }

/** Newest first. */
export const sentTo = async ({ simulators }: TestServer, place: 'mail' | 'sms', to: string) =>
  (await (await fetch(`${simulators.url}/${place}/messages?to=${encodeURIComponent(to)}`)).json()) as Sent[]

/** The latest code to an address, once there are more messages than before. */
export const codeTo = (server: TestServer, place: 'mail' | 'sms', to: string, seen = 0): Promise<string> =>
  vi.waitFor(
    async () => {
      const codes = (await sentTo(server, place, to)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
      if (codes.length <= seen) throw new Error(`no code to ${to}`)
      return codes[0]!
    },
    { timeout: 8_000, interval: 50 },
  )
