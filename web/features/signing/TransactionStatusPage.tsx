import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import './signing.css'
import { Page } from '../../kit/Page.tsx'
import { SigningProgress, UnknownSigning } from './SigningProgress.tsx'

/** One signing, from the wait for the approval to its end. The address names it, so that it survives a reload. */
export default function TransactionStatusPage() {
  const { t } = useTranslation('signing')
  const [query] = useSearchParams()
  const transactionID = query.get('transactionID') ?? ''
  return (
    <Page
      actions={
        <Link className="btn btn-secondary" to={to('myTransactions')}>
          {t('returned.list')}
        </Link>
      }
    >
      {/^[\w-]{22}$/.test(transactionID) ? <SigningProgress key={transactionID} transactionID={transactionID} /> : <UnknownSigning />}
    </Page>
  )
}
