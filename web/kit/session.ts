import type { Session } from '#contract/sessions.ts'
import { useSyncExternalStore } from 'react'
import { showAs } from './shown.ts'
import { read, remove, write } from './storage.ts'

export type Membership = Session['organizationList'][number]

let current: Session | undefined
const listeners = new Set<() => void>()

/** Tabs tell each other their sessions, so that one refresh serves all of them. */
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('tawqi-session') // pages are rendered at build too
if (tabs) tabs.onmessage = ({ data }: MessageEvent<Session | null>) => put(data ?? undefined)

export const readSession = () => current

function put(session: Session | undefined) {
  current = session && keepSelection(session)
  showAs(session?.preferences)
  for (const listener of listeners) listener()
}

/** The server keeps what was chosen across refreshes; where it names none, the choice of before or the first stands. */
function keepSelection(session: Session): Session {
  const chosen = current?.selectedOrganization?.organizationSlno
  const same = session.organizationList.find((one) => one.organizationSlno === chosen)
  return { ...session, selectedOrganization: session.selectedOrganization ?? same ?? session.organizationList[0] ?? null }
}

/** After a sign-in and after every refresh. */
export function startSession(session: Session) {
  put(session)
  write('refreshToken', session.refreshToken)
  tabs?.postMessage(session)
}

/** Removes the person from this browser. */
export function clearSession() {
  put(undefined)
  remove('refreshToken')
  tabs?.postMessage(null)
}

/** Whoever comes back from paying brings the payment's own token, and is told what became of it whether they are signed in or not. */
export const needsNoSession = (search: string) => new URLSearchParams(search).has('return')

export const hasRefreshToken = () => read('refreshToken') !== null

/** What the server has taken as the organisation to act for; all tabs share the session, so all are told. */
export function selectLocally(organisation: Membership) {
  if (!current) return
  put({ ...current, selectedOrganization: organisation })
  tabs?.postMessage(current)
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in person; only for screens of the signed-in area. */
export function useSession(): Session {
  const session = useSyncExternalStore(onSession, readSession)
  if (!session) throw new Error('this screen needs a session')
  return session
}
