import { createCipheriv, createDecipheriv, createPrivateKey, generateKeyPair, randomBytes, scrypt, type KeyObject } from 'node:crypto'
import { link, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { syncFolder } from '#server/platform/syncFolder.ts'
import { KeyStoreError, type KeyKind, type KeyStore } from '../keys.ts'
import { signerOf } from '../signerOf.ts'

const derive = promisify<Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const Sealed = z.object({ kind: z.string(), salt: z.base64(), nonce: z.base64(), tag: z.base64(), key: z.base64() })
type Sealed = z.output<typeof Sealed> & { id: string }

/** Files of earlier releases have a salt each; a store with many of them derives the oldest anew rather than keeping them all. */
const mostDerived = 64

/**
 * Keys in files of their own, each encrypted with AES-256-GCM under a key that scrypt makes of the passphrase. For demonstration and
 * for tests: in production a key of the authority belongs into hardware.
 */
export function softwareKeys(folder: string, passphrase: Buffer): KeyStore {
  const derived = derivedKeys(passphrase)
  const file = (id: string) => {
    if (!/^[a-z0-9-]{1,60}$/.test(id)) throw new KeyStoreError(`not the id of a key: ${id}`)
    return join(folder, `${id}.key`)
  }
  return {
    async create(id, kind) {
      const { privateKey } = await makeKey(kind)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeNew(file(id), JSON.stringify(await seal(id, kind, privateKey, derived)))
      return signerOf(privateKey)
    },
    async open(id) {
      const text = await readFile(file(id), 'utf8').catch((cause: unknown) => {
        throw codeOf(cause) === 'ENOENT' ? new KeyStoreError(`there is no key ${id}`, { cause }) : cause
      })
      return signerOf(await unseal(id, text, derived))
    },
    async destroy(id) {
      try {
        await unlink(file(id))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return
        throw error
      }
      await syncFolder(folder)
    },
  }
}

const generate = promisify(generateKeyPair)
const makeKey = (kind: KeyKind) => (kind === 'RSA-3072' ? generate('rsa', { modulusLength: 3072 }) : generate('ec', { namedCurve: kind }))

type Derived = ReturnType<typeof derivedKeys>

/**
 * What scrypt makes of a passphrase, for each salt once: new files share a salt, so that a start derives one key and not one for each file.
 * With nonces drawn at random one key may encrypt 2³² times (NIST SP 800-38D §8.3).
 */
function derivedKeys(passphrase: Buffer) {
  const kept = new Map<string, Promise<Buffer>>()
  let shared: string | undefined
  return {
    saltOfNew: () => (shared ??= randomBytes(16).toString('base64')),
    /** The first salt that opened a file is shared on; one of a file that was changed never is. */
    hasOpened: (salt: string) => void (shared ??= salt),
    of(salt: string): Promise<Buffer> {
      const key = kept.get(salt) ?? derive(passphrase, Buffer.from(salt, 'base64'), 32, cost)
      kept.delete(salt)
      kept.set(salt, key)
      if (kept.size > mostDerived) kept.delete(kept.keys().next().value!)
      key.catch(() => kept.delete(salt)) // no memory for it now
      return key
    },
  }
}

async function seal(id: string, kind: KeyKind, key: KeyObject, derived: Derived): Promise<Sealed> {
  const salt = derived.saltOfNew()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await derived.of(salt), nonce).setAAD(Buffer.from(`${id} ${kind}`))
  const sealed = Buffer.concat([cipher.update(key.export({ type: 'pkcs8', format: 'der' })), cipher.final()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  return { id, kind, salt, nonce: text(nonce), tag: text(cipher.getAuthTag()), key: text(sealed) }
}

async function unseal(id: string, text: string, derived: Derived): Promise<KeyObject> {
  const refuse = (cause: unknown) => {
    throw new KeyStoreError(`the key ${id} cannot be opened: another master key, or the file was changed`, { cause })
  }
  const bytes = (part: string) => Buffer.from(part, 'base64')
  let sealed
  try {
    sealed = Sealed.parse(JSON.parse(text))
  } catch (cause) {
    return refuse(cause)
  }
  const by = await derived.of(sealed.salt)
  try {
    const decipher = createDecipheriv('aes-256-gcm', by, bytes(sealed.nonce), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(`${id} ${sealed.kind}`)).setAuthTag(bytes(sealed.tag))
    const key = Buffer.concat([decipher.update(bytes(sealed.key)), decipher.final()])
    derived.hasOpened(sealed.salt)
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch (cause) {
    return refuse(cause)
  }
}

/** Complete and on disk before it has its name, and then at once: a key is never overwritten, and no crash leaves half of one. */
async function writeNew(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    await link(draft, path)
  } catch (cause) {
    throw codeOf(cause) === 'EEXIST' ? new KeyStoreError('the key exists already', { cause }) : cause
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
