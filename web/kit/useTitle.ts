import type { Opens } from '#contract/publicScreens.ts'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'

export type TitleKey = ParseKeys<['header', 'routes']>
/** @property opens who may see the screen */
export type Handle = { title?: TitleKey; opens?: Opens }

/** The titled routes from the area's root to the screen that is shown. */
export function useTrail(): { title: string; to: string }[] {
  const { t } = useTranslation(['header', 'routes'], { useSuspense: false }) // public pages have no boundary, and need `header` alone
  return useMatches().flatMap(({ handle, pathname }) => {
    const key = (handle as Handle | undefined)?.title
    return key ? [{ title: t(key), to: pathname }] : []
  })
}

export const useTitle = () => useTrail().at(-1)?.title ?? ''
