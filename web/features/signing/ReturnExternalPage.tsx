import { to } from '#contract/screens.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import './signing.css'
import { Page } from '../../kit/Page.tsx'
import { SigningProgress, UnknownSigning } from './SigningProgress.tsx'

/**
 * Where a person lands when the signing that another application asked for returns. Of the address only the transaction's number is
 * read, and what is shown is what the server holds of it: where else the address would lead to, or says to have happened, counts for nothing.
 */
export default function ReturnExternalPage() {
  const { t } = useTranslation('signing')
  const [query, setQuery] = useSearchParams()
  const transactionID = query.get('transactionID') ?? ''
  const hasMore = [...query.keys()].some((name) => name !== 'transactionID')
  useEffect(() => {
    if (hasMore) setQuery(transactionID ? { transactionID } : {}, { replace: true })
  }, [hasMore]) // eslint-disable-line react-hooks/exhaustive-deps -- once, for what came with the address
  return (
    <Page text={t('returned.lead')}>
      {/^[\w-]{22}$/.test(transactionID) ? <SigningProgress key={transactionID} transactionID={transactionID} /> : <UnknownSigning />}
      <section className="card signing-back">
        <p>{t('returned.next')}</p>
        <Link className="btn btn-secondary" to={to('myTransactions')}>
          {t('returned.list')}
        </Link>
      </section>
    </Page>
  )
}
