import { readHumanCheckChallenge, readHumanCheckKey } from '#contract/catalogue.ts'
import type { Output } from '#contract/kit.ts'
import { send } from './client.ts'
import workerAddress from './humanCheckWorker.ts?worker&url'
import { write } from './storage.ts'
import { trustedWorkerAddress } from './trustedWorker.ts'

/** Solves a proof of work of the server's; each answer serves for one call. */
export async function humanCheckHeaders(): Promise<Record<string, string>> {
  const challenge = await send(readHumanCheckChallenge, {})
  const number = await solve(challenge)
  return { 'X-HUMAN-CHECK': btoa(JSON.stringify({ ...challenge, number })) }
}

function solve(challenge: Output<typeof readHumanCheckChallenge>): Promise<number> {
  const worker = new Worker(trustedWorkerAddress(workerAddress), { type: 'module' })
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number | null>) =>
      data === null ? reject(new Error('the human check has no solution')) : resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message || 'the human check could not run'))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

/** Kept from start-up on, as the key of whichever human check the server is set to. */
export async function rememberHumanCheckKey(): Promise<void> {
  write('humanCheckKey', (await send(readHumanCheckKey, {})).data)
}
