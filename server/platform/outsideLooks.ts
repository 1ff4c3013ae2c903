/** How the outside parties are, by what came of our own calls: nobody is asked for the sake of asking. */
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'

export type OutsideParty = 'identity' | 'payments' | 'messages'
export type OutsideLooks = ReturnType<typeof outsideLooks>

/** What was seen before says nothing of now. */
const staleMs = 15 * 60_000

export function outsideLooks(now: () => Date) {
  const last = new Map<OutsideParty, { at: number; isWell: boolean }>()
  const note = (party: OutsideParty, isWell: boolean) => void last.set(party, { at: now().getTime(), isWell })

  return {
    /** The same adapter; whether each call of it was answered is noted. */
    watched<T extends object>(party: OutsideParty, adapter: T): T {
      const watch = (answered: unknown) => {
        if (!(answered instanceof Promise)) return answered
        answered.then(
          () => note(party, true),
          (error: unknown) => note(party, !(error instanceof ProviderUnavailable)),
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
    /** Null where nobody was asked lately. */
    isWell(party: OutsideParty): boolean | null {
      const look = last.get(party)
      return look && now().getTime() - look.at < staleMs ? look.isWell : null
    },
  }
}
