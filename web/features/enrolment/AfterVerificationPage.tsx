import { to } from '#contract/screens.ts'
import { confirmEnrolmentEmail } from '#contract/enrolment.ts'
import { openLink } from '#contract/links.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import '../sessions/sessions.css'
import './enrolment.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { Refusal, send } from '../../kit/client.ts'
import { readSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { keepEnrolment, useEnrolment } from './ownEnrolment.ts'
import { Welcome } from './Welcome.tsx'

type Confirmed = 'here' | 'elsewhere'

/** Where the link of the mail leads, and where an enrolment ends. The link's token stands behind `#`: it is posted, never asked for. */
export default function AfterVerificationPage() {
  const { t } = useTranslation(['enrolment', 'sessions', 'ui'])
  const title = useTitle()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { left } = useEnrolment()
  const token = /^#([\w-]{22,86})$/.exec(hash)?.[1]
  const [confirmed, setConfirmed] = useState<Confirmed>()

  const done = (where: Confirmed) => {
    setConfirmed(where)
    void navigate(to('afterVerification'), { replace: true }) // what is used up need not stay in the address and the history
  }
  if (!token && !confirmed && !readSession()) return left === 'none' ? <Navigate replace to={to('linkExpired')} /> : <ToOwnStep />
  return (
    <div className="sign-in enrol">
      <Head title={title} />
      <h1>{title}</h1>
      <div className="card challenge">
        {confirmed ? <Done where={confirmed} /> : token ? <Confirm key={token} token={token} onDone={done} /> : <Welcome />}
      </div>
      {!confirmed && token && <p className="sign-in-other small quiet">{t('enrolment:link.note')}</p>}
    </div>
  )
}

/** Opened without a link while an enrolment is under way here. */
const ToOwnStep = () => <Navigate replace to={to('emailVerification')} />

function Confirm({ token, onDone }: { token: string; onDone: (where: Confirmed) => void }) {
  const { t } = useTranslation('enrolment')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    send(openLink, { hash: token }, { signal: leaving.signal }).then(
      ({ purpose, state }) => {
        if (purpose === 'accountInvitation') void navigate(`${to('verifyOrgUser')}#${token}`, { replace: true })
        else if (state === 'open') setOpen(true)
        else void navigate(to('linkExpired'), { replace: true, state: { why: state } })
      },
      (refused: unknown) => {
        if (leaving.signal.aborted) return
        if (refused instanceof Refusal && refused.problem.detail === 'NOT_FOUND') void navigate(to('linkExpired'), { replace: true })
        else setError(refused)
      },
    )
    return () => leaving.abort()
  }, [token, navigate, attempt])

  const retry = () => {
    setError(undefined)
    setAttempt(attempt + 1)
  }
  const confirm = async () => {
    setPending(true)
    try {
      const { enrolment } = await send(confirmEnrolmentEmail, { hash: token })
      if (enrolment) keepEnrolment(enrolment)
      onDone(enrolment ? 'here' : 'elsewhere')
    } catch (refused) {
      setPending(false)
      if (refused instanceof Refusal && refused.problem.detail === 'EXPIRED') void navigate(to('linkExpired'), { replace: true })
      else tell(refused)
    }
  }
  if (error) return <FetchFailed of={{ error, refetch: retry }} />
  if (!isOpen) return <Waiting>{t('link.checking')}</Waiting>
  return (
    <>
      <StatusPicture icon="user" tone="info" />
      <h2>{t('link.title')}</h2>
      <p className="challenge-text">{t('link.text')}</p>
      <div className="challenge-actions">
        <Button kind="primary" isPending={isPending} onPress={() => void confirm()}>
          {t('link.confirm')}
        </Button>
      </div>
    </>
  )
}

function Done({ where }: { where: Confirmed }) {
  const { t } = useTranslation('enrolment')
  return (
    <div className="challenge" role="status">
      <StatusPicture icon="check" tone="success" />
      <h2>{t('mail.confirmed')}</h2>
      <p className="challenge-text">{t(`link.${where}`)}</p>
      <div className="challenge-actions">
        <Link className="btn btn-primary" to={where === 'here' ? to('codeVerification') : to('createAccount')}>
          {t(where === 'here' ? 'goOn' : 'link.goOnHere')}
        </Link>
      </div>
    </div>
  )
}
