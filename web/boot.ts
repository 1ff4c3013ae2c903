/** Runs before the first paint, so that no page flashes in another language, direction or theme. */
import { detectLanguage, readTheme, showLanguage, showTheme } from './kit/appearance.ts'

document.documentElement.dataset.sent = document.documentElement.lang
showLanguage(detectLanguage())
showTheme(readTheme())
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showTheme(readTheme()))
