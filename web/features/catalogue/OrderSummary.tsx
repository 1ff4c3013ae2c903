import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { OrderLines, PayButton } from './OrderLines.tsx'
import type { Plan } from './PlanCard.tsx'
import { usePlanNames } from './planNames.ts'
import { usePlanOrder } from './planOrder.ts'

/** The order of a plan that was chosen in one's own area, over the plans. */
export function OrderSummary({ plan, vat, onClose }: { plan: Plan; vat: string; onClose: () => void }) {
  const { t } = useTranslation(['catalogue', 'ui'])
  const names = usePlanNames()
  const order = usePlanOrder(plan)
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
      <OrderLines plan={plan} vat={vat} order={order} title={<strong>{names.planName(plan)}</strong>} />
    </Dialog>
  )
}
