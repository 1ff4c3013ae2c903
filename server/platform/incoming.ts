import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/app.ts'
import { addSeconds } from './clock.ts'
import { requireSpace } from './freeSpace.ts'
import { Problem } from './problems.ts'
import { newPublicId } from './secrets.ts'

/** Each write costs the thread that answers everybody; what is not written yet lies in memory, of each who sends. */
const piecesAtOnce = 4

/**
 * Writes a body, or what is kept encrypted, to a file of its own, for the process that reads it with limited means. The caller removes the file.
 * @returns where it lies and its size in bytes
 * @throws Problem TOO_LARGE, STORAGE_FULL, what reading the body throws, and what the disk says
 */
export async function receive(app: App, body: AsyncIterable<Buffer>, mostBytes = Infinity): Promise<{ path: string; size: number }> {
  const path = join(await incomingFolder(app.configuration), newPublicId())
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const pieces of gathered(body)) {
      size += lengthOf(pieces)
      if (size > mostBytes) throw new Problem('TOO_LARGE')
      await requireSpace(app) // others write, too, and not everybody announces a length
      await writeAll(file, pieces)
      for (const piece of pieces) release(piece)
    }
    return { path, size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function* gathered(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let pieces: Buffer[] = []
  for await (const piece of body) {
    pieces.push(piece)
    if (pieces.length < piecesAtOnce) continue
    yield pieces
    pieces = []
  }
  if (pieces.length > 0) yield pieces
}

const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

async function writeAll(file: FileHandle, pieces: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  // Unlike `writev`, this goes on after a short write, and says why there was one.
  if (bytesWritten < lengthOf(pieces)) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}

/**
 * Gives a piece's memory back at once. What lies there until the collector comes makes it come: for each 64 MB outside its heap it goes through all of
 * the heap, while nobody is answered.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Longer than a sender may be silent. */
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
