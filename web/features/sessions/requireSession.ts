import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readSession } from '../../kit/session.ts'

/** Without a session in memory the stored refresh token is tried first, and the address is kept for afterwards. */
export function requireSession({ request }: LoaderFunctionArgs) {
  if (readSession()) return null
  const { pathname, search } = new URL(request.url)
  return redirect(`/auth-check?from=${encodeURIComponent(pathname + search)}`)
}
