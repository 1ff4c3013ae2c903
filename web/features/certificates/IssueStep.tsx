import { issueCertificate } from '#contract/certificates.ts'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { FailedArt } from '../../ui/art.tsx'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { keep } from './keep.ts'
import type { Details } from './certificateNames.ts'
import { PassphraseForm } from './PassphraseForm.tsx'

/** Asks for the certificate as soon as the identity is confirmed. Only a key that leaves in a file needs a passphrase first. */
export function IssueStep({ application }: { application: Details }) {
  const { t } = useTranslation('certificates')
  const { encodedCertificateSlno, keySource, state } = application
  const issued = useSend(issueCertificate)
  const issue = (passphrase?: string) => issued.mutate({ encodedCertificateSlno, passphrase }, { onSuccess: keep })
  const needsPassphrase = keySource === 'pkcs12' && state !== 'issued'
  const begin = useEffectEvent(() => !needsPassphrase && state !== 'issued' && issue())
  useEffect(() => void begin(), [encodedCertificateSlno])

  if (issued.error) {
    return (
      <div className="card" role="alert">
        <State
          art={<FailedArt />}
          title={t('issue.failed')}
          actions={
            <Button kind="primary" icon="refresh" onPress={() => (needsPassphrase ? issued.reset() : issue())}>
              {t('issue.again')}
            </Button>
          }
        >
          {messageOf(issued.error)} {t('issue.paidStays')}
        </State>
      </div>
    )
  }
  if (needsPassphrase && issued.isIdle) return <PassphraseForm onChosen={issue} />
  return (
    <section className="card certificate-step" aria-labelledby="issue" role="status">
      <h2 id="issue">{t('issue.title')}</h2>
      <p className="quiet">{t(keySource === 'csr' ? 'issue.textCsr' : 'issue.text')}</p>
      <ProgressBar label={t('issue.progress')} />
    </section>
  )
}
