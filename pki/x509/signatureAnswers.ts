import { hash } from 'node:crypto'

/** About 150 octets each. */
const mostKept = 4_096
const kept = new Map<string, boolean>()

type Algorithm = { readonly oid: string; readonly parameters?: Uint8Array }

export type SignatureQuestion = {
  algorithm: Algorithm
  digest?: Algorithm
  /** DER of the SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  data: Uint8Array
  signature: Uint8Array
  /** Asked of an algorithm on which nothing may rest: another question, with another answer. */
  thoughWeak?: boolean
}

/**
 * The answer to a question about a signature, which is the same whenever it is asked: a file is proven by the same few certificates, lists and tokens
 * again and again, and so is the next file. Known by SHA-256 over all of the question, each part with its length, so that nobody finds two questions
 * with one name; the least recently asked of too many is forgotten. What a sender brings can make others slow again, never wrong.
 */
export function onceAnswered(question: SignatureQuestion, answer: () => boolean): boolean {
  const name = nameOf(question)
  const found = kept.get(name)
  kept.delete(name)
  const right = found ?? answer()
  kept.set(name, right)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return right
}

function nameOf({ algorithm, digest, publicKey, data, signature, thoughWeak = false }: SignatureQuestion): string {
  const lengths = [publicKey, data, signature].map(({ length }) => length)
  const head = [textOf(algorithm), textOf(digest), ...lengths, thoughWeak].join(' ')
  return hash('sha256', Buffer.concat([Buffer.from(`${head}\n`), publicKey, data, signature]), 'base64')
}

const textOf = (identifier: Algorithm | undefined): string => {
  if (!identifier) return '-'
  return `${identifier.oid}/${identifier.parameters ? Buffer.from(identifier.parameters).toString('hex') : '-'}`
}
