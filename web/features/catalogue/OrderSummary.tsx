import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { OrderLines, PayButton } from './OrderLines.tsx'
import type { Plan } from './PlanCard.tsx'
import { usePlanNames } from './planNames.ts'
import { usePlanOrder } from './planOrder.ts'

type Props = { plan: Plan; vat: string; onClose: () => void; returnTo?: Parameters<typeof usePlanOrder>[1]; children?: ReactNode }

/** The order of a plan in one's own area, over what it was chosen from. @property returnTo where the payment page leads back to */
export function OrderSummary({ plan, vat, onClose, returnTo, children }: Props) {
  const { t } = useTranslation(['catalogue', 'ui'])
  const names = usePlanNames()
  const order = usePlanOrder(plan, returnTo)
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={t('catalogue:summary')}
      footer={(close) => (
        <>
          <Button isDisabled={order.isLeaving} onPress={close}>
            {t('ui:cancel')}
          </Button>
          <PayButton order={order} />
        </>
      )}
    >
      {children}
      <OrderLines plan={plan} vat={vat} order={order} title={<strong>{names.planName(plan)}</strong>} />
    </Dialog>
  )
}
