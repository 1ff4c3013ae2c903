import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

const DocumentReader = lazy(() => import('./DocumentReader.tsx'))

export type Readable = {
  /** Tells documents of one name apart. */
  id: string
  name: string
  load: (signal: AbortSignal) => Promise<Blob>
  /** What opens it, where that is known. */
  password?: string | undefined
  onReadToEnd?: () => void
}

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
