import { idleMinutes } from '#contract/limits.ts'
import { to } from '#contract/screens.ts'
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import './sessions.css'
import { Head } from '../../kit/Head.tsx'
import { onSession, readSession } from '../../kit/session.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { SegmentedControl } from '../../ui/fields.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { NafathLogin } from './NafathLogin.tsx'
import { PasswordLogin } from './PasswordLogin.tsx'
import { returnAddress } from './returnAddress.ts'

/** Where a person whose identity was confirmed a moment ago chooses a password without the old one. */
const newPasswordPath = to('myAccountSecurity', { forgotten: 1 })

/** Two ways in; whoever is signed in, in this tab or another, goes on to where they wanted to be. */
export default function LoginPage() {
  const { t } = useTranslation(['login', 'sessions', 'ui'])
  const title = useTitle()
  const [query, setQuery] = useSearchParams()
  const [way, setWay] = useState('nafath')
  const [isUnderWay, setUnderWay] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const session = useSyncExternalStore(onSession, readSession, () => undefined)
  // the page is sent with its words; what takes a national ID comes with the script that knows where to send it
  const [isHere, setHere] = useState(false)
  useEffect(() => startTransition(() => setHere(true)), [])
  const why = query.get('why')
  const choosePassword = () => {
    setQuery({ from: newPasswordPath }, { replace: true })
    setWay('nafath')
    setForgotten(true)
  }
  const byPassword = () => {
    setUnderWay(false)
    setWay('password')
  }
  if (session) return <Navigate replace to={returnAddress(query.get('from'), location.origin)} />

  return (
    <div className="sign-in">
      <Head title={title} />
      <header>
        <h1>{title}</h1>
        <p className="quiet">{t('login:text')}</p>
      </header>
      <div className="card sign-in-card">
        {(why === 'idle' || why === 'ended') && !isUnderWay && (
          <p role="status" className="sign-in-note">
            {t(`login:${why}`, { minutes: idleMinutes })}
          </p>
        )}
        {!isHere && <Waiting />}
        {isHere && !isUnderWay && (
          <SegmentedControl
            label={t('login:way')}
            value={way}
            onChange={setWay}
            choices={[
              { id: 'nafath', label: t('login:nafath') },
              { id: 'password', label: t('login:password') },
            ]}
          />
        )}
        {isForgotten && way === 'nafath' && !isUnderWay && (
          <p role="status" className="sign-in-note">
            {t('login:forgottenText')}
          </p>
        )}
        {isHere && way === 'nafath' && <NafathLogin onUnderWay={setUnderWay} onPassword={byPassword} />}
        {isHere && way === 'password' && <PasswordLogin onUnderWay={setUnderWay} onForgotten={choosePassword} />}
      </div>
      <p className="sign-in-other quiet">
        {t('login:noAccount')} <Link to={to('createAccount')}>{t('login:createAccount')}</Link>
      </p>
    </div>
  )
}
