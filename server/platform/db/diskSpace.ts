/** What the disk has left, and what a full one asks of the embedded database. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Below this what adds to the disk waits. It is room for what goes on meanwhile: PostgreSQL ends when its write-ahead log, which grows by 16 MiB at
 * a time, cannot grow, and what had begun before the mark was passed writes to its end.
 */
export const leastFreeBytes = 256 * 1024 ** 2

const [firstPauseMs, longestPauseMs] = [500, 8_000]

/** Where the embedded server of a folder notes what it is about to write; an operator may have linked it to another disk. */
export const writeAheadLog = (folder: string) => join(folder, 'cluster', 'pg_wal')

/** In bytes, for whoever is not the system's own user. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Starts the embedded server of a folder, over and over while there is no space for it: nothing else is wrong, and it recovers from its log.
 * @param start is told by its failure, or by the disk where it got no word out, what it was for want of
 * @throws what `start` throws for another reason, or after `isStopping`
 */
export async function startWhenThereIsSpace<T>(folder: string, start: () => Promise<T>, isStopping: () => boolean): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await start()
    } catch (error) {
      const isFull =
        /No space left on device|ENOSPC/.test((error as Error).message) || (await freeBytesOf(writeAheadLog(folder))) < leastFreeBytes
      if (!isFull) throw error
    }
    for (let left = pauseMs; left > 0 && !isStopping(); left -= firstPauseMs) await wait(firstPauseMs)
    if (isStopping()) throw new Error('The embedded database is being stopped.')
  }
}
