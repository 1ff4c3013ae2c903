import { downloadDocument } from '#contract/transactions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchFile, keep } from '../../kit/client.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'

const isPdf = { type: 'application/pdf' }
/** Telephones hand a file on to any other application; most desks do not. */
const canShare = () => 'canShare' in navigator && navigator.canShare({ files: [new File([''], 'a.pdf', isPdf)] })

/** A signed document, handed on by the telephone: to a chat, a mail, another application. */
export function ShareDocument({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('transactions')
  const [isOffered] = useState(canShare)
  const { isPending, run } = usePending()
  if (!isOffered) return null
  const share = async () => {
    const file = await fetchFile(downloadDocument, { uniqueFileID: id, edition: 'signed' })
    try {
      await navigator.share({ files: [new File([file.blob], file.name, isPdf)], title: file.name })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return // the person thought better of it
      keep(file.blob, file.name) // some allow it only at once after a press, and a large file takes its time
    }
  }
  return (
    <Button icon="upload" isPending={isPending} aria-label={`${t('download.share')}: ${name}`} onPress={() => void run(share)}>
      {t('download.share')}
    </Button>
  )
}
