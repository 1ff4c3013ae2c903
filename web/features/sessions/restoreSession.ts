import { refresh } from '../../kit/refresh.ts'
import { hasRefreshToken } from '../../kit/session.ts'

let begun: Promise<void> | undefined
const patienceMs = 3_000

/** Begins while the application still loads. Ends when there is a session, or when somebody has to be told why not: that is for the screen of `AuthCheckPage`. */
export async function beginRestoring(): Promise<void> {
  if (!hasRefreshToken()) return
  begun = refresh(undefined)
  await Promise.race([begun.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** The attempt that has begun, or one that begins now. */
export function restoreSession(): Promise<void> {
  const attempt = begun ?? refresh(undefined)
  begun = undefined
  return attempt
}
