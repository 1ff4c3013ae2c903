import type { Output } from '#contract/kit.ts'
import { organisationStateWords, readOrganisationOfStaff } from '#contract/operations.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { numberText } from '../../kit/shown.ts'
import { useCall } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'
import './operations.css'

/** What is registered of an organisation, and how much it has. */
export default function OrganisationPage() {
  const organizationSlno = Number(useParams().organizationSlno)
  const { t } = useTranslation('operations')
  const named = useNamed()
  const { data, error, refetch } = useCall(readOrganisationOfStaff, { organizationSlno })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  const facts = (all: [string, ReactNode][]) => <Facts facts={all.filter(([, value]) => value !== '' && value !== null)} />
  return (
    <Page title={named(data, 'organizationName')}>
      <div className="state-cards">
        <Card title={t('organisation.registered')}>
          {facts([
            [t('organisation.state'), <Status key="state" of={data.state} names={organisationStateWords} />],
            [t('organisation.remarks'), data.remarks && <bdi key="remarks">{data.remarks}</bdi>],
            [t('organisation.nameAr'), <bdi key="nameAr">{data.organizationNameAr}</bdi>],
            [t('organisation.name'), <bdi key="name">{data.organizationName}</bdi>],
            [t('organisation.dba'), named(data, 'dba') && <bdi key="dba">{named(data, 'dba')}</bdi>],
            [t('organisation.unified'), <CopyId key="unified" value={data.unifiedOrgNo} />],
            [t('organisation.cr'), data.crNumber && <CopyId key="cr" value={data.crNumber} />],
            [t('organisation.vat'), data.vatNumber && <CopyId key="vat" value={data.vatNumber} />],
            [t('organisation.email'), data.email && <Ltr key="email">{data.email}</Ltr>],
            [t('organisation.telephone'), data.telephone && <Ltr key="telephone">{data.telephone}</Ltr>],
            [t('organisation.address'), <Address key="address" of={data} />],
            [t('organisation.since'), <DateText key="since" at={data.registeredDate} />],
          ])}
        </Card>
        <Card title={t('organisation.has')}>
          {facts([
            ...data.members.map(({ role, count }): [string, ReactNode] => [t(`organisation.role.${role}`), numberText(count)]),
            [t('organisation.units'), numberText(data.units)],
            [t('organisation.seals'), numberText(data.sealsInForce)],
            [t('organisation.transactions'), numberText(data.transactionsLeft)],
          ])}
        </Card>
      </div>
    </Page>
  )
}

/** Street and place in lines of their own: either may be in the other language's letters. */
function Address({ of }: { of: Output<typeof readOrganisationOfStaff> }) {
  const words = useWords()
  const { city, region, country } = usePlaceWords({ country: of.country, region: of.stateProvinceRegion, city: of.city })
  const place = [city, region !== city && region, of.postalCodeZIPCode, country].filter(Boolean).join(words({ ar: '، ', en: ', ' }))
  return [of.address, place].filter(Boolean).map((line) => (
    <div key={line}>
      <bdi>{line}</bdi>
    </div>
  ))
}
