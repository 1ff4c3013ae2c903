import { downloadDocument, downloadEvidence, downloadSignedDocuments, sendSignedLetter } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import { download, fetchFile, send } from '../../kit/client.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { ReadDocument } from '../signing/ReadDocument.tsx'

type Props = { id: string; name: string; edition: 'original' | 'signed'; kind?: 'primary' | 'secondary' }

/** One document to keep, as it was uploaded or as it was signed. */
export function SaveDocument({ id, name, edition, kind }: Props) {
  const { t } = useTranslation('transactions')
  const { isPending, run } = usePending()
  return (
    <Button
      kind={kind}
      icon="download"
      isPending={isPending}
      aria-label={`${t(`download.${edition}`)}: ${name}`}
      onPress={() => void run(() => download(downloadDocument, { uniqueFileID: id, edition }))}
    >
      {t(`download.${edition}`)}
    </Button>
  )
}

/** A signed document, to be read here. */
export const ReadSigned = ({ id, name }: Pick<Props, 'id' | 'name'>) => (
  <ReadDocument
    id={id}
    name={name}
    load={async (signal) => (await fetchFile(downloadDocument, { uniqueFileID: id, edition: 'signed' }, { signal })).blob}
  />
)

/** Who signed what, when and how: one sealed page, in the language of the screen. */
export function SaveEvidence({ transactionID }: { transactionID: string }) {
  const { t, i18n } = useTranslation('transactions')
  const { isPending, run } = usePending()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <Button
      icon="certificate"
      isPending={isPending}
      onPress={() => void run(() => download(downloadEvidence, { transactionID, language }))}
    >
      {t('download.evidence')}
    </Button>
  )
}

/** A link to them for another device, to the person's own address. */
export function SendLetter({ transactionID }: { transactionID: string }) {
  const { t } = useTranslation('transactions')
  const { isPending, run } = usePending()
  const post = async () => {
    const { sentTo } = await send(sendSignedLetter, { transactionID })
    toast('success', t('download.letterSent', { address: sentTo }))
  }
  return (
    <Button icon="link" isPending={isPending} onPress={() => void run(post)}>
      {t('download.letter')}
    </Button>
  )
}

/** All signed documents of a signing, in one file. */
export function SaveAllSigned({ transactionID, kind }: { transactionID: string } & Pick<Props, 'kind'>) {
  const { t } = useTranslation('transactions')
  const { isPending, run } = usePending()
  return (
    <Button
      kind={kind}
      icon="download"
      isPending={isPending}
      onPress={() => void run(() => download(downloadSignedDocuments, { transactionID }))}
    >
      {t('download.all')}
    </Button>
  )
}
