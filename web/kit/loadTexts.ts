import i18next from 'i18next'

/** Those that every page has before its screen. */
export const firstNamespaces = ['index', 'header', 'footer']

/** Fetches texts ahead of the screen that shows them; nothing to do where pages are rendered at build. */
export const loadTexts = (namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces)

/**
 * A script and the words that it says. The build puts this around every `import()` (`web/build/words.ts`).
 * @public
 */
export const withWords = <T>(script: Promise<T>, namespaces: string[]): Promise<T> =>
  Promise.all([script, loadTexts(namespaces)]).then(([loaded]) => loaded)
