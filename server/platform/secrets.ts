import { proofCodeLength, proofCodeSigns } from '#contract/proofCode.ts'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Every key that the portal uses, each derived for one purpose from the master key (RFC 5869). */
export type Secrets = ReturnType<typeof deriveSecrets>

/** @param masterKey 32 random bytes */
export function deriveSecrets(masterKey: Uint8Array) {
  if (masterKey.length !== 32) throw new TypeError('the master key has 32 bytes')
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `tawqi ${purpose}`, 32))
  const sealing = key('sealing')
  const lookup = key('look-up')
  return {
    tokens: key('tokens'),
    codes: key('codes'),
    challenges: key('challenges'),
    requests: key('requests'),
    humanCheck: key('human check'),
    paymentReturns: key('payment returns'),
    storage: key('storage'),
    keyStore: key('key store'),
    /** A keyed hash by which a national ID is found. */
    lookUp: (text: string) => createHmac('sha256', lookup).update(text).digest(),
    seal: (text: string, context: string): Buffer => sealWith(sealing, text, context),
    /** @throws when the bytes were changed or belong elsewhere */
    open: (sealed: Uint8Array, context: string): string => openWith(sealing, sealed, context),
  }
}

/** AES-256-GCM: nonce (12), tag (16), ciphertext; `context` binds it to its place. */
export function sealWith(key: Uint8Array, text: string, context: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws when the bytes were changed or belong elsewhere */
export function openWith(key: Uint8Array, sealed: Uint8Array, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** 128 random bits, base64url: the form of every public id. */
export const newPublicId = () => randomBytes(16).toString('base64url')

/** 50 random bits for the code that a visible signature shows. */
export const newProofCode = () => Array.from(randomBytes(proofCodeLength), (octet) => proofCodeSigns[octet % 32]).join('')

/** `1200000014` as people may see it: `1•••••0014`. */
export const maskNationalId = (id: string) => `${id.slice(0, 1)}•••••${id.slice(-4)}`
