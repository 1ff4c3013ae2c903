import { to } from '#contract/screens.ts'
import { listMyCertificates, readMyCertificate } from '#contract/certificates.ts'
import { opaqueId } from '#contract/kit.ts'
import { listPaymentHistory, type paymentReturns, recheckPayment } from '#contract/payments.ts'
import { listPurchasedPlans } from '#contract/subscriptions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Refusal, send } from '../../kit/client.ts'
import { messageOf } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'
import { FailedArt } from '../../ui/art.tsx'
import { LostArt } from '../../ui/lostArt.tsx'
import { Button } from '../../ui/Button.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { type Outcome, PaymentOutcomeCard } from './PaymentOutcomeCard.tsx'

const pollEveryMs = 3000
const mostPolls = 20

/** What became of the payment that the address names. What the gateway puts in the address proves nothing: the server asks the gateway. */
export function PaymentOutcome({ returnTo }: { returnTo?: (typeof paymentReturns)[number] }) {
  const { t } = useTranslation('payments')
  const [query] = useSearchParams()
  const id = opaqueId.safeParse(query.get('payment'))
  const payment = usePaymentOutcome(id.data)
  const isUnknown = !id.success || (payment.error instanceof Refusal && payment.error.problem.detail === 'NOT_FOUND')
  if (isUnknown) return <Unknown />
  if (payment.data) {
    return (
      <PaymentOutcomeCard
        outcome={payment.data}
        returnTo={returnTo}
        isPolling={payment.isPolling}
        isChecking={payment.isFetching}
        onCheck={() => void payment.refetch()}
      />
    )
  }
  if (!payment.error) return <Waiting>{t('checking')}</Waiting>
  return (
    <State
      art={<FailedArt />}
      title={t('unclear')}
      actions={
        <Button icon="refresh" onPress={() => void payment.refetch()}>
          {t('check')}
        </Button>
      }
    >
      {messageOf(payment.error)}
    </State>
  )
}

function Unknown() {
  const { t } = useTranslation('payments')
  return (
    <State
      art={<LostArt />}
      title={t('unknown')}
      actions={
        <Link className="btn btn-primary" to={to('paymentHistory')}>
          {t('toPayments')}
        </Link>
      }
    >
      {t('unknownText')}
    </State>
  )
}

/** Asks until the gateway has decided, for a minute; after that the person asks. */
function usePaymentOutcome(encodedPaymentSlno: string | undefined) {
  const { i18n } = useTranslation()
  const isOpen = (outcome: Outcome | undefined, asked: number) => outcome?.status === 'initiated' && asked < mostPolls
  const result = useQuery({
    queryKey: [recheckPayment.path, encodedPaymentSlno, i18n.language],
    queryFn: ({ signal }) => send(recheckPayment, { encodedPaymentSlno: encodedPaymentSlno! }, { signal }),
    enabled: encodedPaymentSlno !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => isOpen(state.data, state.dataUpdateCount) && pollEveryMs,
  })
  const status = result.data?.status
  useEffect(() => {
    if (!status || status === 'initiated') return
    for (const { path } of [listPurchasedPlans, listPaymentHistory, listMyCertificates, readMyCertificate])
      void queries.invalidateQueries({ queryKey: [path] })
  }, [status])
  const asked = queries.getQueryState([recheckPayment.path, encodedPaymentSlno, i18n.language])?.dataUpdateCount ?? 0
  return { ...result, isPolling: isOpen(result.data, asked) }
}
