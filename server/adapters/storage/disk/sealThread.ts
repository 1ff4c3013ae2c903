import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { serveJobs, yielding } from '#server/platform/threads.ts'
import type { StoredObject } from '../storage.ts'
import { frameBytes, frameCount, sealFrame } from './frames.ts'

/** `to` must not be there yet. */
export type SealJob = { from: string; to: string; key: Uint8Array }

const framesATurn = 16

/** Seals a file into a blob and answers when that would survive a power cut. */
serveJobs(async ({ from, to, key }: SealJob): Promise<StoredObject> => {
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'wx', 0o600)
    try {
      return await seal(source, target, key)
    } finally {
      closeSync(target)
    }
  } finally {
    key.fill(0)
    closeSync(source)
  }
})

async function seal(source: number, target: number, key: Uint8Array): Promise<StoredObject> {
  const { size } = fstatSync(source)
  const frames = frameCount(size)
  const hash = createHash('sha256')
  for (let index = 0; index < frames; index++) {
    const content = Buffer.allocUnsafe(Math.min(frameBytes, size - index * frameBytes))
    readWhole(source, content)
    hash.update(content)
    writeWhole(target, sealFrame(key, index, index === frames - 1, content))
    if (index % framesATurn === framesATurn - 1) await yielding()
  }
  fsyncSync(target)
  return { sha256: hash.digest('hex'), size }
}

/** @throws Error where the file became shorter */
function readWhole(file: number, into: Buffer): void {
  for (let at = 0; at < into.length;) {
    const length = readSync(file, into, at, into.length - at, null)
    if (length === 0) throw new Error('the file became shorter while it was stored')
    at += length
  }
}

/** A full disk may take a part of what is written first. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}
