import { to } from '#contract/screens.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { RefreshRefused } from '../../kit/refresh.ts'
import { clearSession, hasRefreshToken, readSession } from '../../kit/session.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { restoreSession } from './restoreSession.ts'
import { returnAddress } from './returnAddress.ts'

/** Gets a session from the stored refresh token, then goes on to where the person wanted to be. */
export default function AuthCheckPage() {
  const { t } = useTranslation('login')
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [cut, setCut] = useState(false)
  const from = query.get('from')

  useEffect(() => {
    let left = false
    const go = (to: string) => !left && void navigate(to, { replace: true })
    const login = to('login', { from })
    const restore = async () => {
      if (!hasRefreshToken()) return go(login)
      if (readSession()) return go(returnAddress(from, location.origin))
      try {
        await restoreSession()
        go(returnAddress(from, location.origin))
      } catch (error) {
        if (error instanceof RefreshRefused && error.problem?.detail === 'TOKEN_EXPIRED') return // on its way to /logout
        if (!(error instanceof RefreshRefused)) clearSession()
        go(login)
      }
    }
    const reconnecting = () => setCut(true)
    addEventListener('tawqi-reconnecting', reconnecting)
    void restore()
    return () => {
      left = true
      removeEventListener('tawqi-reconnecting', reconnecting)
    }
  }, [from, navigate])

  return (
    <>
      <Head title={useTitle()} />
      <h1 className="sr-only">{useTitle()}</h1>
      <Waiting>{cut ? t('reconnecting') : t('checking')}</Waiting>
    </>
  )
}
