import { useTranslation } from 'react-i18next'

/** The document's title and description; React lifts them into the head. */
export function Head({ title, description }: { title: string; description?: string }) {
  const { t } = useTranslation('header')
  const brand = t('brand')
  return (
    <>
      <title>{title.startsWith(brand) ? title : `${title} · ${brand}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
