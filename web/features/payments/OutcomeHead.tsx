import type { Output } from '#contract/kit.ts'
import type { PaymentStatus, recheckPayment } from '#contract/payments.ts'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import type { Tone } from '../../ui/Notice.tsx'

const looks: Record<PaymentStatus, [tone: Tone, icon: IconName]> = {
  initiated: ['info', 'clock'],
  paid: ['success', 'success'],
  failed: ['error', 'error'],
  expired: ['warning', 'clock'],
  cancelled: ['warning', 'info'],
  refunded: ['info', 'refresh'],
}

type Props = { outcome: Pick<Output<typeof recheckPayment>, 'status' | 'message' | 'failure'> }

/** What became of a payment, first of all that is told about it. */
export function OutcomeHead({ outcome: { status, message, failure } }: Props) {
  const { t } = useTranslation('payments')
  const [tone, icon] = looks[status]
  return (
    <div className={`outcome-head tone-${tone}`} role="status">
      <Icon name={icon} size={32} />
      <div>
        <h2 id="outcome">{t(`outcome.${status}`)}</h2>
        <p>{message}</p>
        {failure && <p>{t(`bank.${failure}`)}</p>}
      </div>
    </div>
  )
}
