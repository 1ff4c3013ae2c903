import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// The record that makes an object exist: version, nonce, and under the master key the object's own key, its size and the name
// of its file. The content's SHA-256 is authenticated with it, so that a record moved to another address does not open.

const version = 1
const nonceBytes = 12
const tagBytes = 16
const blobBytes = 16
const plainBytes = 32 + 8 + blobBytes
export const recordBytes = 1 + nonceBytes + plainBytes + tagBytes

export type KeyRecord = { key: Buffer; size: number; blob: string }

const authenticated = (sha256: string) =>
  Buffer.concat([Buffer.from([version]), Buffer.from('tawqi stored object'), Buffer.from(sha256, 'hex')])

export const newKey = () => randomBytes(32)
export const newBlobName = () => randomBytes(blobBytes).toString('hex')

export function sealRecord(masterKey: Uint8Array, sha256: string, { key, size, blob }: KeyRecord): Buffer {
  const nonce = randomBytes(nonceBytes)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(size))
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes })
  cipher.setAAD(authenticated(sha256))
  const sealed = [cipher.update(key), cipher.update(length), cipher.update(Buffer.from(blob, 'hex')), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([Buffer.from([version]), nonce, ...sealed])
}

/** Throws when the record is not the one written for this address under this master key. */
export function openRecord(masterKey: Uint8Array, sha256: string, record: Uint8Array): KeyRecord {
  if (record.length !== recordBytes || record[0] !== version) throw new Error('unknown record')
  const decipher = createDecipheriv('aes-256-gcm', masterKey, record.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(authenticated(sha256))
  decipher.setAuthTag(record.subarray(recordBytes - tagBytes))
  const plain = decipher.update(record.subarray(1 + nonceBytes, recordBytes - tagBytes))
  decipher.final()
  return { key: plain.subarray(0, 32), size: Number(plain.readBigUInt64BE(32)), blob: plain.subarray(40).toString('hex') }
}
