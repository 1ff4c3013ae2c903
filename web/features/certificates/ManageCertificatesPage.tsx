import { listMyCertificates } from '#contract/certificates.ts'
import { dscStateWords, renewalDays } from '#contract/certificateStates.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { sendList } from '../../kit/client.ts'
import type { Cells } from '../../kit/columns.tsx'
import { Filters, SearchFilter, StatusFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DateText, Ltr, TwoLines } from '../../ui/values.tsx'
import { buyPage, managePage, refusalOf, type Row, shortSerial, useCertificateNames } from './certificateNames.ts'
import './certificates.css'
import { Unfinished, useApplications } from './Unfinished.tsx'

const states = ['active', 'suspended', 'revoked', 'expired'] as const

/** The person's certificates; the details of one open beside the list. */
export default function ManageCertificatesPage() {
  const { t } = useTranslation('certificates')
  const list = useList(listMyCertificates, { stage: 'certificate' })
  const applications = useApplications()
  const active = useQuery({
    queryKey: [listMyCertificates.path, 'active'],
    queryFn: ({ signal }) => sendList(listMyCertificates, { state: 'active' }, 0, 100, { signal }),
  })
  const isAwaited = applications.isPending || active.isPending
  const buy = (
    <Link className="btn btn-primary" to={buyPage}>
      <Icon name="plus" />
      {t('manage.buy')}
    </Link>
  )
  return (
    <Page text={t('manage.lead')} actions={buy}>
      <ListTable
        isAwaited={isAwaited}
        list={list}
        cells={useCells()}
        opens={({ encodedCertificateSlno }) => `${managePage}/${encodedCertificateSlno}`}
        keyOf={(row) => row.encodedCertificateSlno}
        empty={{ title: t('manage.empty'), text: t('manage.emptyText') }}
      >
        <Filters list={list}>
          <SearchFilter list={list} name="search" placeholder={t('manage.searchHint')} />
          <StatusFilter list={list} name="state" names={dscStateWords} only={states} />
        </Filters>
        {/* Below the field, which must neither move nor be replaced under somebody who types. */}
        {!isAwaited && <InOldName rows={active.data?.dataList ?? []} />}
        {!isAwaited && <ExpiringSoon active={active.data?.dataList ?? []} />}
        {!isAwaited && <Unfinished of={applications} />}
      </ListTable>
      <Outlet />
    </Page>
  )
}

function useCells(): Cells<Row> {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  return {
    classofCertificate: (row) => (
      <TwoLines below={t(`key.${row.keySource}.short`)}>
        <strong>{names.classOf(row)}</strong>
      </TwoLines>
    ),
  }
}

const dayMs = 86_400_000
export const daysLeft = (validTo: Date) => Math.max(0, Math.floor((validTo.getTime() - Date.now()) / dayMs))

/** What is revoked soon because its name is no longer the person's. */
function InOldName({ rows }: { rows: Row[] }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  return rows
    .filter(({ oldNameUntil }) => oldNameUntil !== null)
    .map((row) => (
      <Notice key={row.encodedCertificateSlno} tone="warning">
        {names.classOf(row)} <Ltr>{shortSerial(row.serialNumberHex!)}</Ltr>: {t('oldName')} <DateText at={row.oldNameUntil} />.{' '}
        {refusalOf('renew', row) === null && <Link to={`${buyPage}?renews=${row.encodedCertificateSlno}`}>{t('actions.renew.name')}</Link>}
      </Notice>
    ))
}

/** What ends within the time in which it can be renewed, and nobody renews yet. */
function ExpiringSoon({ active }: { active: Row[] }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  const ending = active.filter(
    (row) => daysLeft(row.validTo!) < renewalDays && row.oldNameUntil === null && refusalOf('renew', row) === null,
  )
  return ending.map((row) => (
    <Notice key={row.encodedCertificateSlno} tone="warning">
      {names.classOf(row)} <Ltr>{shortSerial(row.serialNumberHex!)}</Ltr>: {t('expiring', { count: daysLeft(row.validTo!) })}{' '}
      <Link to={`${buyPage}?renews=${row.encodedCertificateSlno}`}>{t('actions.renew.name')}</Link>
    </Notice>
  ))
}
