import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { useTitle } from '../../kit/useTitle.ts'
import { LostArt } from '../../ui/lostArt.tsx'
import { State } from '../../ui/State.tsx'
import { useEnrolment } from './ownEnrolment.ts'

/** A link that no longer serves: used, replaced by a newer one, or too old. Which of them it was, only the link's own page knows. */
export default function LinkExpiredPage() {
  const { t } = useTranslation(['enrolment', 'ui'])
  const title = useTitle()
  const { state } = useLocation() as { state: { why?: string } | null }
  const { enrolment } = useEnrolment()
  const goesOn = enrolment?.state === 'detailed'
  return (
    <>
      <Head title={title} />
      <State
        art={<LostArt />}
        level="h1"
        title={title}
        actions={
          <>
            <Link className="btn btn-primary" to={goesOn ? to('emailVerification') : to('createAccount')}>
              {t(goesOn ? 'enrolment:expired.another' : 'enrolment:expired.start')}
            </Link>
            <Link className="btn btn-secondary" to={to('login')}>
              {t('enrolment:signIn')}
            </Link>
          </>
        }
      >
        {t(state?.why === 'used' ? 'enrolment:expired.used' : 'enrolment:expired.text')}{' '}
        {t(goesOn ? 'enrolment:expired.here' : 'enrolment:expired.resume')}
      </State>
    </>
  )
}
