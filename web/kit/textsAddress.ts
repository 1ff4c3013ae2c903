/**
 * Where the texts of a language are.
 * @param version of all texts, with which the page was built: what comes from there is kept for good
 */
export const textsAddress = (language: string, namespace: string, version = '') =>
  `/locales/${language}/${namespace}.json${version && `?v=${version}`}`
