import { exportAuditTrail, listAuditTrail, type TrailPerson } from '#contract/auditTrail.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useList } from '../../kit/useList.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Ltr } from '../../ui/values.tsx'

/** The audit trail of everybody, the latest first. */
export default function AuditTrailPage() {
  const { t } = useTranslation('operations')
  const list = useList(listAuditTrail)
  const person = list.data?.person as TrailPerson | null | undefined
  return (
    <Page text={t('trail.lead')}>
      {person && <Whose person={person} />}
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

function Whose({ person }: { person: TrailPerson }) {
  const { t } = useTranslation('operations')
  return (
    <Notice tone="info">
      {t('trail.of')} <PersonName of={person} /> <Ltr>{person.nationalID}</Ltr>
    </Notice>
  )
}
