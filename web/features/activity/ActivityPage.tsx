import { exportMyActivity, listMyActivity } from '#contract/activity.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { Card } from '../../ui/display.tsx'
import { nothing } from '../../ui/values.tsx'
import { DeviceName } from '../devices/DeviceName.tsx'

/** The trail of one's own account. */
export default function ActivityPage() {
  const { t } = useTranslation('activity')
  const list = useList(listMyActivity)
  return (
    <div className="account account-wide">
      <Card title={t('title')}>
        <p className="quiet account-note">
          {t('text')} <Link to="../sessions">{t('sessions')}</Link>
        </p>
        <ListTable
          list={list}
          cells={{ deviceModel: (row) => (row.deviceModel ? <DeviceName model={row.deviceModel} isThis={row.isThisDevice} /> : nothing) }}
          keyOf={({ reference, at, activity }) => `${reference}${at.getTime()}${activity}`}
          empty={{ title: t('none'), text: t('noneText') }}
        >
          <ListFilters list={list} exports={exportMyActivity}>
            <PeriodFilter list={list} />
          </ListFilters>
        </ListTable>
      </Card>
    </div>
  )
}
