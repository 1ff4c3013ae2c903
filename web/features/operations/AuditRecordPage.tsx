import { readAuditRecord, recorded, type TrailPerson } from '#contract/auditTrail.ts'
import { outcomes } from '#contract/activity.ts'
import type { Output } from '#contract/kit.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr, Name, TwoLines } from '../../ui/values.tsx'
import './operations.css'

type Record = Output<typeof readAuditRecord>

/** One record of the audit trail: who acted, from where, and the facts as they were kept. */
export default function AuditRecordPage() {
  const { t } = useTranslation('operations')
  const { data, error, refetch } = useCall(readAuditRecord, { auditSlno: Number(useParams().auditSlno) })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page>
      <div className="to-decide">
        <About record={data} />
        <Card title={t('trail.facts')}>
          {data.facts.length === 0 ? (
            <p className="small quiet">{t('trail.noFacts')}</p>
          ) : (
            <Facts facts={data.facts.map(({ name, value }) => [name, <Name key={name}>{value}</Name>])} />
          )}
        </Card>
      </div>
    </Page>
  )
}

function About({ record }: { record: Record }) {
  const { t, i18n } = useTranslation('operations')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { at, activity, outcome, subject, organization, organizationAr, person, actor, deviceModel, address, reference, auditSlno } = record
  const given: [string, React.ReactNode][] = [
    [t('trail.number'), <Ltr key="number">{auditSlno}</Ltr>],
    [t('trail.time'), <DateText key="at" at={at} time />],
    [t('trail.outcome'), <Status key="outcome" of={outcome} names={outcomes} />],
    [t('trail.subject'), subject && <CopyId key="subject" value={subject} />],
    [t('trail.organisation'), { ar: organizationAr, en: organization }[language]],
    [t('trail.person'), person && <Person key="person" of={person} />],
    [t('trail.actor'), actor ? <Person key="actor" of={actor} /> : address === '' && t('trail.system')],
    [t('trail.device'), deviceModel && <Ltr key="device">{deviceModel}</Ltr>],
    [t('trail.address'), address && <Ltr key="address">{address}</Ltr>],
    [t('trail.reference'), reference && <CopyId key="reference" value={reference} />],
  ]
  return (
    <Card title={recorded[activity][language]}>
      <Facts facts={given.filter(([, value]) => Boolean(value))} />
    </Card>
  )
}

const Person = ({ of }: { of: TrailPerson }) => (
  <TwoLines below={<Ltr>{of.nationalID}</Ltr>}>
    <PersonName of={of} />
  </TwoLines>
)
