import { Problem } from './problems.ts'

type Line = { taken: number; last: Promise<unknown> }

/**
 * Lines for work that few can have at a time: whoever brings much of it waits behind themselves, and everybody else before them.
 * @param most pieces of work that are taken on for one key
 * @returns carries out work for a key: what it passes to `inTurn` waits for what others of the same key passed before; the rest of it does not.
 *   @throws Problem TOO_MANY where the key has as many under way
 */
export function linesOf<K>(most: number) {
  const lines = new Map<K, Line>()
  return async <T>(key: K, work: (inTurn: <R>(piece: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> => {
    const line = lines.getOrInsertComputed(key, (): Line => ({ taken: 0, last: Promise.resolve() }))
    if (line.taken >= most) throw new Problem('TOO_MANY', { cause: 'at once', retryAfterSeconds: 5 })
    line.taken++
    try {
      return await work((piece) => {
        const done = line.last.then(piece)
        line.last = done.catch(() => undefined)
        return done
      })
    } finally {
      if (--line.taken === 0) lines.delete(key)
    }
  }
}
