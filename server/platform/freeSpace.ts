import { join } from 'node:path'
import type { App } from '#server/app.ts'
import type { Configuration } from './configuration/configuration.ts'
import { freeBytesOf, leastFreeBytes, writeAheadLog } from './db/diskSpace.ts'
import { Problem } from './problems.ts'

/** Short against the pace at which a disk fills, long against a look. */
const lookLastsMs = 250
const retryAfterSeconds = 60

/**
 * @returns a look that may be taken at every call: the bytes left for DATA_DIR, or for the embedded database's log where that lies on a fuller disk
 */
export function freeSpace({ DATA_DIR, DATABASE_URL }: Pick<Configuration, 'DATA_DIR' | 'DATABASE_URL'>): () => Promise<number> {
  const folders = DATABASE_URL ? [DATA_DIR] : [DATA_DIR, writeAheadLog(join(DATA_DIR, 'database'))]
  let last: Promise<number> | undefined
  let at = -Infinity
  return () => {
    if (last && performance.now() - at < lookLastsMs) return last
    at = performance.now()
    return (last = Promise.all(folders.map(freeBytesOf)).then((each) => Math.min(...each)))
  }
}

/** Whether so many bytes can be written above the mark. Where nothing can be seen they may be tried; readiness says so then. */
export async function hasSpace({ freeBytes }: Pick<App, 'freeBytes'>, bytes = 0): Promise<boolean> {
  return (await freeBytes().catch(() => Infinity)) - bytes >= leastFreeBytes
}

/** @throws Problem STORAGE_FULL when so many bytes cannot be written above the mark */
export async function requireSpace(app: Pick<App, 'freeBytes'>, bytes = 0): Promise<void> {
  if (!(await hasSpace(app, bytes))) throw new Problem('STORAGE_FULL', { cause: 'the disk is nearly full', retryAfterSeconds })
}
