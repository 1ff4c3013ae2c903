import { useSearchParams } from 'react-router'
import './signing.css'
import { Page } from '../../kit/Page.tsx'
import NotFoundPage from '../site/NotFoundPage.tsx'
import { SigningProgress } from './SigningProgress.tsx'

/** One signing, from the wait for the approval to its end. The address names it, so that it survives a reload. */
export default function TransactionStatusPage() {
  const [query] = useSearchParams()
  const transactionID = query.get('transactionID') ?? ''
  if (!/^[\w-]{22}$/.test(transactionID)) return <NotFoundPage />
  return (
    <Page>
      <SigningProgress key={transactionID} transactionID={transactionID} />
    </Page>
  )
}
