import { createCipheriv, createDecipheriv } from 'node:crypto'

// An object is a row of frames: up to 64 KiB of content, AES-256-GCM encrypted, then the 16-byte tag. Each object has a key
// of its own, so the frame's number can be its nonce; the nonce's last byte marks the last frame, so that neither order nor
// length can be changed (the STREAM construction: Hoang, Reyhanitabar, Rogaway, Vizár 2015). An empty object has one empty frame.

export const frameBytes = 65_536
export const tagBytes = 16

export const frameCount = (size: number) => Math.max(1, Math.ceil(size / frameBytes))
export const storedBytes = (size: number) => size + frameCount(size) * tagBytes

/** 12 bytes: zeros, the frame's number in 8 bytes, and 1 for the last frame. */
function nonce(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64BE(BigInt(index), 3)
  bytes[11] = last ? 1 : 0
  return bytes
}

export function sealFrame(key: Uint8Array, index: number, last: boolean, content: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, last), { authTagLength: tagBytes })
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Throws when a bit of the frame, its place or its being the last is not as it was written. */
export function openFrame(key: Uint8Array, index: number, last: boolean, frame: Uint8Array): Buffer {
  const body = frame.subarray(0, frame.length - tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, last), { authTagLength: tagBytes })
  decipher.setAuthTag(frame.subarray(frame.length - tagBytes))
  const content = decipher.update(body)
  decipher.final()
  return content
}
