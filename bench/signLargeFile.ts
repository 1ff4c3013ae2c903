/** Signs one large file in a process that does nothing else, from its first byte on disk to the tail, and answers what it took. */

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { advance, digestAfter, emptyState } from '#pki/signature/hashState.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import { signerOfOne } from './signOne.ts'

const began = performance.now()
const input = JSON.parse(readFileSync(0, 'utf8')) as { path: string; certificate: string; key: string }
const facts = await inspectPdf(input.path)
if (!facts.signable) throw new Error(facts.detail)
const file = openSync(input.path, 'r')
const chunk = Buffer.alloc(256 * 1024)
let state = emptyState()
for (let at = 0; at < facts.size;) {
  const count = readSync(file, chunk, 0, chunk.length, at)
  state = advance(state, chunk.subarray(0, count))
  at += count
}
closeSync(file)
const key = createPrivateKey(input.key)
const certificate = Buffer.from(input.certificate, 'base64')
const signer = {
  algorithm: 'ecdsa-with-SHA256' as const,
  publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }),
  sign: (data: Uint8Array) => sign('sha256', data, key),
}
const tail = signerOfOne({ signer, certificate, certificates: [certificate] })(facts, (parts) => digestAfter(state, ...parts))
const answer = { tail: tail.length, kilobytes: process.resourceUsage().maxRSS, milliseconds: performance.now() - began }
process.stdout.write(JSON.stringify(answer))
