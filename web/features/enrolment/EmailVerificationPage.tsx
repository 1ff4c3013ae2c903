import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import '../sessions/sessions.css'
import './enrolment.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { useTitle } from '../../kit/useTitle.ts'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Ltr } from '../../ui/values.tsx'
import { Resend } from './CodeForm.tsx'
import { useEnrolment } from './ownEnrolment.ts'

/** Waits for the link in the mail to be opened, in this browser or elsewhere. */
export default function EmailVerificationPage() {
  const { t } = useTranslation(['enrolment', 'sessions', 'ui'])
  const title = useTitle()
  const { enrolment, left, error, refetch } = useEnrolment({ watch: true })
  if (left || enrolment?.state === 'verified') return <Navigate replace to={to('createAccount')} />
  return (
    <div className="sign-in enrol">
      <Head title={title} />
      <h1>{title}</h1>
      {enrolment ? (
        <section className="card challenge" aria-live="polite">
          <StatusPicture icon={enrolment.email!.isConfirmed ? 'check' : 'clock'} tone={enrolment.email!.isConfirmed ? 'success' : 'info'} />
          <h2>{t(enrolment.email!.isConfirmed ? 'enrolment:mail.confirmed' : 'enrolment:mail.title')}</h2>
          <p className="challenge-text">
            {t(enrolment.email!.isConfirmed ? 'enrolment:mail.confirmedText' : 'enrolment:mail.text')} <Ltr>{enrolment.email!.address}</Ltr>
          </p>
          {!enrolment.email!.isConfirmed && <Resend enrolment={enrolment} channel="email" />}
          <div className="challenge-actions">
            <Link className="btn btn-primary" to={to('codeVerification')}>
              {t(enrolment.email!.isConfirmed ? 'enrolment:goOn' : 'enrolment:mail.typeCode')}
            </Link>
            <Link className="btn btn-secondary" to={to('createAccount', { edit: 1 })}>
              {t('enrolment:mail.change')}
            </Link>
          </div>
        </section>
      ) : error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}
