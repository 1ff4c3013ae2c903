import { to } from '#contract/screens.ts'
import { initiateSigning } from '#contract/signing.ts'
import { listPurchasedPlans } from '#contract/subscriptions.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Refusal } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { messageOf } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Select } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { Credential, useCredential } from './Credential.tsx'
import { useDrafts } from './drafts.ts'
import { appearanceOf, shownPlace } from './insight.ts'
import { NoBalance, RenewIdentity } from './panels.tsx'
import { type Plan, useUsablePlans } from './usablePlans.ts'

/**
 * What signs, what pays for it, and what the law says; then the identity app is asked.
 * Nothing can be accepted before all of it is known: a person approves what stands here, and it does not move under their hand.
 */
export function Review({ onBack }: { onBack: () => void }) {
  const plans = useUsablePlans()
  const credential = useCredential()
  const answers = [plans, credential.answer]
  if (answers.every(({ data }) => data)) return <Approval plans={plans.usable} credential={credential} onBack={onBack} />
  const failed = answers.find(({ isError }) => isError)
  return (
    <div className="approve">
      {failed ? <FetchFailed of={failed} /> : <Waiting />}
      <div className="sign-actions">
        <Back onPress={onBack} />
      </div>
    </div>
  )
}

function Approval({ plans, credential, onBack }: { plans: Plan[]; credential: ReturnType<typeof useCredential>; onBack: () => void }) {
  const { t } = useTranslation('signing')
  const drafts = useDrafts()
  const [planUniqueID, choosePlan] = useState<string>()
  const [accepted, accept] = useState(false)
  const { start, initiated } = useStart(planUniqueID, credential.chosen)
  const refused = initiated.error instanceof Refusal ? initiated.error.problem.detail : undefined
  const isEmpty = plans.length === 0 || refused === 'NO_BALANCE'
  return (
    <div className="approve">
      <Credential {...credential} />
      {isEmpty ? <NoBalance /> : <Payer plans={plans} chosen={planUniqueID ?? plans[0]!.planUniqueID} onChoose={choosePlan} />}
      <Checkbox isSelected={accepted} onChange={accept}>
        {t(drafts.every(({ isRead }) => isRead) ? 'approve.acceptRead' : 'approve.accept')}
      </Checkbox>
      <p className="small quiet">{t('approve.law')}</p>
      {refused === 'KYC_DUE' ? (
        <RenewIdentity />
      ) : (
        initiated.error && refused !== 'NO_BALANCE' && <Notice tone="error">{messageOf(initiated.error)}</Notice>
      )}
      <div className="sign-actions">
        <Button kind="primary" icon="pen" isDisabled={!accepted || isEmpty} isPending={initiated.isPending} onPress={start}>
          {t('approve.start')}
        </Button>
        <Back onPress={onBack} />
      </div>
    </div>
  )
}

function Back({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('signing')
  return <Button onPress={onPress}>{t('back')}</Button>
}

function useStart(planUniqueID: string | undefined, encodedCertificateSlno: string | undefined) {
  const navigate = useNavigate()
  const { i18n } = useTranslation('signing')
  const drafts = useDrafts()
  const initiated = useSend(initiateSigning, [listPurchasedPlans])
  const sent = useRef({ content: '', key: '' })
  const start = () => {
    const own = i18n.language === 'ar' ? 'ar' : 'en'
    const documents = drafts.map((draft) => ({
      uniqueFileID: draft.upload!.uniqueFileID,
      placement: draft.placement,
      ...(draft.field !== null && { field: draft.field }),
      ...(shownPlace(draft) && { appearance: appearanceOf(draft, own) }),
    }))
    // A repeat after a lost answer must not start a second transaction; other content is another request.
    const content = JSON.stringify([documents, planUniqueID, encodedCertificateSlno])
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    initiated.mutate(
      { documents, planUniqueID, encodedCertificateSlno, acceptTerms: true, with: { headers: { 'Idempotency-Key': sent.current.key } } },
      { onSuccess: ({ transactionID }) => void navigate(to('transactionStatus', { transactionID })) },
    )
  }
  return { start, initiated }
}

function Payer({ plans, chosen, onChoose }: { plans: Plan[]; chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation('signing')
  const names = usePlanNames()
  const plan = plans.find(({ planUniqueID }) => planUniqueID === chosen) ?? plans[0]!
  const choices = plans.map((one) => ({
    id: one.planUniqueID,
    label: `${names.planName(one)} · ${t('approve.balance', { count: one.balance })}`,
  }))
  return (
    <div className="approve-payer">
      {plans.length > 1 ? (
        <Select label={t('approve.payer')} choices={choices} value={plan.planUniqueID} onChange={(id) => onChoose(String(id))} />
      ) : (
        <p>
          <span className="quiet">{t('approve.payer')}</span> <strong>{names.planName(plan)}</strong>
        </p>
      )}
      <p className="small quiet">
        {t('approve.balance', { count: plan.balance })} · {t('approve.validTo')} <DateText at={plan.validTo} hijri={false} />
      </p>
      <p className="small quiet">{t('approve.cost')}</p>
    </div>
  )
}
