import { createHash } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { threadsOf } from '#server/platform/threads.ts'
import { ObjectDamaged, ObjectMissing } from '../storage.ts'
import type { DocumentStorage, StoredObject } from '../storage.ts'
import { frameBytes, frameCount, inFrames, openFrame, sealFrame, storedBytes, tagBytes } from './frames.ts'
import { newBlobName, newKey, openRecord, recordBytes, sealRecord } from './key-record.ts'
import type { KeyRecord } from './key-record.ts'
import type { SealJob } from './sealThread.ts'

/** What an upload that never ended leaves behind is swept away after this time. */
const abandonedMs = 24 * 3_600_000

const sealFile = threadsOf<SealJob, StoredObject>(new URL('sealThread.ts', import.meta.url))

export type DiskSettings = {
  /** Made when absent. `blobs/` may be copied anywhere; `keys/` must never be kept longer than a deletion may take. */
  folder: string
  /** 32 bytes. */
  masterKey: Uint8Array
}

/**
 * Documents on a local file system. `keys/ab/<sha256>` is the record that makes an object exist, `blobs/cd/<random>` its
 * encrypted content. The record is linked into place last, and only if none is there: of two that store the same content at
 * once one wins whole, and a crash before that point leaves nothing but an unreadable blob.
 */
export async function diskStorage({ folder, masterKey }: DiskSettings): Promise<DocumentStorage> {
  if (masterKey.length !== 32) throw new Error('the storage master key must have 32 bytes')
  const incoming = join(folder, 'incoming')
  await prepareFolders(folder, incoming)
  const keyDir = (sha256: string) => join(folder, 'keys', sha256.slice(0, 2))
  const blobDir = (blob: string) => join(folder, 'blobs', blob.slice(0, 2))

  async function recordOf(sha256: string): Promise<KeyRecord> {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new ObjectMissing(sha256)
    const record = await readFile(join(keyDir(sha256), sha256)).catch((error) => {
      throw error.code === 'ENOENT' ? new ObjectMissing(sha256) : error
    })
    try {
      return openRecord(masterKey, sha256, record)
    } catch {
      throw new ObjectDamaged(sha256, 'its key does not open')
    }
  }

  async function isWhole(sha256: string): Promise<boolean> {
    const found = await recordOf(sha256).catch(() => undefined)
    const blob = found && (await stat(join(blobDir(found.blob), found.blob)).catch(() => undefined))
    return blob?.size === storedBytes(found?.size ?? 0)
  }

  /** Returns false when whole content was there already. */
  async function commit(sha256: string, record: KeyRecord, written: string): Promise<boolean> {
    const blobPath = join(blobDir(record.blob), record.blob)
    const keyPath = join(keyDir(sha256), sha256)
    const newRecord = join(incoming, `${record.blob}.key`)
    await rename(written, blobPath)
    await syncDir(blobDir(record.blob))
    await writeDurably(newRecord, sealRecord(masterKey, sha256, record))
    const linked = await link(newRecord, keyPath).then(
      () => true,
      (error) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    const stored = linked || !(await isWhole(sha256))
    // What is there is broken, and here is the content again: mend it.
    if (!linked && stored) await rename(newRecord, keyPath)
    await rm(newRecord, { force: true })
    if (!stored) await unlink(blobPath)
    await syncDir(keyDir(sha256))
    return stored
  }

  async function store(writeTo: (path: string, key: Uint8Array) => Promise<StoredObject>): Promise<StoredObject> {
    const blob = newBlobName()
    const written = join(incoming, blob)
    const key = newKey()
    try {
      const { sha256, size } = await writeTo(written, key)
      await commit(sha256, { key, size, blob }, written)
      return { sha256, size }
    } finally {
      key.fill(0)
      await rm(written, { force: true })
    }
  }

  return {
    put: (content, onChunk) => store((path, key) => writeBlob(path, key, content, onChunk)),

    putFile: (from) => store((to, key) => sealFile({ from, to, key })),

    async read(sha256, { start = 0, end } = {}) {
      const record = await recordOf(sha256)
      const last = Math.min(end ?? record.size, record.size)
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(last) || start < 0 || start > last) throw new RangeError('no such range')
      const file = await open(join(blobDir(record.blob), record.blob)).catch((error) => {
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
      const keyPath = join(keyDir(sha256), sha256)
      const record = await recordOf(sha256).catch((error) => {
        if (error instanceof ObjectMissing) return undefined
        if (error instanceof ObjectDamaged) return 'unreadable' as const
        throw error
      })
      if (!record) return
      await overwrite(keyPath)
      await rm(keyPath, { force: true })
      await syncDir(keyDir(sha256))
      if (record !== 'unreadable') await rm(join(blobDir(record.blob), record.blob), { force: true })
    },
  }
}

async function writeBlob(path: string, key: Uint8Array, content: AsyncIterable<Uint8Array>, onChunk?: (chunk: Uint8Array) => void) {
  const hash = createHash('sha256')
  let size = 0
  let index = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const { bytes, last } of inFrames(seen(content, hash, onChunk))) {
      // Unlike `write`, this goes on after a short write.
      await file.writeFile(sealFrame(key, index++, last, bytes))
      size += bytes.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

async function* seen(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>, onChunk?: (chunk: Uint8Array) => void) {
  for await (const piece of content) {
    onChunk?.(piece)
    hash.update(piece)
    yield piece
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
    await syncDir(join(folder, part))
  }
  await syncDir(folder)
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

async function writeDurably(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is durable only when its folder is; Windows cannot open a folder and needs not. */
async function syncDir(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
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
