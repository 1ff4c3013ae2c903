import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/app.ts'

const macOf = ({ secrets }: Pick<App, 'secrets'>, publicId: string) =>
  createHmac('sha256', secrets.paymentReturns).update(publicId).digest().subarray(0, 16)

/** Goes out in the address that the gateway sends the payer back to. Whoever brings it may learn what became of this payment, without a session. */
export const returnToken = (app: Pick<App, 'secrets'>, publicId: string): string => macOf(app, publicId).toString('base64url')

export function isReturnToken(app: Pick<App, 'secrets'>, publicId: string, token: string): boolean {
  const given = Buffer.from(token, 'base64url')
  return given.length === 16 && timingSafeEqual(given, macOf(app, publicId))
}
