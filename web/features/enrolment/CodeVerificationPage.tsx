import { to } from '#contract/screens.ts'
import { type Channel, completeEnrolment } from '#contract/enrolment.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import '../sessions/sessions.css'
import './enrolment.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { Refusal, send } from '../../kit/client.ts'
import { readSession, startSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CodeForm } from './CodeForm.tsx'
import { forgetEnrolment, useEnrolment } from './ownEnrolment.ts'
import { EnrolmentSteps } from './EnrolmentSteps.tsx'

/** The last step: both addresses are confirmed by their codes, the e-mail by its link too, and the account is opened. */
export default function CodeVerificationPage() {
  const { t } = useTranslation(['enrolment', 'sessions', 'ui'])
  const title = useTitle()
  const [isDone, setDone] = useState(false)
  const [typed, setTyped] = useState<Channel>()
  const { enrolment, left, error, refetch } = useEnrolment({ watch: !isDone })

  if (readSession() && !isDone) return <Navigate replace to={to('start')} />
  if (left && !isDone) return <Navigate replace to={to('createAccount')} />
  if (enrolment?.state === 'verified') return <Navigate replace to={to('createAccount')} />
  return (
    <div className="sign-in enrol">
      <Head title={title} />
      <header>
        <h1>{title}</h1>
        <p className="quiet">{t('enrolment:codes.text')}</p>
      </header>
      <EnrolmentSteps at="codes" />
      {enrolment ? (
        <>
          <div className="card enrol-codes">
            <CodeForm enrolment={enrolment} channel="sms" isNext={typed === 'email'} onConfirmed={() => setTyped('sms')} />
            <CodeForm enrolment={enrolment} channel="email" isNext={typed === 'sms'} onConfirmed={() => setTyped('email')}>
              <p className="small quiet">
                {t('enrolment:codes.orLink')} <Link to={to('emailVerification')}>{t('enrolment:codes.toLink')}</Link>
              </p>
            </CodeForm>
            {enrolment.email?.isConfirmed && enrolment.mobile?.isConfirmed && (
              <OpenAccount enrolmentID={enrolment.enrolmentID} goesOn={typed !== undefined} onDone={() => setDone(true)} />
            )}
          </div>
          <p className="sign-in-other quiet">
            {t('enrolment:codes.wrongAddress')} <Link to={to('createAccount', { edit: 1 })}>{t('enrolment:codes.change')}</Link>
          </p>
        </>
      ) : error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

type Opening = { enrolmentID: string; goesOn: boolean; onDone: () => void }

/** What is left once both addresses are confirmed. Where the second code was typed here, it goes on by itself. */
function OpenAccount({ enrolmentID, goesOn, onDone }: Opening) {
  const { t } = useTranslation('enrolment')
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [taken, setTaken] = useState<string[]>([])
  const open = async () => {
    setPending(true)
    try {
      const opened = await send(completeEnrolment, { enrolmentID })
      onDone()
      startSession(opened)
      const welcome = { welcomePack: opened.welcomePack }
      const { encodedPlanSlno: plan } = opened
      await navigate(plan ? to('verifyPayments', { plan }) : to('afterVerification'), { replace: true, state: welcome })
      forgetEnrolment()
    } catch (error) {
      setPending(false)
      const fields = error instanceof Refusal ? (error.problem.errors ?? []) : []
      if (fields.length === 0) return tell(error)
      setTaken(fields.map(({ message }) => message)) // opened by somebody else in the meantime
    }
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (!goesOn || isBegun.current) return
    isBegun.current = true
    void open()
  }) // once, whatever is drawn meanwhile
  if (goesOn && isPending) return <Waiting>{t('open.opening')}</Waiting>
  return (
    <section className="enrol-open" aria-labelledby="open-account">
      <h2 id="open-account">{t('open.title')}</h2>
      <p className="quiet">{t('open.text')}</p>
      {taken.map((message) => (
        <Notice key={message} tone="error">
          {message}
        </Notice>
      ))}
      <Button kind="primary" isPending={isPending} onPress={() => void open()}>
        {t('open.button')}
      </Button>
    </section>
  )
}
