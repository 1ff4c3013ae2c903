import { exportAuditTrail, listAuditTrail, recorded, type TrailPerson } from '#contract/auditTrail.ts'
import { outcomes } from '#contract/activity.ts'
import { to } from '#contract/screens.ts'
import type { RowOf } from '#contract/kit.ts'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../kit/columns.tsx'
import { ChoiceFilter, Filters, SearchFilter, StatusFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CopyId, Ltr, Name } from '../../ui/values.tsx'

type Row = RowOf<typeof listAuditTrail>

/** Where ids differ. */
const short = (id: string) => (id.length > 12 ? `…${id.slice(-8)}` : id)

const cells: Cells<Row> = {
  subject: ({ subject }) => subject && <CopyId value={subject} shown={short(subject)} />,
  reference: ({ reference }) => reference && <CopyId value={reference} shown={short(reference)} />,
}

/** The audit trail of everybody, the latest first. */
export default function AuditTrailPage() {
  const { t, i18n } = useTranslation('operations')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const list = useList(listAuditTrail)
  const person = (list.data?.person ?? null) as TrailPerson | null
  const choices = Object.entries(recorded)
    .map(([id, words]) => ({ id, label: words[language] }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
  return (
    <Page text={t('trail.lead')}>
      {person && (
        <Notice tone="info">
          {t('trail.of')} <Name>{language === 'ar' ? person.fullNameAr : person.fullName}</Name> <Ltr>{person.nationalID}</Ltr>
        </Notice>
      )}
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ auditSlno }) => auditSlno}
        actions={[
          {
            label: t('trail.open'),
            name: ({ auditSlno }) => t('trail.openOne', { number: auditSlno }),
            to: ({ auditSlno }) => to('auditRecord', { auditSlno }),
          },
        ]}
        empty={{ title: t('trail.none'), text: t('trail.noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportAuditTrail} />}>
          <SearchFilter list={list} name="search" placeholder={t('trail.search')} />
          <ChoiceFilter list={list} name="activity" label={t('trail.activity')} all={t('trail.allActivities')} choices={choices} />
          <StatusFilter list={list} name="outcome" label={t('trail.outcome')} all={t('trail.allOutcomes')} names={outcomes} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
