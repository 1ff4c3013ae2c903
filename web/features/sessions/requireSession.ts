import { type LoaderFunctionArgs, replace } from 'react-router'
import { readSession } from '../../kit/session.ts'

/** Without a session in memory the stored refresh token is tried first, and the address is kept for afterwards. */
export function requireSession({ request }: LoaderFunctionArgs) {
  if (readSession()) return null
  const { pathname, search } = new URL(request.url)
  return replace(`/auth-check?from=${encodeURIComponent(pathname + search)}`) // a reload is no step to go back over
}
