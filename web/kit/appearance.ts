import { read, write } from './storage.ts'

export const languages = ['ar', 'en'] as const
export type Language = (typeof languages)[number]

export const locales: Record<Language, string> = { ar: 'ar-SA', en: 'en-US' }
export const directions: Record<Language, 'rtl' | 'ltr'> = { ar: 'rtl', en: 'ltr' }

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const asLanguage = (value: string | null | undefined) =>
  languages.find((language) => value === language || value?.startsWith(`${language}-`))

/** The cookie tells the server which language's page to send. */
function keepLanguage(language: Language) {
  write('language', language)
  write('acceptLanguage', locales[language])
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `i18next=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/** Query string, cookie, storage; the browser's own preference does not outrank Arabic as the default. */
export function detectLanguage(): Language {
  const cookie = document.cookie.match(/(?:^|; )i18next=([^;]*)/)?.[1]
  return asLanguage(new URLSearchParams(location.search).get('lng')) ?? asLanguage(cookie) ?? asLanguage(read('language')) ?? 'ar'
}

export function showLanguage(language: Language) {
  const root = document.documentElement
  root.lang = language
  root.dir = directions[language]
  keepLanguage(language)
}

export const readTheme = (): Theme => themes.find((theme) => theme === read('theme')) ?? 'light'

export function showTheme(theme: Theme) {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#151d2b' : '#ffffff')
}

export function chooseTheme(theme: Theme) {
  write('theme', theme)
  showTheme(theme)
}
