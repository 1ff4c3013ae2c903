import { to } from '#contract/screens.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'
import { hasRefreshToken, needsNoSession, readSession } from '../../kit/session.ts'
import { restoreSession } from './restoreSession.ts'

/** Without a session in memory the stored refresh token is tried first, and the address is kept for afterwards. */
export function requireSession({ request }: LoaderFunctionArgs) {
  if (readSession()) return null
  const { pathname, search } = new URL(request.url)
  return replace(to('authCheck', { from: pathname + search })) // a reload is no step to go back over
}

const patienceMs = 3_000

/** For a screen that tells more to whoever is signed in, and something to everybody who brings a payment's token. */
export async function preferSession(args: LoaderFunctionArgs) {
  if (!needsNoSession(new URL(args.request.url).search)) return requireSession(args)
  if (!readSession() && hasRefreshToken())
    await Promise.race([restoreSession().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  return null
}
