import { openLink } from '#contract/links.ts'
import { to } from '#contract/screens.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import '../sessions/sessions.css'
import '../enrolment/enrolment.css'
import './invitations.css'
import { Refusal } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { LostArt } from '../../ui/lostArt.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { Name } from '../../ui/values.tsx'

/** Not needed for a link that is over. */
const InvitationProof = lazy(() => import('./InvitationProof.tsx'))

/** Where the link of an invitation leads. Its token stands behind `#`: it is posted, never asked for. */
export default function InvitedPage() {
  const { hash } = useLocation()
  const token = /^#([\w-]{22,86})$/.exec(hash)?.[1]
  return token ? <Opened key={token} token={token} /> : <Over />
}

function Opened({ token }: { token: string }) {
  const { t, i18n } = useTranslation(['invitations', 'sessions', 'login'])
  const title = useTitle()
  const { data, error, refetch } = useCall(openLink, { hash: token }, { staleTime: 0 })
  if (error instanceof Refusal && error.problem.detail === 'NOT_FOUND') return <Over />
  if (data && (data.purpose !== 'accountInvitation' || data.state !== 'open')) return <Over isUsed={data.state === 'used'} />
  const name = (i18n.language === 'ar' ? data?.organizationNameAr : data?.organizationName) ?? ''
  return (
    <div className="sign-in enrol">
      <Head title={title} />
      <header>
        <h1>{title}</h1>
      </header>
      {data ? (
        <>
          <div className="card">
            <h2>
              <Name>{t('invitations:join.title', { name })}</Name>
            </h2>
            <p className="quiet join-text">{t('invitations:join.text')}</p>
            <Suspense fallback={<Waiting />}>
              <InvitationProof token={token} />
            </Suspense>
          </div>
          <p className="sign-in-other small quiet">{t('invitations:join.note')}</p>
        </>
      ) : error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : (
        <Waiting>{t('invitations:join.checking')}</Waiting>
      )}
    </div>
  )
}

function Over({ isUsed = false }: { isUsed?: boolean }) {
  const { t } = useTranslation('invitations')
  return (
    <>
      <Head title={t('join.over')} />
      <State
        art={<LostArt />}
        level="h1"
        title={t('join.over')}
        actions={
          <>
            <Link className="btn btn-primary" to={to('login', { from: to('verifyOrgUserDetails') })}>
              {t('join.signIn')}
            </Link>
            <Link className="btn btn-secondary" to={to('home')}>
              {t('join.home')}
            </Link>
          </>
        }
      >
        {t(isUsed ? 'join.overUsed' : 'join.overText')}
      </State>
    </>
  )
}
