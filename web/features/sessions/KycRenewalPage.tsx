import { nationalId } from '#contract/kit.ts'
import { initiateKycRenewal, verifyKycRenewal } from '#contract/sessions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import './sessions.css'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Page } from '../../kit/Page.tsx'
import { refresh } from '../../kit/refresh.ts'
import { readSession } from '../../kit/session.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Challenge } from './Challenge.tsx'
import { useChallenge } from './useChallenge.ts'

const Who = z.object(initiateKycRenewal.body)

/** The yearly confirmation of the identity behind the account. */
export default function KycRenewalPage() {
  const { t } = useTranslation('sessions')
  const form = useForm(Who, { nationalID: '' })
  const [refused, setRefused] = useState('')
  const [isDone, setDone] = useState(false)
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyKycRenewal, { nationalID, transId, random }, { signal }),
    onApproved: async () => {
      setDone(true)
      queries.removeQueries({ type: 'inactive' }) // screens that were kept say that it is due
      await refresh(readSession()?.token) // the session tells whether the renewal is due
    },
  })
  const start = async (nationalID: string) => {
    setRefused('')
    const refusal = await challenge.start(() => send(initiateKycRenewal, { nationalID }))
    setRefused(refusal?.problem.detail === 'NOT_FOUND' ? t('kyc.otherId') : (refusal?.message ?? ''))
  }
  const { state } = challenge
  return (
    <Page text={t('kyc.text')}>
      <div className="card sign-in">
        {isDone ? (
          <Done />
        ) : state.step === 'idle' ? (
          <form noValidate onSubmit={form.onSubmit(({ nationalID }) => start(nationalID))}>
            {refused && <Notice tone="error">{refused}</Notice>}
            <DigitsField {...form.field('nationalID')} label={t('nationalId')} hint={t('nationalIdHint')} maxLength={10} isRequired />
            <Button kind="primary" type="submit" isPending={challenge.isStarting}>
              {t('kyc.start')}
            </Button>
          </form>
        ) : (
          <Challenge
            state={state}
            isStarting={challenge.isStarting}
            onAgain={() => void start(z.decode(nationalId, form.values.nationalID))}
            onCancel={challenge.cancel}
            onLeave={challenge.leave}
          />
        )}
      </div>
    </Page>
  )
}

function Done() {
  const { t } = useTranslation('sessions')
  return (
    <section className="challenge" role="status">
      <span className="challenge-picture tone-success">
        <Icon name="check" size={28} />
      </span>
      <h2>{t('kyc.doneTitle')}</h2>
      <p className="challenge-text">{t('kyc.doneText')}</p>
      <div className="challenge-actions">
        <Link className="btn btn-primary" to="/app">
          {t('kyc.home')}
        </Link>
      </div>
    </section>
  )
}
