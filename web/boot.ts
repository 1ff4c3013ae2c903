/** Runs before the first paint, so that no page flashes in another language, direction or theme. */
import './kit/withoutEval.ts'
import { detectLanguage, readTheme, showLanguage, showTheme } from './kit/appearance.ts'
import { textsAddress } from './kit/textsAddress.ts'

/** Put in by the build. */
declare const textsVersion: string

const page = document.documentElement
page.dataset.sent = page.lang
page.dataset.texts = textsVersion
showLanguage(detectLanguage())
showTheme(readTheme())
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showTheme(readTheme()))

// The first use of dates and numbers takes up to fifty milliseconds, whoever makes it; the application does at once. Here nobody can touch anything yet.
if (location.pathname.startsWith('/app')) Intl.DateTimeFormat.supportedLocalesOf('ar')

const { start, ...lists } = document.currentScript!.dataset
const listed = (list = '') => list.split(' ').filter(Boolean)
const parts = listed(lists.parts)
/** Fetched with the rest, and evaluated once there are texts. */
const screens = listed(lists.screens)
const texts = listed(lists.texts)

/** What is on the page is painted first; the application takes nothing from its fonts, and everything it needs comes at once. */
async function startApplication() {
  ask([...parts, ...screens], { rel: 'modulepreload' })
  const words = texts.map((namespace) => textsAddress(page.lang, namespace, textsVersion))
  ask(words, { rel: 'preload', as: 'fetch', crossOrigin: '' })
  let since = performance.now()
  for (const part of parts) {
    await import(/* @vite-ignore */ part).catch(() => undefined) // asked for again by what needs it, which fails with better words
    if (performance.now() - since < mostMs) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  await import(/* @vite-ignore */ start!)
}

/** Evaluating the parts one after the other leaves gaps, in which the page answers to the person; in milliseconds. */
const mostMs = 4

function ask(addresses: readonly string[], link: Partial<HTMLLinkElement>) {
  for (const href of addresses) document.head.append(Object.assign(document.createElement('link'), link, { href }))
}

const afterPaint = () => requestAnimationFrame(() => setTimeout(startApplication))
if (start) addEventListener('DOMContentLoaded', () => (document.hidden ? void startApplication() : afterPaint()))
