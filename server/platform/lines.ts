import type { Body } from './http/body.ts'
import { Problem } from './problems.ts'

type Line = { taken: Set<Body>; last: Promise<unknown> }

/**
 * Lines for work on what somebody sends, which few can have at a time: whoever brings much of it waits behind themselves, and everybody else
 * before them. Of those who share a key, a sender that others would have to wait for gives its place to them.
 * @param most pieces of work that are taken on for one key
 * @returns carries out work on a body for a key: what it passes to `inTurn` waits for what others of the same key passed before; the rest of it
 *   does not. @throws Problem TOO_MANY where the key has as many under way, and all of their senders keep up
 */
export function linesOf<K>(most: number) {
  const lines = new Map<K, Line>()
  return async <T>(key: K, body: Body, work: (inTurn: <R>(piece: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> => {
    const line = lines.getOrInsertComputed(key, (): Line => ({ taken: new Set(), last: Promise.resolve() }))
    if (line.taken.size >= most) makeRoom(line)
    line.taken.add(body)
    try {
      return await work((piece) => {
        const done = line.last.then(piece)
        line.last = done.catch(() => undefined)
        return done
      })
    } finally {
      line.taken.delete(body)
      if (line.taken.size === 0) lines.delete(key)
    }
  }
}

function makeRoom({ taken }: Line): void {
  const [slowest] = [...taken].toSorted((a, b) => b.behindMs() - a.behindMs())
  if (!slowest || slowest.behindMs() === 0) throw new Problem('TOO_MANY', { cause: 'at once', retryAfterSeconds: 5 })
  slowest.giveUp()
  taken.delete(slowest)
}
