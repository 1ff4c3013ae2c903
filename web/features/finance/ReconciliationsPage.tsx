import { mayHandlePayments } from '#contract/operatorAccess.ts'
import { listReconciliations } from '#contract/reconciliation.ts'
import { to } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EitherFilter } from '../../kit/filters.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { useMay } from './may.ts'
import { ReconcileDialog } from './ReconcileDialog.tsx'

/** The statements that were compared with our books. */
export default function ReconciliationsPage() {
  const { t } = useTranslation('finance')
  const list = useList(listReconciliations)
  const mayHandle = useMay(mayHandlePayments)
  const [isAsked, ask] = useState(false)
  return (
    <Page
      text={t('reconciliations.lead')}
      actions={
        mayHandle && (
          <Button kind="primary" onPress={() => ask(true)}>
            {t('reconciliations.run')}
          </Button>
        )
      }
    >
      <ListTable
        list={list}
        keyOf={({ runID }) => runID}
        opens={({ runID }) => to('reconciliation', { runID })}
        nameOf={({ fromDate, toDate }) => `${fromDate} – ${toDate}`}
        empty={{ title: t('reconciliations.none'), text: t('reconciliations.noneText') }}
      >
        <ListFilters list={list}>
          <EitherFilter
            list={list}
            name="isOpen"
            label={t('reconciliations.differences')}
            yes={t('reconciliations.isOpen')}
            no={t('reconciliations.isClosed')}
          />
        </ListFilters>
      </ListTable>
      {isAsked && <ReconcileDialog onClose={() => ask(false)} />}
    </Page>
  )
}
