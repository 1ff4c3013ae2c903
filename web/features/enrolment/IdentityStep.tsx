import { initiateNafathEnrolment, verifyNafathEnrolment } from '#contract/enrolment.ts'
import { nationalId } from '#contract/kit.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { startSession } from '../../kit/session.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { Challenge } from '../sessions/Challenge.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'
import { keepEnrolment } from './ownEnrolment.ts'
import { rememberChallenge, waitingChallenge } from './waitingChallenge.ts'

const Who = z.object(initiateNafathEnrolment.body)

/** Who the person is. Whoever has an account already learns it here, after their own approval, and is signed in by it. */
export function IdentityStep({ plan }: { plan: string | undefined }) {
  const { t } = useTranslation(['enrolment', 'sessions', 'login'])
  const navigate = useNavigate()
  const form = useForm(Who, { nationalID: '' })
  const [refused, setRefused] = useState('')
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyNafathEnrolment, { nationalID, transId, random }, { signal }),
    onApproved: ({ enrolment, session }) => {
      rememberChallenge(undefined)
      if (enrolment) return keepEnrolment(enrolment)
      if (!session) throw new Error('approved, and neither an enrolment nor a session')
      toast('info', t('enrolment:enrolled'), t('enrolment:enrolledText'))
      startSession(session)
      void navigate(plan ? `/app/my/esign/buy/plans?plan=${plan}` : '/app', { replace: true })
    },
  })
  const { state } = challenge
  useEffect(() => {
    if (state.step === 'waiting') rememberChallenge(state.started)
    if (state.step === 'ended') rememberChallenge(undefined)
  }, [state])

  const goOnWaiting = useEffectEvent(() => {
    const waiting = waitingChallenge()
    if (!waiting) return
    form.setValue('nationalID', waiting.nationalID)
    void challenge.start(() => Promise.resolve(waiting))
  })
  useEffect(() => goOnWaiting(), [])

  const start = async (nationalID: string) => {
    setRefused('')
    const refusal = await challenge.start(() => send(initiateNafathEnrolment, { nationalID }))
    setRefused(refusal?.message ?? '')
  }
  const cancel = () => {
    rememberChallenge(undefined)
    challenge.cancel()
  }
  if (state.step !== 'idle') {
    return (
      <Challenge
        state={state}
        isStarting={challenge.isStarting}
        onAgain={() => void start(z.decode(nationalId, form.values.nationalID))}
        onCancel={cancel}
        onLeave={challenge.leave}
      />
    )
  }
  return (
    <form noValidate onSubmit={form.onSubmit(({ nationalID }) => start(nationalID))}>
      {refused && <Notice tone="error">{refused}</Notice>}
      <DigitsField
        {...form.field('nationalID')}
        label={t('sessions:nationalId')}
        hint={t('sessions:nationalIdHint')}
        maxLength={10}
        autoComplete="off"
        isRequired
      />
      <Button kind="primary" type="submit" isPending={challenge.isStarting}>
        {t('login:continueNafath')}
      </Button>
      <p className="small quiet">{t('enrolment:identityNote')}</p>
    </form>
  )
}
