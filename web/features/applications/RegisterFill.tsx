import { type ApplicationField, askRegister, readMyApplication } from '#contract/applications.ts'
import { type RegisterField, registerFields, registerStatusWords } from '#contract/commercialRegister.ts'
import type { Output } from '#contract/kit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { queries } from '../../kit/useCall.ts'
import { usePending } from '../../kit/usePending.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DateText, Name } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'

type Values = Record<ApplicationField, string>
type Answer = Output<typeof askRegister>
type Entry = NonNullable<Answer['entry']>
type Props = { values: Values; fill: (values: Partial<Values>) => void }

/** The place of a city goes with it: its region and its country. */
const places: readonly RegisterField[] = ['country', 'stateProvinceRegion', 'city']
const single = registerFields.filter((name) => !places.includes(name))

const of = (entry: Entry, names: readonly RegisterField[]) =>
  Object.fromEntries(names.map((name) => [name, entry[name]])) as Partial<Values>

/** What of an entry goes into fields that are still empty, and what differs from what was typed; a city stands for its whole place. */
function compare(entry: Entry, values: Values) {
  const known = [...single, 'city' as const].filter((name) => entry[name] !== '')
  const empty = known.filter((name) => values[name].trim() === '' && (name !== 'city' || values.stateProvinceRegion === ''))
  const differing = known.filter((name) => !empty.includes(name) && values[name].trim() !== entry[name])
  return { empty, differing }
}
const partsOf = (name: RegisterField) => (name === 'city' ? places : [name])

/** Fills in from the commercial register: what is empty at once, what differs when the person wants it; all of it can be taken back. */
export function RegisterFill({ values, fill }: Props) {
  const { t } = useTranslation('applications')
  const { isPending, run } = usePending()
  const [asked, setAsked] = useState<{ number: string; answer: Answer; before: Values; filled: RegisterField[] } | null>(null)
  const number = values.unifiedOrgNo
  const ask = async () => {
    const answer = await send(askRegister, { unifiedOrgNo: number })
    void queries.invalidateQueries({ queryKey: [readMyApplication.path], refetchType: 'none' })
    const filled = answer.entry ? compare(answer.entry, values).empty : []
    if (answer.entry) fill(of(answer.entry, filled.flatMap(partsOf)))
    setAsked({ number, answer, before: values, filled })
  }
  const undo = (entry: Entry, before: Values) => {
    const untouched = registerFields.filter((name) => values[name] === entry[name])
    fill(Object.fromEntries(untouched.map((name) => [name, before[name]])))
    setAsked(null)
  }
  return (
    <div className="register-fill">
      <div>
        <Button icon="search" isPending={isPending} isDisabled={!/^7\d{9}$/.test(number)} onPress={() => void run(ask)}>
          {t('register.ask')}
        </Button>
        <p className="small quiet">{t('register.hint')}</p>
      </div>
      <div aria-live="polite">
        {asked?.number === number && (
          <Told answer={asked.answer} values={values} filled={asked.filled} fill={fill} onUndo={(entry) => undo(entry, asked.before)} />
        )}
      </div>
    </div>
  )
}

type ToldProps = Props & { answer: Answer; filled: readonly RegisterField[]; onUndo: (entry: Entry) => void }

function Told({ answer: { registerOutcome, entry, askedDate }, values, filled, fill, onUndo }: ToldProps) {
  const { t } = useTranslation('applications')
  const words = useWords()
  if (!entry) return <Notice tone={registerOutcome === 'notFound' ? 'warning' : 'info'}>{t(`register.${registerOutcome}`)}</Notice>
  const { differing } = compare(entry, values)
  const isActive = entry.registerStatus === 'active'
  return (
    <Notice tone={isActive ? 'success' : 'warning'}>
      <strong>{t(filled.length > 0 ? 'register.filled' : 'register.found')}</strong>
      {!isActive && <p>{t('register.notActive', { status: entry.statusWords || words(registerStatusWords[entry.registerStatus]) })}</p>}
      {filled.length > 0 && <p>{filled.map((name) => t(`field.${name}`)).join(t('register.and'))}</p>}
      {differing.length > 0 && <Differing entry={entry} names={differing} fill={fill} />}
      <p className="register-end small">
        <span>
          {t('register.asOf')} <DateText at={askedDate} time hijri={false} />
        </span>
        {filled.length > 0 && (
          <Button kind="quiet" onPress={() => onUndo(entry)}>
            {t('register.undo')}
          </Button>
        )}
      </p>
    </Notice>
  )
}

function Differing({ entry, names, fill }: { entry: Entry; names: readonly RegisterField[]; fill: Props['fill'] }) {
  const { t } = useTranslation('applications')
  const place = usePlaceWords({ country: entry.country, region: entry.stateProvinceRegion, city: entry.city })
  return (
    <>
      <p>{t('register.differs')}</p>
      <ul className="register-differing">
        {names.map((name) => (
          <li key={name}>
            <span>
              {t(`field.${name}`)}: <Name>{name === 'city' ? place.city : entry[name]}</Name>
            </span>
            <Button aria-label={t('register.useOne', { field: t(`field.${name}`) })} onPress={() => fill(of(entry, partsOf(name)))}>
              {t('register.use')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
