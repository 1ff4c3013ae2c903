import { to } from '#contract/screens.ts'
import { initiateSigning } from '#contract/signing.ts'
import { listPurchasedPlans, type SubscriptionPlan } from '#contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { Refusal, sendList } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { messageOf } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, StatusChip } from '../../ui/display.tsx'
import { Checkbox, Select } from '../../ui/fields.tsx'
import { sizeText } from '../../ui/FileDrop.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, FileName } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { Credential, useCredential } from './Credential.tsx'
import { type Draft, useDrafts } from './drafts.ts'
import { appearanceOf, shownPlace } from './insight.ts'
import { NoBalance, RenewIdentity } from './panels.tsx'
import { ReadDraft } from './ReadDraft.tsx'
import { shortHash } from './shortHash.ts'
import { Whereabouts } from './Whereabouts.tsx'

type Plan = z.output<typeof SubscriptionPlan>

/** What is signed, what pays for it, and what the law says; then the identity app is asked. */
export function ApproveStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('signing')
  const plans = usePlans()
  const drafts = useDrafts()
  const [planUniqueID, choosePlan] = useState<string>()
  const [accepted, accept] = useState(false)
  const credential = useCredential()
  const { start, initiated } = useStart(planUniqueID, credential.chosen)
  const refused = initiated.error instanceof Refusal ? initiated.error.problem.detail : undefined

  if (plans.isPending) return <Waiting />
  if (plans.isError) return <FetchFailed of={plans} />
  if (plans.usable.length === 0 || refused === 'NO_BALANCE') return <NoBalance />
  return (
    <div className="approve">
      <Documents />
      <Payer plans={plans.usable} chosen={planUniqueID ?? plans.usable[0]!.planUniqueID} onChoose={choosePlan} />
      <Credential {...credential} />
      <Notice tone="info">{t('approve.law')}</Notice>
      <Checkbox isSelected={accepted} onChange={accept}>
        {t(drafts.every(({ isRead }) => isRead) ? 'approve.acceptRead' : 'approve.accept')}
      </Checkbox>
      {refused === 'KYC_DUE' ? <RenewIdentity /> : initiated.error && <Notice tone="error">{messageOf(initiated.error)}</Notice>}
      <div className="sign-actions">
        <Button kind="primary" icon="pen" isDisabled={!accepted} isPending={initiated.isPending} onPress={start}>
          {t('approve.start')}
        </Button>
        <Button onPress={onBack}>{t('back')}</Button>
      </div>
    </div>
  )
}

/** The plans that can pay, the one that expires first at the top: the server takes it where none is chosen. */
function usePlans() {
  const answer = useQuery({
    queryKey: [listPurchasedPlans.path, 'usable'],
    queryFn: ({ signal }) => sendList(listPurchasedPlans, {}, 0, 100, { signal }),
    staleTime: 0,
  })
  const all = [...((answer.data?.welcomePackList ?? []) as Plan[]), ...(answer.data?.dataList ?? [])]
  return { ...answer, usable: all.filter(({ balance }) => balance > 0).toSorted((a, b) => a.validTo.getTime() - b.validTo.getTime()) }
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

function Documents() {
  const { t } = useTranslation('signing')
  const drafts = useDrafts()
  return (
    <Card title={t('approve.documents', { count: drafts.length })}>
      <ul className="approve-documents">
        {drafts.map((draft) => (
          <DocumentItem key={draft.key} draft={draft} />
        ))}
      </ul>
      <p className="small quiet">{t('approve.hashes')}</p>
    </Card>
  )
}

function DocumentItem({ draft }: { draft: Draft }) {
  const { t } = useTranslation('signing')
  const { file, upload, placement, field, isRead } = draft
  return (
    <li>
      <span className="sign-file-name">
        <FileName>{file.name}</FileName>
      </span>
      <span className="small quiet num">
        <bdi dir="ltr">{sizeText(file.size)}</bdi> · <Whereabouts placement={placement} field={field} />
      </span>
      <span className="hash">
        <span className="small quiet">SHA-256</span> <CopyId value={upload!.sha256} shown={shortHash(upload!.sha256)} />
      </span>
      <span className="approve-read">
        <StatusChip tone={isRead ? 'success' : 'neutral'}>{t(isRead ? 'approve.read' : 'approve.unread')}</StatusChip>
        <ReadDraft draft={draft} />
      </span>
    </li>
  )
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
    <Card title={t('approve.payer')}>
      {plans.length > 1 ? (
        <Select label={t('approve.plan')} choices={choices} value={plan.planUniqueID} onChange={(id) => onChoose(String(id))} />
      ) : (
        <p>
          <strong>{names.planName(plan)}</strong>
        </p>
      )}
      <p className="small quiet">
        {t('approve.balance', { count: plan.balance })} · {t('approve.validTo')} <DateText at={plan.validTo} hijri={false} />
      </p>
      <p className="small quiet">{t('approve.cost')}</p>
    </Card>
  )
}
