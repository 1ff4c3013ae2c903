import { isInApp } from '#contract/publicScreens.ts'
import { to } from '#contract/screens.ts'
/**
 * Only addresses of this application may follow a sign-in; anything else leads to the person's own area.
 * The path is judged as the browser would read it, so that no spelling of another origin passes.
 */
export function returnAddress(from: string | null, origin: string): string {
  const otherwise = to('start')
  if (!from || hasUnsafeCharacter(from) || !(isInApp(from) || isBeforeApp(from.split('?')[0]!))) return otherwise
  const url = URL.canParse(from, origin) ? new URL(from, origin) : undefined
  if (url?.origin !== origin || url.pathname.startsWith(to('login'))) return otherwise
  if (!isInApp(url.pathname) && !isBeforeApp(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}

/** Screens outside the signed-in area that need a session all the same. */
const isBeforeApp = (path: string) => path === to('verifyPayments') || path === to('paymentStatusPreLogin')

/** Browsers drop tabs and line breaks from an address and read a backslash as a slash. */
const hasUnsafeCharacter = (text: string) =>
  Array.from(text).some((character) => character <= ' ' || character === '\\' || character === '\u007f')
