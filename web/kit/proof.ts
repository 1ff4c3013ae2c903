/** Proof of possession (DPoP, RFC 9449): a stolen token is of no use without this browser's key, which cannot be exported. */
import { proofSkewSeconds } from '#contract/limits.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const

const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
const utf8 = (text: string) => new TextEncoder().encode(text)
const segment = (value: object) => base64url(utf8(JSON.stringify(value)))

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function keyStore(mode: IDBTransactionMode) {
  const opening = indexedDB.open('tawqi', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  return (await settled(opening)).transaction('keys', mode).objectStore('keys')
}

const newKey = () => crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])

/** One key for all tabs: `add` fails where another tab was first, and then that tab's key is read. */
async function loadKey(): Promise<CryptoKeyPair> {
  const found: CryptoKeyPair | undefined = await settled((await keyStore('readonly')).get('proof'))
  if (found) return found
  const made = await newKey()
  try {
    await settled((await keyStore('readwrite')).add(made, 'proof'))
    return made
  } catch {
    return settled((await keyStore('readonly')).get('proof'))
  }
}

let pair: Promise<CryptoKeyPair> | undefined
/** A browser without a database (some private windows) has a key for as long as the page is open. */
const proofKey = () => (pair ??= loadKey().catch(newKey))

let publicKey: Promise<object> | undefined
async function readPublicKey() {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', (await proofKey()).publicKey)
  return { kty, crv, x, y }
}

let clockOffsetMs = 0
/**
 * Proofs carry the server's time, since a person's clock may be wrong.
 * @returns whether the proof that this answers carried a wrong time
 */
export function learnClock(answer: Response): boolean {
  const sent = Date.parse(answer.headers.get('Date') ?? '')
  const before = clockOffsetMs
  if (sent) clockOffsetMs = sent - Date.now()
  return Math.abs(clockOffsetMs - before) > (proofSkewSeconds / 2) * 1000
}

/** A moment of the server's clock as this browser's clock will show it; a second early, as the server tells whole seconds. */
export const onThisClock = (moment: Date) => new Date(moment.getTime() - clockOffsetMs - 1000)

/** The value of the `DPoP` header for one request. */
export async function proofFor(method: string, url: URL, token: string | undefined): Promise<string> {
  const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: await (publicKey ??= readPublicKey()) }
  const ath = token && base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(token))))
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: url.origin + url.pathname,
    iat: Math.floor((Date.now() + clockOffsetMs) / 1000),
    ath,
  }
  const signed = `${segment(head)}.${segment(claims)}`
  const signature = await crypto.subtle.sign(signing, (await proofKey()).privateKey, utf8(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}
