import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { FileViewer } from '../../ui/FileViewer.tsx'
import { FullDialog } from '../../ui/overlays.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import DocumentPassword from './DocumentPassword.tsx'

export type Readable = {
  /** Tells documents of one name apart. */
  id: string
  name: string
  load: (signal: AbortSignal) => Promise<Blob>
  /** What opens it, where that is known. */
  password?: string | undefined
  onReadToEnd?: () => void
}

/** A document over the whole window; one behind a password asks for it. Nothing of it is kept when it is closed. */
export default function DocumentReader({ id, name, load, password, onReadToEnd, onClose }: Readable & { onClose: () => void }) {
  const { t } = useTranslation('ui')
  const document = useQuery({ queryKey: ['document', id], queryFn: ({ signal }) => load(signal), gcTime: 0, staleTime: Infinity })
  const [typed, setTyped] = useState(password)
  const close = <IconButton icon="close" label={t('close')} onPress={onClose} />
  return (
    <FullDialog label={name} onClose={onClose}>
      {document.data ? (
        <FileViewer
          file={document.data}
          kind="pdf"
          name={name}
          password={typed}
          locked={<DocumentPassword name={name} isAgain={typed !== undefined} onGiven={setTyped} />}
          onReadToEnd={onReadToEnd}
          actions={close}
        />
      ) : (
        <div className="dialog-waits">
          {close}
          {document.isPending ? <Waiting /> : <FetchFailed of={document} />}
        </div>
      )}
    </FullDialog>
  )
}
