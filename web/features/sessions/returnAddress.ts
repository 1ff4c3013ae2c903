/**
 * Only addresses of this application may follow a sign-in; anything else leads to the person's own area.
 * The path is judged as the browser would read it, so that no spelling of another origin passes.
 */
export function returnAddress(from: string | null, origin: string): string {
  const otherwise = '/app'
  if (!from?.startsWith('/app/') || hasUnsafeCharacter(from)) return otherwise
  const url = URL.canParse(from, origin) ? new URL(from, origin) : undefined
  if (url?.origin !== origin || !url.pathname.startsWith('/app/') || url.pathname.startsWith('/app/login')) return otherwise
  return url.pathname + url.search + url.hash
}

/** Browsers drop tabs and line breaks from an address and read a backslash as a slash. */
const hasUnsafeCharacter = (text: string) =>
  Array.from(text).some((character) => character <= ' ' || character === '\\' || character === '\u007f')
