import { exportAuditTrail, listAuditTrail, type TrailPerson } from '#contract/auditTrail.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Ltr, Name } from '../../ui/values.tsx'

/** The audit trail of everybody, the latest first. */
export default function AuditTrailPage() {
  const { t, i18n } = useTranslation('operations')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const list = useList(listAuditTrail)
  const person = (list.data?.person ?? null) as TrailPerson | null
  return (
    <Page text={t('trail.lead')}>
      {person && (
        <Notice tone="info">
          {t('trail.of')} <Name>{language === 'ar' ? person.fullNameAr : person.fullName}</Name> <Ltr>{person.nationalID}</Ltr>
        </Notice>
      )}
      <ListTable
        list={list}
        keyOf={({ auditSlno }) => auditSlno}
        opens={({ auditSlno }) => to('auditRecord', { auditSlno })}
        nameOf={({ auditSlno }) => `${auditSlno}`}
        empty={{ title: t('trail.none'), text: t('trail.noneText') }}
      >
        <ListFilters list={list} search={t('trail.search')} exports={exportAuditTrail}>
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
    </Page>
  )
}
