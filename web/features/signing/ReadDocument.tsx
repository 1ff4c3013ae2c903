import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import type { Readable } from './DocumentReader.tsx'

const DocumentReader = lazy(() => import('./DocumentReader.tsx'))

/** Opens a document to be read here, page by page. */
export function ReadDocument(document: Readable) {
  const { t } = useTranslation('ui')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="eye" aria-label={`${t('viewer.read')}: ${document.name}`} onPress={() => setOpen(true)}>
        {t('viewer.read')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DocumentReader {...document} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
