import type { Words } from '#contract/columns.ts'
import { useTranslation } from 'react-i18next'

/** Says what the contract has in both languages, in the one that is shown. */
export function useWords() {
  const { i18n } = useTranslation()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return Object.assign((words: Words) => words[language], { language } as const)
}
