import { initiateKycRenewal, verifyKycRenewal } from '#contract/sessions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import './sessions.css'
import { send } from '../../kit/client.ts'
import { Page } from '../../kit/Page.tsx'
import { refresh } from '../../kit/refresh.ts'
import { readSession } from '../../kit/session.ts'
import { queries } from '../../kit/useCall.ts'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { NationalIdForm } from './NationalIdForm.tsx'
import { useChallenge } from './useChallenge.ts'

/** The yearly confirmation of the identity behind the account. */
export default function KycRenewalPage() {
  const { t } = useTranslation('sessions')
  const [isDone, setDone] = useState(false)
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyKycRenewal, { nationalID, transId, random }, { signal }),
    onApproved: async () => {
      setDone(true)
      queries.removeQueries({ type: 'inactive' }) // screens that were kept say that it is due
      await refresh(readSession()?.token) // the session tells whether the renewal is due
    },
  })
  return (
    <Page text={t('kyc.text')}>
      <div className="card sign-in">
        {isDone ? (
          <Done />
        ) : (
          <NationalIdForm
            initiate={initiateKycRenewal}
            challenge={challenge}
            button={t('kyc.start')}
            refusalText={({ message, problem }) => (problem.detail === 'NOT_FOUND' ? t('kyc.otherId') : message)}
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
      <StatusPicture icon="check" tone="success" />
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
