import { mayHandlePayments } from '#contract/operatorAccess.ts'
import { listReconciliations, runStateWords } from '#contract/reconciliation.ts'
import { to } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter, Filters, StatusFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
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
        label={useTitle()}
        keyOf={({ runID }) => runID}
        actions={[
          {
            label: t('reconciliations.open'),
            name: ({ fromDate }) => t('reconciliations.openOne', { day: fromDate }),
            to: ({ runID }) => to('reconciliation', { runID }),
          },
        ]}
        empty={{ title: t('reconciliations.none'), text: t('reconciliations.noneText') }}
      >
        <Filters list={list}>
          <StatusFilter
            list={list}
            name="state"
            label={t('reconciliations.progress')}
            all={t('reconciliations.all')}
            names={runStateWords}
          />
          <ChoiceFilter
            list={list}
            name="isOpen"
            label={t('reconciliations.state')}
            all={t('reconciliations.all')}
            choices={[
              { id: '1', label: t('reconciliations.isOpen') },
              { id: '0', label: t('reconciliations.isClosed') },
            ]}
          />
        </Filters>
      </ListTable>
      {isAsked && <ReconcileDialog onClose={() => ask(false)} />}
    </Page>
  )
}
