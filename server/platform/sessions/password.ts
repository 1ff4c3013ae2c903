import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** At most two derivations run at once: each takes 19 MiB and a core. */
let running = 0
const waiting: (() => void)[] = []
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const tag = (password: string, nonce: Buffer) =>
  limited(() => derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }) as Promise<Buffer>)

/** A PHC string of Argon2id (RFC 9106 §4: m = 19 MiB, t = 2). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain64(nonce)}$${plain64(await tag(password, nonce))}`
}

const plain64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** With no hash the same work is done and the answer is no, so that time tells nothing. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, , , , nonce, expected] = (hash ?? `$$$$${plain64(Buffer.alloc(16))}$${plain64(Buffer.alloc(32))}`).split('$')
  const given = await tag(password, Buffer.from(nonce!, 'base64'))
  return timingSafeEqual(given, Buffer.from(expected!, 'base64')) && hash !== null
}
