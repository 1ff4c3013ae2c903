import type { Output } from '#contract/kit.ts'
import { cancelChallenge, type initiateNafathLogin } from '#contract/sessions.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal, send } from '../../kit/client.ts'
import { GivenUp } from '../../kit/givenUp.ts'
import { toast } from '../../ui/toast.ts'

type Started = Output<typeof initiateNafathLogin>
type Verified = { status: string; errorMessage: string }
/** Why a challenge ended without an approval. */
export type Ending = 'rejected' | 'expired' | 'cancelled' | 'noAccount' | 'failed'
export type ChallengeState =
  | { step: 'idle' }
  /** Somebody else's request is in the way; ours is asked for again until it starts. `answer` says so. */
  | { step: 'held'; answer: Started; initiate: () => Promise<Started> }
  | { step: 'waiting'; started: Started }
  /** `text` is the server's own sentence, where the ending has several causes. */
  | { step: 'ended'; ending: Ending; text?: string }

const endings: Record<string, Ending> = { 2: 'rejected', 4: 'expired', 5: 'cancelled', 6: 'noAccount' }
const pollEveryMs = 2500
/** The server asks the identity provider again for whoever waits in line, at most every two seconds. */
const askAgainEveryMs = 3000

type Calls<V extends Verified> = {
  verify: (started: Started, signal: AbortSignal) => Promise<V>
  /** Gets the answer of status "1". */
  onApproved: (answer: Extract<V, { status: '1' }>) => void | Promise<void>
}

/** Why a challenge did not begin: the server's sentence, and its refusal where it was one. */
export type NotBegun = { text: string; refusal?: Refusal }

/** One challenge at a time: started, asked after until it ends, cancelled or started again. */
export function useChallenge<V extends Verified>({ verify, onApproved }: Calls<V>) {
  const { t } = useTranslation('ui')
  const [state, setState] = useState<ChallengeState>({ step: 'idle' })
  const [isStarting, setStarting] = useState(false)

  const ask = useEffectEvent(verify)
  const approved = useEffectEvent(onApproved)
  const started = state.step === 'waiting' ? state.started : undefined
  useEffect(() => {
    if (!started) return
    const leaving = new AbortController()
    const poll = async () => {
      for (;;) {
        await pause(pollEveryMs, leaving.signal)
        const answer = await ask(started, leaving.signal)
        if (leaving.signal.aborted) return
        if (answer.status === '3') continue
        if (answer.status === '1') return approved(answer as Extract<V, { status: '1' }>)
        const ending = endings[answer.status]
        return setState(ending ? { step: 'ended', ending } : { step: 'ended', ending: 'failed', text: answer.errorMessage })
      }
    }
    poll().catch(() => leaving.signal.aborted || setState({ step: 'ended', ending: 'failed' }))
    return () => leaving.abort()
  }, [started])

  const held = state.step === 'held' ? state : undefined
  useEffect(() => {
    if (!held) return
    const leaving = new AbortController()
    const askAgain = async () => {
      await pause(askAgainEveryMs, leaving.signal)
      if (leaving.signal.aborted) return
      const answer = await held.initiate()
      if (!leaving.signal.aborted)
        setState(stateAfter(answer, held.initiate) ?? { step: 'ended', ending: 'failed', text: answer.errorMessage })
    }
    askAgain().catch((error: unknown) => {
      if (!leaving.signal.aborted) setState({ step: 'ended', ending: 'failed', text: error instanceof Refusal ? error.message : undefined })
    })
    return () => leaving.abort()
  }, [held])

  /** @returns why nothing began, for the place where it was asked for */
  const start = async (initiate: () => Promise<Started>): Promise<NotBegun | undefined> => {
    setStarting(true)
    try {
      const begun = await initiate()
      const next = stateAfter(begun, initiate)
      if (!next) toast('error', t('error'), begun.errorMessage)
      setState(next ?? { step: 'idle' })
      return next ? undefined : { text: begun.errorMessage }
    } catch (error) {
      if (!(error instanceof GivenUp)) toast('error', t('error'), t('somethingWrong'))
      setState({ step: 'idle' })
      return error instanceof Refusal ? { text: error.message, refusal: error } : { text: t('somethingWrong') }
    } finally {
      setStarting(false)
    }
  }

  const cancel = () => {
    if (held) setState({ step: 'idle' })
    if (!started) return
    const { nationalID, transId, random } = started
    void send(cancelChallenge, { nationalID, transId, random }).catch(() => undefined) // it ends by itself soon
    setState({ step: 'idle' })
  }

  return { state, isStarting, start, cancel, leave: () => setState({ step: 'idle' }) }
}

/** What a start led to; undefined where it came to nothing. */
function stateAfter(answer: Started, initiate: () => Promise<Started>): ChallengeState | undefined {
  if (answer.status === '1') return { step: 'waiting', started: answer }
  return answer.heldUntil ? { step: 'held', answer, initiate } : undefined
}

/** Waits; a tab that is looked at again, as after a visit to the identity app, waits no longer. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = () => {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { signal: done.signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), { signal: done.signal })
  })
}
