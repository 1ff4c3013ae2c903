import type { TransactionRow } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FileName } from '../../ui/values.tsx'

type Props = Pick<z.output<typeof TransactionRow>, 'documentName' | 'numberOfDocuments'>

/** A signing by its document's name and how many more there are, and never by its identifier. */
export function TransactionName({ documentName, numberOfDocuments }: Props) {
  const { t } = useTranslation('ui')
  if (!documentName) return <span className="quiet">{t('documentGone')}</span>
  return (
    <span className="transaction-name">
      <FileName>{documentName}</FileName>
      {numberOfDocuments > 1 && <span className="quiet"> {t('moreDocuments', { count: numberOfDocuments - 1 })}</span>}
    </span>
  )
}
