import { readHumanCheckChallenge, readHumanCheckKey } from '#contract/referenceData.ts'
import type { Output } from '#contract/kit.ts'
import i18next from 'i18next'
import { send } from './client.ts'
import { GivenUp } from './givenUp.ts'
import workerAddress from './humanCheckWorker.ts?worker&url'
import { write } from './storage.ts'
import { trustedWorkerAddress } from './trustedWorker.ts'
import { askPerson } from './WidgetCheck.tsx'

type ProofOfWork = Extract<Output<typeof readHumanCheckChallenge>, { kind: 'altcha' }>

/** Solves what the server's human check asks: a proof of work in the background, or a vendor's widget before the person's eyes. Each answer serves for one call. @throws GivenUp */
export async function humanCheckHeaders(): Promise<Record<string, string>> {
  const challenge = await send(readHumanCheckChallenge, {})
  const answer = challenge.kind === 'altcha' ? await solve(challenge) : await askPerson(challenge)
  if (answer === null) throw new GivenUp(i18next.t('ui:humanCheck.givenUp'))
  return { 'X-HUMAN-CHECK': answer }
}

function solve(challenge: ProofOfWork): Promise<string> {
  const worker = new Worker(trustedWorkerAddress(workerAddress), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data: number }: MessageEvent<number | null>) =>
      number === null ? reject(new Error('the human check has no solution')) : resolve(btoa(JSON.stringify({ ...challenge, number })))
    worker.onerror = ({ message }) => reject(new Error(message || 'the human check could not run'))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

/** Kept from start-up on, as the key of whichever human check the server is set to. */
export async function rememberHumanCheckKey(): Promise<void> {
  write('humanCheckKey', (await send(readHumanCheckKey, {})).data)
}
