import { randomInt, randomUUID } from 'node:crypto'
import { deliver, wait } from '../deliver.ts'
import type { TokenSigner } from './token.ts'

export type Decision = 'COMPLETED' | 'REJECTED'
export type Transaction = {
  transId: string
  requestId: string
  nationalId: string
  service: string
  random: string
  status: 'WAITING' | Decision | 'EXPIRED'
  expiresAt: number
}

export type NafathTiming = {
  /** How long sentinel IDs wait before they decide by themselves. */
  decideAfterMs: number
  /** How long the ID that always expires waits. */
  expireAfterMs: number
  decisionSeconds: number
  loginSeconds: number
  /** Pauses before the second, third … attempt to call back. */
  callbackPausesMs: readonly number[]
}

export const usualTiming: NafathTiming = {
  decideAfterMs: 1000,
  expireAfterMs: 5000,
  decisionSeconds: 180,
  loginSeconds: 60,
  callbackPausesMs: [500, 1000, 2000, 5000, 15_000],
}

export type TransactionsOptions = { signer: TokenSigner; timing: NafathTiming; callbackUrl: () => string | undefined; closing: AbortSignal }

/** The second digit of the ID decides what its holder does: 2 approves, 3 rejects, 4 lets it expire, 7 approves and the callback is lost; the others use the page. */
export function transactions({ signer, timing, callbackUrl, closing }: TransactionsOptions) {
  const byId = new Map<string, Transaction>()

  function settle(transaction: Transaction) {
    if (transaction.status === 'WAITING' && Date.now() >= transaction.expiresAt) transaction.status = 'EXPIRED'
    return transaction
  }

  function waitingOf(nationalId: string) {
    return byId.values().find((one) => one.nationalId === nationalId && settle(one).status === 'WAITING')
  }

  function decide(transaction: Transaction, decision: Decision) {
    if (settle(transaction).status !== 'WAITING') return
    transaction.status = decision
    const url = callbackUrl()
    const { transId, requestId, nationalId } = transaction
    if (!url || nationalId[1] === '7') return
    void signer
      .sign(nationalId, transId, decision)
      .then((token) => deliver(url, { token, transId, requestId }, timing.callbackPausesMs, closing))
  }

  function open(nationalId: string, service: string, requestId: string): Transaction {
    const outcome = nationalId[1]
    const ownSeconds = service === 'Login' ? timing.loginSeconds : timing.decisionSeconds
    const transaction: Transaction = {
      transId: randomUUID(),
      requestId,
      nationalId,
      service,
      random: String(randomInt(10, 100)),
      status: 'WAITING',
      expiresAt: Date.now() + (outcome === '4' ? timing.expireAfterMs : ownSeconds * 1000),
    }
    byId.set(transaction.transId, transaction)
    if (outcome === '2' || outcome === '3' || outcome === '7') {
      void wait(timing.decideAfterMs, closing).then(
        () => closing.aborted || decide(transaction, outcome === '3' ? 'REJECTED' : 'COMPLETED'),
      )
    }
    return transaction
  }

  return {
    open,
    decide,
    waitingOf,
    find(transId: string) {
      const transaction = byId.get(transId)
      return transaction && settle(transaction)
    },
  }
}

export type Transactions = ReturnType<typeof transactions>
