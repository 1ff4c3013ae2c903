/** Re-checks one assembled file after the other, beside the process that serves. A fault in here ends this thread and nothing else. */
import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type RecheckInput, recheckSigned } from './recheck.ts'

parentPort!.on('message', async (input: RecheckInput) => {
  const verdict = await recheckSigned(input)
  parentPort!.postMessage(verdict.ok ? { ok: true, sha256: hash('sha256', input.bytes, 'buffer') } : verdict)
})
