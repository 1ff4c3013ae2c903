import { to } from '#contract/screens.ts'
import { logout } from '#contract/sessions.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { Head } from '../../kit/Head.tsx'
import { refresh } from '../../kit/refresh.ts'
import { clearSession, hasRefreshToken, readSession } from '../../kit/session.ts'
import { queries } from '../../kit/useCall.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Waiting } from '../../ui/Progress.tsx'

const patienceMs = 5000

/** After a reload there is no session in memory, and the stored token has to give one for the server to listen. */
async function tellServer() {
  if (!readSession() && hasRefreshToken()) await refresh(undefined)
  if (readSession()) await send(logout, {}, { signal: AbortSignal.timeout(patienceMs) })
}

/** Forces a sign-out. This browser forgets the person even when the server cannot be told. */
export default function LogoutPage() {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [from, why] = [query.get('from'), query.get('why')] // the place of a session that ended by itself
  useEffect(() => {
    const tooLate = new Promise((resolve) => setTimeout(resolve, patienceMs))
    void Promise.race([tellServer(), tooLate])
      .catch(() => undefined)
      .finally(() => {
        clearSession()
        queries.clear()
        void navigate(to('login', { from, why }), { replace: true })
      })
  }, [navigate, from, why])
  return (
    <>
      <Head title={useTitle()} />
      <h1 className="sr-only">{useTitle()}</h1>
      <Waiting>{t('signingOut')}</Waiting>
    </>
  )
}
