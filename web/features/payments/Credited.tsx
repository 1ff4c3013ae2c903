import { listPurchasedPlans } from '#contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sendList } from '../../kit/client.ts'
import { DateText } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'

/** What the order brought. The newest plans come first, and an order that is looked at again may have been used up since. */
export function Credited({ encodedOrderSlno }: { encodedOrderSlno: string }) {
  const { t } = useTranslation('payments')
  const names = usePlanNames()
  const { data } = useQuery({
    queryKey: [listPurchasedPlans.path, 'of order', encodedOrderSlno],
    queryFn: ({ signal }) => sendList(listPurchasedPlans, {}, 0, 100, { signal }),
  })
  const plan = data?.dataList.find((one) => one.encodedOrderSlno === encodedOrderSlno)
  if (!plan) return null
  return (
    <div className="credited">
      <div>
        <span className="small quiet">{t('credited', { name: names.planName(plan) })}</span>
        <strong>{t('transactions', { count: plan.transactions })}</strong>
      </div>
      <div>
        <span className="small quiet">{t('validTo')}</span>
        <DateText at={plan.validTo} />
      </div>
    </div>
  )
}
