import { initiateCertificateIdentity, readMyCertificate, verifyCertificateIdentity } from '#contract/certificates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { send } from '../../kit/client.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Challenge } from '../sessions/Challenge.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'
import { type Details, managePage } from './certificateNames.ts'

/** A certificate names a person: they confirm in the identity app that it is them, for this certificate. */
export function IdentityStep({ application: { encodedCertificateSlno } }: { application: Details }) {
  const { t } = useTranslation('certificates')
  const [refused, setRefused] = useState('')
  const challenge = useChallenge({
    verify: ({ transId, random }, signal) => send(verifyCertificateIdentity, { encodedCertificateSlno, transId, random }, { signal }),
    onApproved: () => queries.invalidateQueries({ queryKey: [readMyCertificate.path] }),
  })
  const start = async () => {
    setRefused('')
    const why = await challenge.start(() => send(initiateCertificateIdentity, { encodedCertificateSlno }))
    setRefused(why?.text ?? '')
  }
  const { state } = challenge
  return (
    <div className="card certificate-step certificate-identity">
      {state.step === 'idle' ? (
        <section aria-labelledby="identity">
          <h2 id="identity">{t('identity.title')}</h2>
          <p className="quiet">{t('identity.text')}</p>
          {refused && <Notice tone="error">{refused}</Notice>}
          <div className="certificate-actions">
            <Button kind="primary" icon="shield" isPending={challenge.isStarting} onPress={() => void start()}>
              {t('identity.start')}
            </Button>
            <Link className="btn btn-quiet" to={managePage}>
              {t('identity.later')}
            </Link>
          </div>
        </section>
      ) : (
        <Challenge
          state={state}
          isStarting={challenge.isStarting}
          onAgain={() => void start()}
          onCancel={challenge.cancel}
          onLeave={challenge.leave}
        />
      )}
    </div>
  )
}
