/** Decisions on requests, by whoever may make them, with their approval in the identity app. */
import type { Browser } from './server.ts'

/** Decides at the two calls below `path`. @returns the last answer: of the decision, or of its refusal */
export async function decideAt(path: string, by: Browser, request: object, { isApproved = true, remarks = '' } = {}) {
  const decided = { ...request, isApproved: isApproved ? '1' : '0', remarks }
  const proposed = await by.post(`${path}/initiate`, decided)
  if (proposed.body.status !== '1') return proposed
  const { transId, random } = proposed.body
  return by.pollUntilEnded(`${path}/verify`, { ...decided, transId, random })
}

/** The kinds of what somebody was told, the latest first, with their sentences. */
export const noticesOf = async (browser: Browser) =>
  (await browser.get('/api/v1/dashboard/my/notifications?size=100')).body.dataList as { kind: string; message: string }[]
