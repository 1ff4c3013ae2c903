import { registerFields, type RegisterField, registerStatusWords } from '#contract/commercialRegister.ts'
import type { Output } from '#contract/kit.ts'
import { askRegisterOfApplication, readApplicationToDecide } from '#contract/operations.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { queries } from '../../kit/useCall.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DateText, Name, TwoLines } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'
import { useMayDecide } from './mayDecide.ts'

type Application = Output<typeof readApplicationToDecide>
type Report = NonNullable<Application['register']>
type Fact = [name: string, value: ReactNode]

/** What the commercial register said of the organisation last, and where the application says something else. */
export function RegisterCard({ application }: { application: Application }) {
  const { t } = useTranslation('operations')
  const { register, hasRegister, state, requestID } = application
  const mayDecide = useMayDecide()
  const { isPending, run } = usePending()
  const ask = async () => {
    await send(askRegisterOfApplication, { requestID })
    await queries.invalidateQueries({ queryKey: [readApplicationToDecide.path] })
  }
  const button = hasRegister && mayDecide && state === 'review' && (
    <Button icon="refresh" isPending={isPending} onPress={() => void run(ask)}>
      {t(register ? 'register.again' : 'register.ask')}
    </Button>
  )
  return (
    <Card title={t('register.title')} actions={button}>
      {register ? <Told report={register} application={application} /> : <p className="quiet">{t('register.nobody')}</p>}
    </Card>
  )
}

function Told({ report, application }: { report: Report; application: Application }) {
  const { t } = useTranslation('operations')
  const { registerOutcome, entry, askedDate, askedBy, applicantCapacity } = report
  const asked: Fact = [
    t('register.asked'),
    <TwoLines key="asked" below={<PersonName of={askedBy} />}>
      <DateText at={askedDate} time />
    </TwoLines>,
  ]
  if (!entry)
    return (
      <>
        <Notice tone="warning">{t(registerOutcome === 'notFound' ? 'register.notFound' : 'register.unavailable')}</Notice>
        <Facts facts={[asked]} />
      </>
    )
  return (
    <>
      {entry.registerStatus !== 'active' && <Notice tone="warning">{t('register.notActive')}</Notice>}
      {applicantCapacity === 'none' && <Notice tone="warning">{t('register.capacity.none')}</Notice>}
      <Facts
        facts={[
          [t('register.status'), <Status key="status" of={entry.registerStatus} names={registerStatusWords} />],
          [t('register.words'), <Name key="words">{entry.statusWords}</Name>],
          [t('register.legalForm'), <Name key="form">{entry.legalForm}</Name>],
          [t('register.registeredOn'), <DateText key="on" at={entry.registeredOn} />],
          ...(applicantCapacity === null ? [] : [[t('register.applicant'), t(`register.is.${applicantCapacity}`)] satisfies Fact]),
          asked,
        ]}
      />
      <Comparison report={report} entry={entry} application={application} />
    </>
  )
}

function Comparison({ report, entry, application }: { report: Report; entry: NonNullable<Report['entry']>; application: Application }) {
  const { t } = useTranslation(['operations', 'applications'])
  const theirs = usePlaceWords({ country: application.country, region: application.stateProvinceRegion, city: application.city })
  const registered = usePlaceWords({ country: entry.country, region: entry.stateProvinceRegion, city: entry.city })
  const shown = (of: Application | typeof entry, place: typeof theirs, name: RegisterField) =>
    ({ country: place.country, stateProvinceRegion: place.region, city: place.city })[name as 'city'] ?? of[name]
  const same = registerFields.filter((name) => entry[name] !== '' && !report.differences.includes(name))
  return (
    <>
      {report.differences.length > 0 && (
        <div className="register-differences" role="group" aria-label={t('operations:register.differs')}>
          <h3>{t('operations:register.differs')}</h3>
          <Facts
            facts={report.differences.map((name) => [
              t(`applications:field.${name}`),
              <span key={name} className="two-lines">
                <span>
                  <span className="quiet">{t('operations:register.inApplication')}</span>{' '}
                  <Name>{shown(application, theirs, name) || '—'}</Name>
                </span>
                <span>
                  <span className="quiet">{t('operations:register.inRegister')}</span> <Name>{shown(entry, registered, name)}</Name>
                </span>
              </span>,
            ])}
          />
        </div>
      )}
      {same.length > 0 && (
        <p className="small quiet">
          {t('operations:register.same')} {same.map((name) => t(`applications:field.${name}`)).join(t('operations:and'))}
        </p>
      )}
    </>
  )
}
