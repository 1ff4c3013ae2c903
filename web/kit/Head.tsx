import { to } from '#contract/publicScreens.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

/** The document's title and description; React lifts them into the head. */
export function Head({ title, description }: { title: string; description?: string }) {
  const { t, i18n } = useTranslation('header')
  const { pathname } = useLocation()
  useEffect(() => moveAddresses(pathname, i18n.language), [pathname, i18n.language])
  const brand = t('brand')
  return (
    <>
      <title>{title.startsWith(brand) ? title : `${title} · ${brand}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}

/** A prerendered page came with its own addresses (`build/pages.ts`); what is shared from a browser is the canonical one. */
function moveAddresses(pathname: string, language: string) {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel=canonical], link[hreflang]')) {
    const url = new URL(link.href)
    url.pathname = pathname === to('index') ? '/' : pathname
    if (link.rel === 'canonical') url.search = language === 'en' ? '?lng=en' : ''
    link.href = url.href
  }
}
