import { listEsignPlans } from '#contract/catalogue.ts'
import { screens } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useCall } from '../../kit/useCall.ts'
import { RadioGroup } from '../../ui/fields.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Money } from '../../ui/values.tsx'
import { OrderSummary } from '../catalogue/OrderSummary.tsx'
import type { Plan } from '../catalogue/PlanCard.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'

/** A plan, bought where it was found missing: the payment page leads back to the signing. */
export default function BuyHere({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['catalogue', 'ui'])
  const { data, error, refetch } = useCall(listEsignPlans, {})
  const [slno, choose] = useState<string>()
  const plans = data?.planDetailsDTOList ?? []
  const plan = plans.find(({ encodedPlanSlno }) => encodedPlanSlno === slno) ?? plans[0]
  if (data && plan) return <Order plans={plans} plan={plan} vat={data.vat} onChoose={choose} onClose={onClose} />
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('catalogue:summary')}>
      {error ? <FetchFailed of={{ error, refetch }} /> : data ? <p>{t('catalogue:noneText')}</p> : <Waiting />}
    </Dialog>
  )
}

type Props = { plans: readonly Plan[]; plan: Plan; vat: string; onChoose: (id: string) => void; onClose: () => void }

function Order({ plans, plan, vat, onChoose, onClose }: Props) {
  const { t } = useTranslation('catalogue')
  const names = usePlanNames()
  return (
    <OrderSummary plan={plan} vat={vat} onClose={onClose} returnTo={screens.sign.path}>
      <RadioGroup
        label={t('whichPlan')}
        value={plan.encodedPlanSlno}
        onChange={onChoose}
        choices={plans.map((one) => ({
          id: one.encodedPlanSlno,
          label: names.planName(one),
          text: (
            <>
              {t('transactions', { count: one.transactionLimit })} · <Money halalas={one.totalPrice} />
            </>
          ),
        }))}
      />
    </OrderSummary>
  )
}
