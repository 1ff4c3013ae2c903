import { type HolderReason, holderReasons } from '#contract/certificateStates.ts'
import { resumeSeal, revokeSeal, suspendSeal } from '#contract/seals.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { useSession } from '../../kit/session.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/fields.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import type { Seal } from './SealFacts.tsx'
import { reload } from './stale.ts'

type Action = 'suspend' | 'resume' | 'revoke'
const done = { suspend: 'suspended', resume: 'resumed', revoke: 'revoked' } as const
/** The most pressing reason first, the one that says nothing last. */
const offered: HolderReason[] = [...holderReasons.filter((reason) => reason !== 'unspecified'), 'unspecified']

/** Putting a seal in force on hold, taking it off, and ending it. */
export function SealActions({ seal }: { seal: Seal }) {
  const { t } = useTranslation('seals')
  const isSignatory = useSession().selectedOrganization?.userRole === 'authorizedSignatory'
  const [asked, setAsked] = useState<Action>()
  const isHeld = seal.state === 'suspended'
  return (
    <>
      {!isHeld && <Button onPress={() => setAsked('suspend')}>{t('actions.suspend')}</Button>}
      {isHeld && isSignatory && !seal.isHeldByProvider && (
        <Button kind="primary" onPress={() => setAsked('resume')}>
          {t('actions.resume')}
        </Button>
      )}
      <Button kind="danger" onPress={() => setAsked('revoke')}>
        {t('actions.revoke')}
      </Button>
      {isHeld && (seal.isHeldByProvider || !isSignatory) && (
        <p className="small quiet">{t(seal.isHeldByProvider ? 'actions.heldByProvider' : 'actions.resumeBySignatory')}</p>
      )}
      {asked && <Ask action={asked} slNo={seal.slNo} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Ask({ action, slNo, onClose }: { action: Action; slNo: number; onClose: () => void }) {
  const { t } = useTranslation('seals')
  const [reason, setReason] = useState<HolderReason>()
  const [isTried, setTried] = useState(false)
  const { isPending, run } = usePending()
  const carryOut = async () => {
    if (action === 'revoke') await send(revokeSeal, { slNo, reason: reason! })
    else await send(action === 'suspend' ? suspendSeal : resumeSeal, { slNo })
    toast('success', t(`actions.${done[action]}`))
    onClose()
    await reload()
  }
  const confirm = () => {
    setTried(true)
    if (action !== 'revoke' || reason) void run(carryOut)
  }
  return (
    <Question
      title={t(`actions.${action}Title`)}
      no={t('actions.keep')}
      yes={t(`actions.${action}`)}
      kind={action === 'resume' ? 'primary' : 'danger'}
      isPending={isPending}
      onYes={confirm}
      onClose={onClose}
    >
      <p>{t(`actions.${action}Text`)}</p>
      {action === 'revoke' && (
        <RadioGroup
          label={t('actions.revokeReason')}
          choices={offered.map((id) => ({ id, label: t(`reasons.${id}`) }))}
          value={reason ?? null}
          onChange={(chosen) => setReason(chosen as HolderReason)}
          error={isTried && !reason ? t('actions.reasonFirst') : undefined}
        />
      )}
    </Question>
  )
}
