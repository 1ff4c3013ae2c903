import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { refresh, RefreshRefused } from '../../kit/refresh.ts'
import { clearSession, hasRefreshToken, readSession } from '../../kit/session.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Waiting } from '../../ui/Progress.tsx'

/** Only addresses of this application may follow a sign-in; anything else leads to the person's own area. */
export function safeReturn(from: string | null): string {
  if (!from?.startsWith('/')) return '/app'
  const url = URL.canParse(from, location.origin) ? new URL(from, location.origin) : undefined
  return url?.origin === location.origin && url.pathname.startsWith('/app/') && !/[\\\t\n\r]/.test(from)
    ? url.pathname + url.search + url.hash
    : '/app'
}

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
    const restore = async () => {
      if (!hasRefreshToken()) return go('/app/login')
      if (readSession()) return go(safeReturn(from))
      try {
        await refresh(undefined)
        go(safeReturn(from))
      } catch (error) {
        if (error instanceof RefreshRefused && error.detail === 'TOKEN_EXPIRED') return // on its way to /logout
        if (!(error instanceof RefreshRefused)) clearSession()
        go('/app/login')
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
