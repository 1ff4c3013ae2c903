import { read, write } from './storage.ts'

/** Names this browser to the server; the list of registered devices shows it. */
export function deviceId(): string {
  let id = read('deviceId')
  if (!id) {
    id = crypto.randomUUID()
    write('deviceId', id)
  }
  return id
}

/** A hash of what this browser looks like, kept here only. */
export async function rememberVisitor() {
  if (read('visitorId')) return
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const traits = [navigator.userAgent, navigator.languages.join(), zone, screen.width, screen.height, screen.colorDepth, devicePixelRatio]
  traits.push(navigator.hardwareConcurrency, navigator.maxTouchPoints, navigator.platform)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(traits.join('|')))
  write('visitorId', Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(''))
}
