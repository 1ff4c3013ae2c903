import { activities } from '#contract/activities.ts'
import { exportMyActivity, listMyActivity, outcomes } from '#contract/activity.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Filters, StatusFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { Card, StatusChip } from '../../ui/display.tsx'
import { Ltr } from '../../ui/values.tsx'

/** The trail of one's own account. */
export default function ActivityPage() {
  const { t, i18n } = useTranslation('activity')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const list = useList(listMyActivity)
  return (
    <div className="account account-wide">
      <Card title={t('title')}>
        <p className="quiet account-note">
          {t('text')} <Link to="../sessions">{t('sessions')}</Link>
        </p>
        <ListTable
          list={list}
          label={t('title')}
          cells={{
            activity: ({ activity, organization, organizationAr }) => (
              <span className="two-lines">
                <span>{activities[activity][language]}</span>
                <span className="small quiet">{{ ar: organizationAr, en: organization }[language]}</span>
              </span>
            ),
            deviceModel: ({ deviceModel, address, isThisDevice }) =>
              deviceModel && (
                <span className="two-lines">
                  <span>
                    <Ltr>{deviceModel}</Ltr> {isThisDevice && <StatusChip tone="info">{t('thisDevice')}</StatusChip>}
                  </span>
                  <span className="small quiet">
                    <Ltr>{address}</Ltr>
                  </span>
                </span>
              ),
          }}
          keyOf={({ reference, at, activity }) => `${reference}${at.getTime()}${activity}`}
          empty={{ title: t('none'), text: t('noneText') }}
        >
          <Filters list={list} actions={<ExportButton list={list} call={exportMyActivity} />}>
            <StatusFilter list={list} name="outcome" names={outcomes} />
            <PeriodFilter list={list} />
          </Filters>
        </ListTable>
      </Card>
    </div>
  )
}
