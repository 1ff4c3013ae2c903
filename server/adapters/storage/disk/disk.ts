import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { syncFolder } from '#server/platform/syncFolder.ts'
import { threadsOf } from '#server/platform/threads.ts'
import { ObjectDamaged, ObjectMissing } from '../storage.ts'
import type { DocumentStorage, StoredObject } from '../storage.ts'
import { frameBytes, frameCount, openFrame, storedBytes, tagBytes } from './frames.ts'
import { openRecord, recordBytes } from './key-record.ts'
import type { KeyRecord } from './key-record.ts'
import { blobPath, incomingIn, keyPath } from './places.ts'
import type { StoreJob } from './storeThread.ts'

/** What an upload that never ended leaves behind is swept away after this time. */
const abandonedMs = 24 * 3_600_000

const storing = new URL('storeThread.ts', import.meta.url)
const storeFile = threadsOf<StoreJob, StoredObject>(storing)
/** What is in memory is small, and somebody's signature: it waits for no large file. */
const storeBytes = threadsOf<StoreJob, StoredObject>(storing, { givesWay: false })

export type DiskSettings = {
  /** Made when absent. `blobs/` may be copied anywhere; `keys/` must never be kept longer than a deletion may take. */
  folder: string
  /** 32 bytes. */
  masterKey: Uint8Array
}

/** Documents on a local file system; where they lie is told in `places.ts`, how one comes to be in `storeThread.ts`. */
export async function diskStorage({ folder, masterKey }: DiskSettings): Promise<DocumentStorage> {
  if (masterKey.length !== 32) throw new Error('the storage master key must have 32 bytes')
  await prepareFolders(folder, incomingIn(folder))

  async function recordOf(sha256: string): Promise<KeyRecord> {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new ObjectMissing(sha256)
    const record = await readFile(keyPath(folder, sha256)).catch((error) => {
      throw error.code === 'ENOENT' ? new ObjectMissing(sha256) : error
    })
    try {
      return openRecord(masterKey, sha256, record)
    } catch {
      throw new ObjectDamaged(sha256, 'its key does not open')
    }
  }

  return {
    put: (content) => storeBytes({ folder, masterKey, content }),

    putFile: (content) => storeFile({ folder, masterKey, content }),

    async read(sha256, { start = 0, end } = {}) {
      const record = await recordOf(sha256)
      const last = Math.min(end ?? record.size, record.size)
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(last) || start < 0 || start > last) throw new RangeError('no such range')
      const file = await open(blobPath(folder, record.blob)).catch((error) => {
        throw error.code === 'ENOENT' ? new ObjectDamaged(sha256, 'its content is gone') : error
      })
      try {
        const found = await file.stat()
        if (found.size !== storedBytes(record.size)) throw new ObjectDamaged(sha256, 'its length has changed')
      } catch (error) {
        await file.close()
        throw error
      }
      const stream = Readable.from(readFrames(file, record, sha256, start, last), { objectMode: false, highWaterMark: frameBytes })
      // Not a `finally` in the generator: one that is destroyed before its first byte never runs it. Nobody is left to be told of a failure.
      return stream.once('close', () => void file.close().catch(() => undefined))
    },

    async delete(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return
      const key = keyPath(folder, sha256)
      const record = await recordOf(sha256).catch((error) => {
        if (error instanceof ObjectMissing) return undefined
        if (error instanceof ObjectDamaged) return 'unreadable' as const
        throw error
      })
      if (!record) return
      await overwrite(key)
      await rm(key, { force: true })
      await syncFolder(dirname(key))
      if (record !== 'unreadable') await rm(blobPath(folder, record.blob), { force: true })
    },
  }
}

async function* readFrames(file: FileHandle, { key, size }: KeyRecord, sha256: string, start: number, end: number) {
  const frames = frameCount(size)
  const lastWanted = end > start ? Math.floor((end - 1) / frameBytes) : -1
  for (let index = Math.floor(start / frameBytes); index <= lastWanted; index++) {
    const at = index * frameBytes
    const length = Math.min(frameBytes, size - at) + tagBytes
    const frame = Buffer.allocUnsafe(length)
    const { bytesRead } = await file.read(frame, 0, length, index * (frameBytes + tagBytes))
    let content: Buffer
    try {
      if (bytesRead !== length) throw new Error('short')
      content = openFrame(key, index, index === frames - 1, frame)
    } catch {
      throw new ObjectDamaged(sha256, `frame ${index} does not verify`)
    }
    yield content.subarray(Math.max(0, start - at), end - at)
  }
}

async function prepareFolders(folder: string, incoming: string) {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const part of ['keys', 'blobs']) {
    for (let at = 0; at < 256; at++) await mkdir(join(folder, part, at.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 })
    await syncFolder(join(folder, part))
  }
  await syncFolder(folder)
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

async function overwrite(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.write(Buffer.alloc(recordBytes), 0, recordBytes, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}
