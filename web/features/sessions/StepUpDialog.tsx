import { initiateStepUp, verifyStepUp } from '#contract/sessions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Challenge } from './Challenge.tsx'
import { useChallenge } from './useChallenge.ts'

/** @param onEnd told once: whether the person has confirmed who they are */
export default function StepUpDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { t } = useTranslation(['sessions', 'ui'])
  const challenge = useChallenge({
    verify: ({ transId, random }, signal) => send(verifyStepUp, { transId, random }, { signal }),
    onApproved: () => onEnd(true),
  })
  const [refused, setRefused] = useState('')
  const start = async () => {
    setRefused('')
    setRefused((await challenge.start(() => send(initiateStepUp, {})))?.text ?? '')
  }
  const giveUp = () => {
    challenge.cancel()
    onEnd(false)
  }
  const { state } = challenge
  const buttons = () => (
    <>
      <Button onPress={giveUp}>{t('ui:cancel')}</Button>
      <Button kind="primary" isPending={challenge.isStarting} onPress={() => void start()}>
        {t('sessions:stepUp.start')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('sessions:stepUp.title')}
      role="alertdialog"
      isOpen
      onOpenChange={(open) => open || giveUp()}
      footer={state.step === 'idle' ? buttons : undefined}
    >
      {state.step === 'idle' ? (
        <>
          <p>{t('sessions:stepUp.text')}</p>
          {refused && <Notice tone="error">{refused}</Notice>}
        </>
      ) : (
        <Challenge state={state} isStarting={challenge.isStarting} onAgain={() => void start()} onCancel={giveUp} onLeave={giveUp} />
      )}
    </Dialog>
  )
}
