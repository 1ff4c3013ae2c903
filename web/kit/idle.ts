import { isInApp, to } from '#contract/publicScreens.ts'
import { idleMinutes } from '#contract/limits.ts'
import { leave } from './leave.ts'
import { read, watch, write } from './storage.ts'

const checkEveryMs = 3000
const warnBeforeMs = 120_000
const noteEveryMs = 5000
/** What only a person does; what the page asks for by itself does not count. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Never later than now: a clock that was set back would let an idle session live on. */
const lastActivity = () => Math.min(Number(read('lastActivity')), Date.now())
const endsAt = () => lastActivity() + idleMinutes * 60_000

const isIdle = () => read('lastActivity') !== null && endsAt() < Date.now()

/** Whether nobody is signed in any more, or nobody has been here for too long. */
export const isOver = () => !read('refreshToken') || isIdle()

let isWarned = false
const listeners = new Set<() => void>()
/** Calls back when the warning should be shown, and when it need not be any longer. */
export function onWarning(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const isWarning = () => isWarned
export const secondsLeft = () => Math.max(0, Math.ceil((endsAt() - Date.now()) / 1000))
/** Whether the person did something since then, in any tab. */
export const wasActiveSince = (at: number) => lastActivity() > at

function warn(isDue: boolean) {
  if (isDue === isWarned) return
  isWarned = isDue
  for (const listener of listeners) listener()
}

/** The person is here: by what they did, or because they said so. */
export function recordActivity() {
  write('lastActivity', String(Date.now()))
  warn(false)
}

/** Two minutes before an idle session ends it is said. The last activity is shared by all tabs, so work in one keeps the others signed in. */
export function watchIdleness() {
  recordActivity()
  const note = () => {
    if (isWarned || isIdle()) return // a warning is answered by its buttons, and what is over after a long sleep stays over
    if (lastActivity() + noteEveryMs < Date.now()) recordActivity()
  }
  for (const act of acts) addEventListener(act, note, { passive: true, capture: true })
  setInterval(() => {
    if (Number(read('lastActivity')) > Date.now()) write('lastActivity', String(Date.now()))
    const isSignedIn = read('refreshToken') !== null && !location.href.includes('/login')
    if (isSignedIn && isOver()) leave('idle')
    else warn(isSignedIn && isInApp(location.pathname) && endsAt() - warnBeforeMs < Date.now())
  }, checkEveryMs)
  watch('refreshToken', (token) => {
    if (token || !isInApp(location.pathname) || location.href.includes('/login')) return
    if (isIdle()) leave('idle')
    else location.assign(to('logout')) // signed out in another tab
  })
}
