import type { Output } from '#contract/kit.ts'
import { organisationChangeWords, type OrganisationField, type readOrganisationChange } from '#contract/organisationChanges.ts'
import { submissionStatusWords } from '#contract/submissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../kit/columns.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useWords } from '../../kit/useWords.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { usePlaceWords } from '../places/places.ts'
import './organisation.css'

export type OrganisationChange = Output<typeof readOrganisationChange>
type Fact = [name: string, value: ReactNode]
type Which = 'oldValue' | 'newValue'

const foreign: readonly OrganisationField[] = ['vatNumber', 'email', 'telephoneNumber', 'postalCodeZIPCode']

/** What would change, as it is registered and as it would be, who asks for it and what supports it. */
export function OrganisationChangeFacts({ change, open }: { change: OrganisationChange; open: (file: string) => Promise<{ blob: Blob }> }) {
  const { t } = useTranslation('organisation')
  const words = useWords()
  const { changeKind, changedFields, status, reason, madeBy, requestDate, approvedBy, decidedBy, decidedDate, remarks } = change
  const fact = (name: string, value: ReactNode): Fact[] => (value ? [[name, value]] : [])
  return (
    <>
      <Card title={words(organisationChangeWords[changeKind])}>
        <OldAndNew fields={changedFields} />
      </Card>
      <Card title={t('changes.request')}>
        <Facts
          facts={[
            [t('submission.status'), <Status key="status" of={status} names={submissionStatusWords} />],
            [t('submission.madeBy'), <PersonName key="by" of={madeBy} />],
            [t('submission.submitted'), <DateText key="at" at={requestDate} time />],
            [t('changes.reason'), <Name key="reason">{reason}</Name>],
            ...fact(t('changes.approvedBy'), approvedBy && <PersonName key="by" of={approvedBy} />),
            ...fact(t('submission.decidedBy'), decidedBy && <PersonName key="by" of={decidedBy} />),
            ...fact(t('submission.decided'), decidedDate && <DateText key="on" at={decidedDate} time />),
            ...fact(t('submission.why'), remarks && <Name key="why">{remarks}</Name>),
          ]}
        />
      </Card>
      <Card title={t('changes.evidence')}>
        <EvidenceFiles files={change.evidence} open={open} />
      </Card>
    </>
  )
}

function OldAndNew({ fields }: { fields: OrganisationChange['changedFields'] }) {
  const { t } = useTranslation(['organisation', 'applications'])
  const valueOf = (name: OrganisationField, which: Which) => fields.find(({ field }) => field === name)?.[which] ?? ''
  const place = (which: Which) => ({
    country: valueOf('country', which),
    region: valueOf('stateProvinceRegion', which),
    city: valueOf('city', which),
  })
  const words = { oldValue: usePlaceWords(place('oldValue')), newValue: usePlaceWords(place('newValue')) }
  const shown = (field: OrganisationField, which: Which) => {
    const { country, region, city } = words[which]
    const value = { country, stateProvinceRegion: region, city }[field as 'city'] ?? valueOf(field, which)
    if (!value) return <span className="quiet">{t('organisation:notGiven')}</span>
    return foreign.includes(field) ? <Ltr>{value}</Ltr> : <Name>{value}</Name>
  }
  return (
    <dl className="old-new">
      {fields.map(({ field, oldValue, newValue }) => (
        <div key={field} data-same={oldValue === newValue || undefined}>
          <dt>{t(`applications:field.${field}`)}</dt>
          <dd>
            <span className="small quiet">{t('organisation:changes.oldValue')}</span>
            {shown(field, 'oldValue')}
          </dd>
          <dd>
            <span className="small quiet">{t('organisation:changes.newValue')}</span>
            {oldValue === newValue ? t('organisation:changes.same') : <strong>{shown(field, 'newValue')}</strong>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
