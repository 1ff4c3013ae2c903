import { opaqueId } from '#contract/kit.ts'
import { readReturnedPayment } from '#contract/payments.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Refusal } from '../../kit/client.ts'
import { useCall } from '../../kit/useCall.ts'
import { LostArt } from '../../ui/lostArt.tsx'
import { Facts } from '../../ui/display.tsx'
import { ProgressBar, Waiting } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { Money } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { OutcomeHead } from './OutcomeHead.tsx'

const pollEveryMs = 3000
const mostPolls = 20

/** The outcome for a payer who is not signed in, by the token that the gateway brought back. */
export function ReturnedPayment() {
  const { t } = useTranslation('payments')
  const names = usePlanNames()
  const [query] = useSearchParams()
  const [payment, token] = [opaqueId.safeParse(query.get('payment')), opaqueId.safeParse(query.get('return'))]
  const isKnown = payment.success && token.success
  const result = useCall(
    readReturnedPayment,
    { encodedPaymentSlno: payment.data ?? '', returnToken: token.data ?? '' },
    {
      enabled: isKnown,
      staleTime: 0,
      refetchInterval: ({ state }) => state.data?.status === 'initiated' && state.dataUpdateCount < mostPolls && pollEveryMs,
    },
  )
  const signIn = (
    <Link className="btn btn-primary" to={to('login', { from: to('paymentHistory') })}>
      {t('returned.signIn')}
    </Link>
  )
  if (!isKnown || (result.error instanceof Refusal && result.error.problem.detail === 'NOT_FOUND')) {
    return (
      <State art={<LostArt />} title={t('unknown')} actions={signIn}>
        {t('returned.unknownText')}
      </State>
    )
  }
  if (result.error && !result.data) return <FetchFailed of={result} />
  if (!result.data) return <Waiting>{t('checking')}</Waiting>
  const { amount, status } = result.data
  return (
    <section className="card outcome" aria-labelledby="outcome">
      <OutcomeHead outcome={result.data} />
      {status === 'initiated' && <ProgressBar label={t('waiting')} />}
      <Facts
        facts={[
          [t('plan'), names.planName(result.data)],
          [t('amount'), <Money key="amount" halalas={amount} />],
        ]}
      />
      <p className="quiet">{t('returned.more')}</p>
      <div className="outcome-actions">{signIn}</div>
    </section>
  )
}
