import { to } from '#contract/screens.ts'
import { initiateNafathLogin, verifyNafathLogin } from '#contract/sessions.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { send } from '../../kit/client.ts'
import { enter } from '../../kit/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { NationalIdForm } from './NationalIdForm.tsx'
import { useChallenge } from './useChallenge.ts'

type Props = { onUnderWay: (underWay: boolean) => void; onPassword: () => void }

export function NafathLogin({ onUnderWay, onPassword }: Props) {
  const { t } = useTranslation(['login', 'sessions'])
  const challenge = useChallenge({
    verify: async ({ nationalID, transId, random }, signal) => {
      const answer = await send(verifyNafathLogin, { nationalID, transId, random }, { signal })
      if (answer.status === '6') (await import('../enrolment/ownEnrolment.ts')).takeEnrolment(answer.enrolmentID) // nobody proves twice who they are
      return answer
    },
    onApproved: enter,
  })
  const { step } = challenge.state
  useEffect(() => onUnderWay(step !== 'idle'), [step, onUnderWay])
  return (
    <NationalIdForm
      initiate={(nationalID) => send(initiateNafathLogin, { nationalID })}
      challenge={challenge}
      button={t('login:continueNafath')}
      autoComplete="username"
      otherWay={<Button onPress={onPassword}>{t('login:byPassword')}</Button>}
      noAccount={
        <Link className="btn btn-primary" to={to('createAccount')}>
          {t('login:createAccount')}
        </Link>
      }
    />
  )
}
