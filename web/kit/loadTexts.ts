import i18next from 'i18next'

/** Fetches texts ahead of the screen that shows them; nothing to do where pages are rendered at build. */
export const loadTexts = (namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces)
