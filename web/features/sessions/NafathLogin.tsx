import { nationalId } from '#contract/kit.ts'
import { initiateNafathLogin, verifyNafathLogin } from '#contract/sessions.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { enter } from '../../kit/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Challenge } from './Challenge.tsx'
import { useChallenge } from './useChallenge.ts'

const Who = z.object(initiateNafathLogin.body)

export function NafathLogin({ onUnderWay }: { onUnderWay: (underWay: boolean) => void }) {
  const { t } = useTranslation(['login', 'sessions'])
  const form = useForm(Who, { nationalID: '' })
  const [refused, setRefused] = useState('')
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyNafathLogin, { nationalID, transId, random }, { signal }),
    onApproved: enter,
  })
  const { step } = challenge.state
  useEffect(() => onUnderWay(step !== 'idle'), [step, onUnderWay])

  const start = async (nationalID: string) => {
    setRefused('')
    const refusal = await challenge.start(() => send(initiateNafathLogin, { nationalID }))
    setRefused(refusal?.message ?? '')
  }

  if (challenge.state.step !== 'idle') {
    return (
      <Challenge
        state={challenge.state}
        isStarting={challenge.isStarting}
        onAgain={() => void start(z.decode(nationalId, form.values.nationalID))}
        onCancel={challenge.cancel}
        onLeave={challenge.leave}
        noAccount={
          <Link className="btn btn-primary" to="/create-account">
            {t('login:createAccount')}
          </Link>
        }
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
        autoComplete="username"
        isRequired
      />
      <Button kind="primary" type="submit" isPending={challenge.isStarting}>
        {t('login:continueNafath')}
      </Button>
    </form>
  )
}
