import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { serveJobs, yielding } from '#server/platform/threads.ts'
import type { StoredObject } from '../storage.ts'
import { frameBytes, frameCount, sealFrame, storedBytes } from './frames.ts'
import { newBlobName, newKey, openRecord, sealRecord } from './key-record.ts'
import type { KeyRecord } from './key-record.ts'
import { blobPath, incomingIn, keyPath } from './places.ts'

/** What is stored: the bytes, or the path of a file of ours that holds them. */
export type StoreJob = { folder: string; masterKey: Uint8Array; content: Uint8Array | string }

const framesATurn = 16

// Every step waits for the disk, one after the other: here they keep neither the callers waiting nor the few threads that Node keeps for files.
serveJobs(async ({ folder, masterKey, content }: StoreJob): Promise<StoredObject> => {
  const blob = newBlobName()
  const key = newKey()
  const written = join(incomingIn(folder), blob)
  try {
    const { sha256, size } = await seal(content, written, key)
    commit({ folder, masterKey }, sha256, { key, size, blob }, written)
    return { sha256, size }
  } finally {
    key.fill(0)
    masterKey.fill(0)
    rmSync(written, { force: true })
  }
})

/** Writes what would survive a power cut. */
async function seal(content: Uint8Array | string, to: string, key: Uint8Array): Promise<StoredObject> {
  const source = openSource(content)
  const target = openSync(to, 'wx', 0o600)
  try {
    const frames = frameCount(source.size)
    const hash = createHash('sha256')
    for (let index = 0; index < frames; index++) {
      const bytes = source.next(Math.min(frameBytes, source.size - index * frameBytes))
      hash.update(bytes)
      writeWhole(target, sealFrame(key, index, index === frames - 1, bytes))
      if (index % framesATurn === framesATurn - 1) await yielding()
    }
    fsyncSync(target)
    return { sha256: hash.digest('hex'), size: source.size }
  } finally {
    closeSync(target)
    source.close()
  }
}

type Source = { size: number; next: (length: number) => Uint8Array; close: () => void }

function openSource(content: Uint8Array | string): Source {
  if (typeof content !== 'string') {
    let at = 0
    return { size: content.length, next: (length) => content.subarray(at, (at += length)), close: () => undefined }
  }
  const file = openSync(content, 'r')
  return { size: fstatSync(file).size, next: (length) => readWhole(file, Buffer.allocUnsafe(length)), close: () => closeSync(file) }
}

/** @throws Error where the file became shorter */
function readWhole(file: number, into: Buffer): Buffer {
  for (let at = 0; at < into.length;) {
    const length = readSync(file, into, at, into.length - at, null)
    if (length === 0) throw new Error('the file became shorter while it was stored')
    at += length
  }
  return into
}

/** A full disk may take a part of what is written first. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}

type Store = Pick<StoreJob, 'folder' | 'masterKey'>

/**
 * Makes a written blob an object. The record is linked into place last, and only if none is there: of two that store the same content at once one
 * wins whole, and a crash before that point leaves nothing but an unreadable blob.
 */
function commit(store: Store, sha256: string, record: KeyRecord, written: string): void {
  const { folder, masterKey } = store
  const [blob, key] = [blobPath(folder, record.blob), keyPath(folder, sha256)]
  const newRecord = join(incomingIn(folder), `${record.blob}.key`)
  renameSync(written, blob)
  syncFolder(dirname(blob))
  writeFileSync(newRecord, sealRecord(masterKey, sha256, record), { flag: 'wx', mode: 0o600, flush: true })
  if (linkUnlessThere(newRecord, key)) unlinkSync(newRecord)
  else if (isWhole(store, sha256)) {
    unlinkSync(newRecord)
    unlinkSync(blob)
  } else renameSync(newRecord, key) // what is there is broken, and here is the content again: mend it
  syncFolder(dirname(key))
}

function linkUnlessThere(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isWhole({ folder, masterKey }: Store, sha256: string): boolean {
  try {
    const { blob, size } = openRecord(masterKey, sha256, readFileSync(keyPath(folder, sha256)))
    return statSync(blobPath(folder, blob)).size === storedBytes(size)
  } catch {
    return false // it does not open, or is not there any more
  }
}

/** A name is durable only when its folder is; Windows cannot open a folder and needs not. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
