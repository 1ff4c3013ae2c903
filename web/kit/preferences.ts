import type { Session } from '#contract/sessions.ts'
import { chooseTheme } from './appearance.ts'
import { chooseLanguage } from './i18n.ts'
import { readSession, startSession } from './session.ts'

/** A sign-in: what the person chose for all their devices holds from here on; what is switched afterwards on this one stays. */
export function enter(session: Session) {
  const { language, theme } = session.preferences
  if (language) void chooseLanguage(language)
  if (theme) chooseTheme(theme)
  startSession(session)
}

/** The person changed how things are shown, for all their devices and here at once. */
export function keepPreferences(preferences: Session['preferences']) {
  const session = readSession()
  if (session) startSession({ ...session, preferences })
}
