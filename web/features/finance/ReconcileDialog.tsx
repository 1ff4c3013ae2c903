import { reconcile } from '#contract/reconciliation.ts'
import { to } from '#contract/screens.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useShown } from '../../kit/shown.ts'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Dialog } from '../../ui/overlays.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import type { Days } from '../../ui/PeriodPicker.tsx'

const PeriodPicker = lazy(() => import('../../ui/PeriodPicker.tsx'))

/** Which days of the statement are compared. */
export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('finance')
  const navigate = useNavigate()
  const [calendar, setCalendar] = useState(useShown().calendar)
  const run = useSend(reconcile)
  const start = async (days: Days | undefined) => {
    if (!days) return
    try {
      const { runID } = await run.mutateAsync({ fromDate: days.from, toDate: days.to })
      await navigate(to('reconciliation', { runID }))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <Dialog title={t('reconciliations.run')} isOpen onOpenChange={(open) => open || onClose()}>
      <p className="quiet">{t('reconciliations.runText')}</p>
      {run.isPending ? (
        <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>
          <PeriodPicker
            value={undefined}
            isNarrowed={false}
            calendar={calendar}
            onCalendar={setCalendar}
            onChoose={(days) => void start(days)}
            months={1}
          />
        </Suspense>
      )}
    </Dialog>
  )
}
