import { logout } from '#contract/sessions.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { send } from '../../kit/client.ts'
import { Head } from '../../kit/Head.tsx'
import { clearSession, readSession } from '../../kit/session.ts'
import { queries } from '../../kit/useCall.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Waiting } from '../../ui/Progress.tsx'

/** Forces a sign-out. This browser forgets the person even when the server cannot be told. */
export default function LogoutPage() {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  useEffect(() => {
    const told = readSession() ? send(logout, {}, { signal: AbortSignal.timeout(5000) }) : Promise.resolve()
    void told
      .catch(() => undefined)
      .finally(() => {
        clearSession()
        queries.clear()
        void navigate('/app/login', { replace: true })
      })
  }, [navigate])
  return (
    <>
      <Head title={useTitle()} />
      <h1 className="sr-only">{useTitle()}</h1>
      <Waiting>{t('signingOut')}</Waiting>
    </>
  )
}
