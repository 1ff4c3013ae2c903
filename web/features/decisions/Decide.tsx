import type { Decided as Answer, Proposed } from '#contract/decisions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Challenge } from '../sessions/Challenge.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'
import './decisions.css'

type Decided = { isApproved: boolean; remarks: string }
type Props = {
  /** Why it cannot be approved, where that is so. */
  notApproved?: string | undefined
  initiate: (decided: Decided) => Promise<z.output<typeof Proposed>>
  verify: (decided: Decided, approval: { transId: string; random: string }, signal: AbortSignal) => Promise<z.output<typeof Answer>>
  onDecided: () => void
}

/** A decision: approved or rejected, with what its maker reads about it, and approved by the decider in the identity app. */
export function Decide({ notApproved, initiate, verify, onDecided }: Props) {
  const { t } = useTranslation('decisions')
  const [remarks, setRemarks] = useState('')
  const [decided, setDecided] = useState<Decided>()
  const [refused, setRefused] = useState('')
  const challenge = useChallenge({
    verify: ({ transId, random }, signal) => verify(decided!, { transId, random }, signal),
    onApproved: onDecided,
  })
  const start = async (next: Decided) => {
    setRefused('')
    setDecided(next)
    const why = await challenge.start(() => initiate(next))
    setRefused(why?.refusal?.problem.errors?.[0]?.message ?? why?.text ?? '')
  }
  const { state } = challenge
  return (
    <Card title={t('title')}>
      {state.step === 'idle' ? (
        <div className="decide">
          <p className="quiet">{t('text')}</p>
          <TextField label={t('remarks')} hint={t('remarksHint')} rows={3} maxLength={1000} value={remarks} onChange={setRemarks} />
          {refused && <Notice tone="error">{refused}</Notice>}
          {notApproved && <Notice tone="warning">{notApproved}</Notice>}
          <div className="decide-actions">
            <Button
              kind="primary"
              icon="check"
              isDisabled={notApproved !== undefined}
              isPending={challenge.isStarting}
              onPress={() => void start({ isApproved: true, remarks })}
            >
              {t('approve')}
            </Button>
            <Button kind="danger" isPending={challenge.isStarting} onPress={() => void start({ isApproved: false, remarks })}>
              {t('reject')}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <p>
            <strong>{t(decided?.isApproved ? 'toApprove' : 'toReject')}</strong>
          </p>
          <Challenge
            state={state}
            isStarting={challenge.isStarting}
            onAgain={() => void start(decided!)}
            onCancel={challenge.cancel}
            onLeave={challenge.leave}
          />
        </>
      )}
    </Card>
  )
}
