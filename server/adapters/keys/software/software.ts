import { createCipheriv, createDecipheriv, createPrivateKey, generateKeyPair, randomBytes, scrypt, type KeyObject } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KeyStoreError, type KeyKind, type KeyStore } from '../keys.ts'
import { signerOf } from '../signerOf.ts'

const derive = promisify<Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

type Sealed = { id: string; kind: KeyKind; salt: string; nonce: string; tag: string; key: string }

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
      const text = await readFile(file(id), 'utf8').catch(() => {
        throw new KeyStoreError(`there is no key ${id}`)
      })
      return signerOf(await unseal(id, JSON.parse(text) as Sealed, derived))
    },
    async destroy(id) {
      await rm(file(id), { force: true })
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

async function unseal(id: string, sealed: Sealed, derived: Derived): Promise<KeyObject> {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await derived.of(sealed.salt), bytes(sealed.nonce))
  decipher.setAAD(Buffer.from(`${id} ${sealed.kind}`)).setAuthTag(bytes(sealed.tag))
  try {
    const key = Buffer.concat([decipher.update(bytes(sealed.key)), decipher.final()])
    derived.hasOpened(sealed.salt)
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new KeyStoreError(`the key ${id} cannot be opened: another master key, or the file was changed`, { cause })
  }
}

/** Complete and on disk before it has its name; a key is never overwritten. */
async function writeNew(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  const taken = await open(path, 'wx', 0o600).catch(() => null)
  if (!taken) {
    await rm(draft)
    throw new KeyStoreError('the key exists already')
  }
  await taken.close()
  await rename(draft, path)
}
