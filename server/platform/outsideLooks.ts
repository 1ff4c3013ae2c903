/** How the outside parties are: by what came of our own calls, and by whether a connection to them opens. */
import { connect } from 'node:net'
import type { OutsideParty, OutsideReason } from '#contract/systemState.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'

export type OutsideLooks = ReturnType<typeof outsideLooks>

/** What was seen before says nothing of now. */
const staleMs = 15 * 60_000
const reachMs = 5_000

/** What everybody is told of, by the parties that it rests on. */
const components = { identity: ['identity'], payments: ['payments'], messages: ['mail', 'sms'] } as const

type Seen = { answeredAt: Date | null; failedAt: Date | null; reason: OutsideReason | null; isWell: boolean | null; at: Date | null }
const unseen: Seen = { answeredAt: null, failedAt: null, reason: null, isWell: null, at: null }

export function outsideLooks(now: () => Date) {
  const parties = new Map<OutsideParty, { address: URL | null; calls: Seen; reached: boolean | null }>()
  const of = (party: OutsideParty) => parties.getOrInsertComputed(party, () => ({ address: null, calls: unseen, reached: null }))

  function note(party: OutsideParty, fault: ProviderUnavailable | null): void {
    const known = of(party)
    const at = now()
    const ended = fault ? { failedAt: at, reason: fault.reason, isWell: false } : { answeredAt: at, isWell: true }
    known.calls = { ...known.calls, ...ended, at }
    // Whoever answers is reached; whoever does not is looked for again.
    known.reached = fault ? known.reached : true
  }

  return {
    /** The same adapter; whether each call of it was answered is noted. @param address where a connection is tried */
    watched<T extends object>(party: OutsideParty, adapter: T, address?: string): T {
      if (address !== undefined) of(party).address = new URL(address)
      const watch = (answered: unknown) => {
        if (!(answered instanceof Promise)) return answered
        answered.then(
          () => note(party, null),
          (error: unknown) => note(party, error instanceof ProviderUnavailable ? error : null),
        )
        return answered
      }
      return new Proxy(adapter, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? (...given: unknown[]) => watch(Reflect.apply(value, target, given)) : value
        },
      })
    },
    /** Null where nobody was asked lately; the latest call decides. */
    isWell(component: keyof typeof components): boolean | null {
      const fresh = components[component].flatMap((party) => {
        const { at, isWell } = of(party).calls
        return at && now().getTime() - at.getTime() < staleMs ? [{ at, isWell }] : []
      })
      return fresh.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]?.isWell ?? null
    },
    /** Opens a connection to each party and closes it again: nothing is asked of anybody. */
    async reach(): Promise<void> {
      await Promise.all(
        [...parties.values()].map(async (known) => {
          if (known.address) known.reached = await opens(known.address)
        }),
      )
    },
    /** What is known of each party: whether it can be reached now, and what came of the last calls, with what failed of the last that did. */
    describe() {
      return [...parties].map(([party, { calls, reached }]) => ({
        party,
        isReached: reached,
        isWell: calls.isWell,
        answeredDate: calls.answeredAt,
        failedDate: calls.failedAt,
        fault: calls.reason,
      }))
    },
  }
}

const ports: Record<string, number> = { 'https:': 443, 'http:': 80, 'smtp:': 25 }

function opens({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || ports[protocol]! })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.setTimeout(reachMs, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
