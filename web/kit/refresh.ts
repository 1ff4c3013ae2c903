import type { ProblemDocument } from '#contract/problems.ts'
import { Session } from '#contract/sessions.ts'
import { z } from 'zod'
import { deviceId } from './device.ts'
import { leave } from './leave.ts'
import { learnClock, proofFor } from './proof.ts'
import { clearSession, needsNoSession, onSession, readSession, startSession } from './session.ts'
import { read } from './storage.ts'

/** How the server answered a refresh that it refused. */
export class RefreshRefused extends Error {
  readonly status: number
  readonly problem: ProblemDocument | undefined
  constructor(status: number, problem?: ProblemDocument) {
    super(problem?.detail ?? `HTTP ${status}`)
    this.status = status
    this.problem = problem
  }
}

let running: Promise<void> | undefined

/**
 * Exchanges the refresh token, once for all requests and all tabs that need it at the same time.
 * @param failed the access token that was refused; when another tab has replaced it meanwhile, there is nothing to do
 */
export function refresh(failed: string | undefined): Promise<void> {
  if (readSession() && readSession()?.token !== failed) return Promise.resolve()
  return (running ??= underLock(failed).finally(() => (running = undefined)))
}

async function underLock(failed: string | undefined) {
  const known = readSession()?.refreshToken ?? read('refreshToken')
  const turn = async () => {
    if (read('refreshToken') !== known) await otherTabsSession(failed)
    if (readSession() && readSession()?.token !== failed) return
    await exchangeToken()
  }
  return navigator.locks ? navigator.locks.request('tawqi-refresh', turn) : turn()
}

/** Another tab stored a new token, before or while this one waited for its turn; its session follows over the channel. */
function otherTabsSession(failed: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(patience)
      stop()
      resolve()
    }
    const patience = setTimeout(done, 1000)
    const stop = onSession(() => readSession()?.token !== failed && done())
    if (readSession() && readSession()?.token !== failed) done()
  })
}

async function exchangeToken() {
  const refreshToken = read('refreshToken')
  if (!refreshToken) throw new RefreshRefused(401)
  const answer = await ask(refreshToken)
  if (answer.status === 200) {
    const session = z.decode(Session, await answer.json())
    if (read('refreshToken') !== refreshToken) throw new RefreshRefused(401) // signed out while the answer was on its way
    return startSession(session)
  }
  const problem = (await answer.json().catch(() => undefined)) as ProblemDocument | undefined
  if (problem?.detail === 'TOKEN_EXPIRED') {
    clearSession()
    if (!needsNoSession(location.search)) leave('ended')
  }
  throw new RefreshRefused(answer.status, problem)
}

const passing = new Set([408, 425, 429, 500, 502, 503, 504])
const patienceMs = 120_000
const longestWaitMs = 8_000

/** An outage logs nobody out: cut connections and passing faults are tried again, with waits that grow and differ between browsers. */
async function ask(refreshToken: string): Promise<Response> {
  const url = new URL('/api/v1/auth/refresh', location.origin)
  const until = Date.now() + patienceMs
  let isFirst = true
  for (let wait = 500; ; wait = Math.min(wait * 2, longestWaitMs)) {
    const lastTry = Date.now() > until
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Accept-Language': read('acceptLanguage') ?? 'ar-SA',
          'X-DEVICE-ID': deviceId(),
          DPoP: await proofFor('POST', url, undefined),
        },
        body: JSON.stringify({ refreshToken, deviceID: deviceId() }),
      })
      const hadWrongTime = learnClock(answer)
      if (answer.status === 401 && hadWrongTime && isFirst) {
        isFirst = false
        continue
      }
      if (!passing.has(answer.status) || lastTry) return answer
    } catch (error) {
      if (lastTry) throw error
    }
    dispatchEvent(new Event('tawqi-reconnecting'))
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())))
  }
}
