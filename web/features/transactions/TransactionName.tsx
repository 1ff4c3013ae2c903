import type { TransactionRow } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FileName, Ltr } from '../../ui/values.tsx'

type Props = Pick<z.output<typeof TransactionRow>, 'documentName' | 'numberOfDocuments' | 'transactionID'>

/** A signing by its document's name and how many more there are; by its identifier where the document is gone. */
export function TransactionName({ documentName, numberOfDocuments, transactionID }: Props) {
  const { t } = useTranslation('ui')
  if (!documentName) return <Ltr>{transactionID.slice(0, 8)}</Ltr>
  return (
    <span className="transaction-name">
      <FileName>{documentName}</FileName>
      {numberOfDocuments > 1 && <span className="quiet"> {t('moreDocuments', { count: numberOfDocuments - 1 })}</span>}
    </span>
  )
}
