import { to } from '#contract/screens.ts'
import type { Output } from '#contract/kit.ts'
import { type IdentityChange, initiateKycRenewal, verifyKycRenewal } from '#contract/sessions.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import './sessions.css'
import { send } from '../../kit/client.ts'
import { Page } from '../../kit/Page.tsx'
import { refresh } from '../../kit/refresh.ts'
import { readSession } from '../../kit/session.ts'
import { queries } from '../../kit/useCall.ts'
import { countryName } from '../../ui/countryName.ts'
import { Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { DateText, Name, TwoLines } from '../../ui/values.tsx'
import { NationalIdForm } from './NationalIdForm.tsx'
import { useChallenge } from './useChallenge.ts'

/** The form does not wait for it. */
const ValidUntil = lazy(() => import('./ValidUntil.tsx'))

type Renewed = Extract<Output<typeof verifyKycRenewal>, { status: '1' }>

/** The yearly confirmation of the identity behind the account. */
export default function KycRenewalPage() {
  const { t } = useTranslation('sessions')
  const [renewed, setRenewed] = useState<Renewed>()
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyKycRenewal, { nationalID, transId, random }, { signal }),
    onApproved: async (answer) => {
      setRenewed(answer)
      await refresh(readSession()?.token) // the session tells whether the renewal is due
      queries.removeQueries({ type: 'inactive' }) // screens that were kept say that it is due, and this one until when
    },
  })
  return (
    <Page text={t('kyc.text')}>
      <div className="card sign-in">
        {renewed ? (
          <Done renewed={renewed} />
        ) : (
          <>
            <p className="kyc-until">
              <Suspense>
                <ValidUntil />
              </Suspense>
            </p>
            <NationalIdForm
              initiate={(nationalID) => send(initiateKycRenewal, { nationalID })}
              challenge={challenge}
              button={t('kyc.start')}
              refusalText={({ message, problem }) => (problem.detail === 'NOT_FOUND' ? t('kyc.otherId') : message)}
            />
          </>
        )}
      </div>
    </Page>
  )
}

function Done({ renewed: { changes, oldNameUntil } }: { renewed: Renewed }) {
  const { t } = useTranslation('sessions')
  return (
    <section className="challenge" role="status">
      <StatusPicture icon="check" tone="success" />
      <h2>{t('kyc.doneTitle')}</h2>
      <p className="challenge-text">{t('kyc.doneText')}</p>
      <Changes changes={changes} />
      {oldNameUntil && (
        <Notice tone="warning">
          {t('kyc.oldName')} <DateText at={oldNameUntil} />. <Link to={to('myCertificates')}>{t('kyc.renewCertificates')}</Link>
        </Notice>
      )}
      <div className="challenge-actions">
        <Link className="btn btn-primary" to={to('start')}>
          {t('kyc.home')}
        </Link>
      </div>
    </section>
  )
}

/** What the register says otherwise than before. */
function Changes({ changes }: Pick<Renewed, 'changes'>) {
  const { t } = useTranslation('sessions')
  if (changes.length === 0) return <p className="challenge-text">{t('kyc.nothingChanged')}</p>
  return (
    <>
      <p className="challenge-text">{t('kyc.changed')}</p>
      <Facts facts={changes.map((change) => [t(`kyc.facts.${change.fact}`), <Value key={change.fact} of={change} />])} />
    </>
  )
}

/** The value of now, with that of before under it. */
function Value({ of: { fact, before, after } }: { of: IdentityChange }) {
  const { t } = useTranslation('sessions')
  return (
    <TwoLines
      below={
        <>
          {t('kyc.before')} <FactText fact={fact} value={before} />
        </>
      }
    >
      <FactText fact={fact} value={after} />
    </TwoLines>
  )
}

function FactText({ fact, value }: Pick<IdentityChange, 'fact'> & { value: string | null }) {
  const { t, i18n } = useTranslation('sessions')
  if (fact === 'nationality') return countryName(i18n.language, value) ?? t('kyc.unknownCountry')
  if (fact === 'gender') return t(`kyc.genders.${value as 'M' | 'F'}`)
  return fact === 'nameAr' || fact === 'nameEn' ? <Name>{value}</Name> : <DateText at={value} />
}
