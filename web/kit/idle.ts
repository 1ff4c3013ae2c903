import { idleMinutes } from '#contract/limits.ts'
import { read, watch, write } from './storage.ts'

const checkEveryMs = 3000

/** Called with every call that counts as the person's activity. */
export const recordActivity = () => write('lastActivity', String(Date.now()))

/** Whether nobody is signed in any more, or nobody has been here for too long. */
export function isOver(): boolean {
  const last = read('lastActivity')
  return !read('refreshToken') || (!!last && Number(last) + idleMinutes * 60_000 < Date.now())
}

/** Ends an idle session. The last activity is shared by all tabs, so work in one keeps the others signed in. */
export function watchIdleness() {
  recordActivity()
  setInterval(() => {
    if (read('refreshToken') && isOver() && !location.href.includes('/login')) location.assign('/logout')
  }, checkEveryMs)
  watch('refreshToken', (token) => {
    if (!token && location.pathname.startsWith('/app/') && !location.href.includes('/login')) location.assign('/logout') // signed out in another tab
  })
}
