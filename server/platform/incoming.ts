import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import { addSeconds } from './clock.ts'
import { Problem } from './problems.ts'
import { newPublicId } from './secrets.ts'

/**
 * Writes a body to a file of its own, for the process that reads it with limited means. The caller removes the file.
 * @param onChunk sees every piece as it passes
 * @returns where it lies and its size in bytes
 * @throws Problem TOO_LARGE, or MALFORMED for a body that breaks off; what the disk says is passed on
 */
export async function receive(
  { configuration }: App,
  body: Readable,
  onChunk: (chunk: Uint8Array) => void,
): Promise<{ path: string; size: number }> {
  const path = join(await incomingFolder(configuration), newPublicId())
  const file = await open(path, 'wx', 0o600)
  let size = 0
  let isOurs = false
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      onChunk(chunk)
      isOurs = true
      await file.write(chunk)
      isOurs = false
    }
    return { path, size }
  } catch (error) {
    await rm(path, { force: true })
    throw isOurs || error instanceof Problem ? error : new Problem('MALFORMED', { cause: error })
  } finally {
    await file.close()
  }
}

/** Longer than a request lasts. */
const abandonedSeconds = 3_600

/** Removes what a process that was killed was reading: a file from a stranger is not kept. */
export async function forgetIncoming({ configuration, clock }: App): Promise<void> {
  const folder = await incomingFolder(configuration)
  const abandonedAt = addSeconds(clock.now(), -abandonedSeconds)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined) // its request has just ended
    if (found && found.mtime < abandonedAt) await rm(path, { force: true })
  }
}

async function incomingFolder({ DATA_DIR }: Pick<App['configuration'], 'DATA_DIR'>): Promise<string> {
  const folder = join(DATA_DIR, 'incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
