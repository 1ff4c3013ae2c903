import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { inserted, insertion } from './inserted.ts'
import { firstNamespaces } from './loadTexts.ts'
import { onShown } from './shown.ts'
import { type Language, languages, showLanguage } from './appearance.ts'

export const startI18n = () =>
  i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .use(inserted)
    .init({
      supportedLngs: ['en', 'ar'],
      fallbackLng: 'en',
      load: 'languageOnly',
      ns: firstNamespaces,
      defaultNS: 'index',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
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

export const chooseLanguage = (language: Language) => i18next.changeLanguage(language)
