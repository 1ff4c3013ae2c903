import { isInApp, to } from '#contract/publicScreens.ts'

/** Signs out, and tells at the next sign-in why; who signs in again goes on where they were. */
export function leave(why: 'idle' | 'ended'): void {
  const { pathname, search } = location
  const place = pathname === to('authCheck') ? new URLSearchParams(search).get('from') : isInApp(pathname) ? pathname + search : null
  location.assign(to('logout') + (place ? `?why=${why}&from=${encodeURIComponent(place)}` : ''))
}
