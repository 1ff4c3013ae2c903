import { readCatalogue } from '#contract/catalogueChanges.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Waiting } from '../../ui/Progress.tsx'
import './finance.css'

/** With its calendars, which are large. */
const CatalogueChangeForm = lazy(() => import('./CatalogueChangeForm.tsx'))

/** A change of the catalogue is proposed: the address says of what. */
export default function NewCatalogueChangePage() {
  const { t } = useTranslation('finance')
  const { data, error, refetch } = useCall(readCatalogue, {})
  const [query] = useSearchParams()
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page text={t('propose.lead')}>
      <Suspense fallback={<Waiting />}>
        <CatalogueChangeForm catalogue={data} query={query} />
      </Suspense>
    </Page>
  )
}
