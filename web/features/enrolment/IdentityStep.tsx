import { to } from '#contract/screens.ts'
import { initiateNafathEnrolment, verifyNafathEnrolment } from '#contract/enrolment.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { send } from '../../kit/client.ts'
import { startSession } from '../../kit/session.ts'
import { toast } from '../../ui/toast.ts'
import { NationalIdForm } from '../sessions/NationalIdForm.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'
import { keepEnrolment } from './ownEnrolment.ts'
import { rememberChallenge, waitingChallenge } from './waitingChallenge.ts'

/** Who the person is. Whoever has an account already learns it here, after their own approval, and is signed in by it. */
export function IdentityStep({ plan }: { plan: string | undefined }) {
  const { t } = useTranslation(['enrolment', 'sessions', 'login'])
  const navigate = useNavigate()
  const [waiting] = useState(waitingChallenge) // from before a reload
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyNafathEnrolment, { nationalID, transId, random }, { signal }),
    onApproved: ({ enrolment, session }) => {
      rememberChallenge(undefined)
      if (enrolment) return keepEnrolment(enrolment)
      if (!session) throw new Error('approved, and neither an enrolment nor a session')
      toast('info', t('enrolment:enrolled'), t('enrolment:enrolledText'))
      startSession(session)
      void navigate(plan ? to('buyPlans', { plan }) : to('start'), { replace: true })
    },
  })
  const { state } = challenge
  useEffect(() => {
    if (state.step === 'waiting') rememberChallenge(state.started)
    if (state.step === 'ended') rememberChallenge(undefined)
  }, [state])

  const goOn = useEffectEvent(() => waiting && void challenge.start(() => Promise.resolve(waiting)))
  useEffect(() => goOn(), [])

  return (
    <NationalIdForm
      initiate={(nationalID) => send(initiateNafathEnrolment, { nationalID })}
      challenge={challenge}
      button={t('login:continueNafath')}
      autoComplete="off"
      initial={waiting?.nationalID}
      onCancel={() => {
        rememberChallenge(undefined)
        challenge.cancel()
      }}
    >
      <p className="small quiet">{t('enrolment:identityNote')}</p>
    </NationalIdForm>
  )
}
