/** Runs before the first paint, so that no page flashes in another language, direction or theme. */
import { detectLanguage, readTheme, showLanguage, showTheme } from './kit/appearance.ts'

document.documentElement.dataset.sent = document.documentElement.lang
showLanguage(detectLanguage())
showTheme(readTheme())
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showTheme(readTheme()))

const { start, modules = '', texts = '' } = document.currentScript!.dataset

/** What is on the page is painted first; the application takes nothing from its fonts, and everything it needs comes at once. */
function startApplication() {
  ask(modules, { rel: 'modulepreload' })
  ask(texts, { rel: 'preload', as: 'fetch', crossOrigin: '' })
  if (start) void import(/* @vite-ignore */ start)
}

function ask(addresses: string, link: Partial<HTMLLinkElement>) {
  for (const href of addresses.split(' ')) if (href) document.head.append(Object.assign(document.createElement('link'), link, { href }))
}

addEventListener('DOMContentLoaded', () =>
  document.hidden ? startApplication() : requestAnimationFrame(() => setTimeout(startApplication)),
)
