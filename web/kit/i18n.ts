import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { inserted, insertion } from './inserted.ts'
import { type Language, languages, showLanguage } from './appearance.ts'
import { firstNamespaces } from './loadTexts.ts'
import { onShown } from './shown.ts'
import { textsAddress } from './textsAddress.ts'

const fallbackLng = 'en'
let chosen: Language | undefined

/** Whoever reads Arabic needs no English: a file of it is asked for where their own did not come, and is here before that is known. */
const texts: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    if (language !== i18next.language && language !== chosen) return done(null, null)
    fetchTexts(language, namespace).then(
      (found) => done(null, found),
      async (error: Error) => {
        if (language !== fallbackLng && !i18next.hasResourceBundle(fallbackLng, namespace)) await standIn(namespace)
        done(error, error.cause !== isNotThere)
      },
    )
  },
}

const isNotThere = 404

/** @throws Error whose cause is the status, where there is an answer */
async function fetchTexts(language: string, namespace: string): Promise<ResourceKey> {
  const answer = await fetch(textsAddress(language, namespace, document.documentElement.dataset.texts))
  if (!answer.ok) throw new Error(answer.url, { cause: answer.status })
  return (await answer.json()) as ResourceKey
}

const standIn = (namespace: string) =>
  fetchTexts(fallbackLng, namespace).then(
    (found) => i18next.addResourceBundle(fallbackLng, namespace, found),
    () => undefined,
  )

export const startI18n = () =>
  i18next
    .use(texts)
    .use(LanguageDetector)
    .use(initReactI18next)
    .use(inserted)
    .init({
      supportedLngs: ['en', 'ar'],
      fallbackLng,
      load: 'languageOnly',
      ns: firstNamespaces,
      defaultNS: 'index',
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      // `lng` in the address, the cookie `i18next` and `i18nextLng` are its own defaults
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'navigator'],
        caches: ['localStorage'],
      },
      ...insertion,
    })
    .then(() => i18next)

// every sentence is written anew
onShown(() => i18next.emit('languageChanged', i18next.language))

i18next.on('languageChanged', (language) => showLanguage(languages.find((known) => known === language) ?? 'ar'))

const missingForMs = 60_000

/** Every later load asks for what had failed too; for a while it does without, so that no screen waits for all the retries again. */
i18next.on('failedLoading', (language, namespace) => {
  const { state } = i18next.services.backendConnector as { state: Record<string, number> }
  const file = `${language}|${namespace}`
  queueMicrotask(() => (state[file] = -1)) // failed, do not ask
  setTimeout(() => state[file] === -1 && (state[file] = 0), missingForMs) // failed, the next load asks again
})

/** Who has no connection keeps the language that they have: false. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  chosen = language
  const missing = () => (i18next.options.ns as string[]).filter((namespace) => !i18next.hasResourceBundle(language, namespace))
  let asked: string[] = []
  // a screen that comes meanwhile brings more
  for (let left = missing(); left.length > 0; left = missing()) {
    if (left.some((namespace) => asked.includes(namespace))) return false
    asked = left
    await i18next.reloadResources([language], left)
  }
  if (chosen === language) await i18next.changeLanguage(language)
  return true
}
