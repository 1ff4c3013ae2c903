import { requestClosure } from '#contract/closures.ts'
import { to } from '#contract/screens.ts'
import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { type FoundPerson, personEdges, personStateWords, reactivatePerson, suspendPerson } from '#contract/people.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { numberText } from '../../kit/shown.ts'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { useMayDecide } from './mayDecide.ts'

/** Somebody's account as staff see it, with what may be done about it. */
export function PersonCard({ person, onChanged }: { person: FoundPerson; onChanged: (after: FoundPerson) => void }) {
  const { t, i18n } = useTranslation('operations')
  const [isAsked, setAsked] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const mayDecide = useMayDecide()
  const isArabic = i18n.language === 'ar'
  const { state, organizationList, operatorRoles, lastSignIn } = person
  const step = state === 'active' ? 'suspend' : 'reactivate'
  const mayChange = mayDecide && operatorRoles.length === 0 && state !== 'closed' && personEdges[state].length > 0
  const facts: [string, ReactNode][] = [
    [t('people.nationalID'), <Ltr key="id">{person.nationalID}</Ltr>],
    [t('people.email'), <Ltr key="email">{person.email}</Ltr>],
    [t('people.mobile'), <Ltr key="mobile">{person.mobileNo}</Ltr>],
    [t('people.since'), <DateText key="since" at={person.createdDate} />],
    [t('people.identityUntil'), <DateText key="until" at={person.kycExpiryDate} />],
    [t('people.lastSignIn'), lastSignIn ? <DateText key="last" at={lastSignIn} time /> : t('people.never')],
    [t('people.signings'), numberText(person.signings)],
    [t('people.certificates'), numberText(person.certificatesInForce)],
  ]
  return (
    <Card title={<PersonName of={person} />} actions={<Status of={state} names={personStateWords} />}>
      <div className="decide">
        <Facts facts={facts} />
        {organizationList.length > 0 && (
          <section>
            <h3>{t('people.organisations')}</h3>
            <ul>
              {organizationList.map((one) => (
                <li key={one.organizationName}>
                  <Name>{isArabic ? one.organizationNameAr : one.organizationName}</Name>
                  {!one.isActive && ` (${t('people.inactive')})`}
                </li>
              ))}
            </ul>
          </section>
        )}
        {operatorRoles.length > 0 && (
          <p className="small quiet">
            {t('people.staff', { roles: operatorRoles.map((role) => t(`role.${role}`)).join(isArabic ? '، ' : ', ') })}
          </p>
        )}
        {mayChange ? (
          <div className="decide-actions">
            <Button kind={step === 'suspend' ? 'danger' : 'secondary'} onPress={() => setAsked(true)}>
              {t(`people.${step}`)}
            </Button>
            <Button onPress={() => setClosing(true)}>{t('people.close')}</Button>
          </div>
        ) : (
          !mayDecide && <p className="small quiet">{t('people.readOnly')}</p>
        )}
      </div>
      {isAsked && <Change step={step} person={person} onChanged={onChanged} onClose={() => setAsked(false)} />}
      {isClosing && <Close person={person} onClose={() => setClosing(false)} />}
    </Card>
  )
}

/** Somebody else of the staff decides it. */
function Close({ person: { personSlno }, onClose }: Pick<Asking, 'person' | 'onClose'>) {
  const { t } = useTranslation('operations')
  const ask = useSend(requestClosure, [listWaitingRequests])
  const navigate = useNavigate()
  const confirm = async (remarks: string) => {
    try {
      const { requestID } = await ask.mutateAsync({ personSlno, remarks })
      toast('success', t('people.closeDone'))
      await navigate(to('waitingClosure', { requestID }))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <RemarksQuestion
      title={t('people.closeTitle')}
      no={t('people.keep')}
      yes={t('people.closeAsk')}
      kind="danger"
      remarks={{ label: t('people.remarks'), hint: t('people.remarksHint'), needed: t('people.remarksNeeded'), most: 1000 }}
      onYes={(remarks) => void confirm(remarks)}
      onClose={onClose}
    >
      {() => <p>{t('people.closeText')}</p>}
    </RemarksQuestion>
  )
}

type Asking = { step: 'suspend' | 'reactivate'; person: FoundPerson; onChanged: (after: FoundPerson) => void; onClose: () => void }

function Change({ step, person, onChanged, onClose }: Asking) {
  const { t } = useTranslation('operations')
  const change = useSend(step === 'suspend' ? suspendPerson : reactivatePerson, [])
  const confirm = async (remarks: string) => {
    try {
      onChanged(await change.mutateAsync({ personSlno: person.personSlno, remarks }))
      toast('success', t(`people.${step}Done`))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <RemarksQuestion
      title={t(`people.${step}Title`)}
      no={t('people.keep')}
      yes={t(`people.${step}`)}
      kind={step === 'suspend' ? 'danger' : 'primary'}
      remarks={{ label: t('people.remarks'), hint: t('people.remarksHint'), needed: t('people.remarksNeeded'), most: 1000 }}
      onYes={(remarks) => void confirm(remarks)}
      onClose={onClose}
    >
      {() => <p>{t(`people.${step}Text`)}</p>}
    </RemarksQuestion>
  )
}
