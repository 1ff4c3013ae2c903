import { cancelSealOrder, initiateSealIdentity, paySeal, recheckSealPayment, verifySealIdentity } from '#contract/seals.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { usePaymentPage } from '../payments/paymentPage.ts'
import { Challenge } from '../sessions/Challenge.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'
import type { Seal } from './SealFacts.tsx'
import { reload } from './stale.ts'

/** What the enrolment admin has to do next about an order. */
export function Steps({ seal }: { seal: Seal }) {
  if (seal.waitsFor === 'payment') return <Payment seal={seal} />
  return seal.waitsFor === 'identity' ? <Confirmation seal={seal} /> : null
}

function Payment({ seal: { slNo, paymentStatus, recheckPayment } }: { seal: Seal }) {
  const { t } = useTranslation('seals')
  const page = usePaymentPage()
  const recheck = usePending()
  const cancel = usePending()
  const check = async () => {
    const { waitsFor } = await send(recheckSealPayment, { slNo })
    toast(waitsFor === 'payment' ? 'info' : 'success', t(waitsFor === 'payment' ? 'pay.unclear' : 'pay.paid'))
    await reload()
  }
  const giveUp = async () => {
    await send(cancelSealOrder, { slNo })
    toast('success', t('pay.cancelled'))
    await reload()
  }
  return (
    <section className="decide" aria-label={t('pay.title')}>
      <p className="quiet">{t('pay.text')}</p>
      {paymentStatus === 'failed' && <Notice tone="error">{t('pay.failed')}</Notice>}
      <div className="decide-actions">
        <Button
          kind="primary"
          isPending={page.isLeaving}
          onPress={() => void page.open(`seal ${slNo}`, (options) => send(paySeal, { slNo }, options))}
        >
          {t('pay.open')}
        </Button>
        {recheckPayment && (
          <Button isPending={recheck.isPending} onPress={() => void recheck.run(check)}>
            {t('pay.recheck')}
          </Button>
        )}
        <Button kind="quiet" isPending={cancel.isPending} onPress={() => void cancel.run(giveUp)}>
          {t('pay.cancel')}
        </Button>
      </div>
    </section>
  )
}

function Confirmation({ seal: { slNo } }: { seal: Seal }) {
  const { t } = useTranslation('seals')
  const [refused, setRefused] = useState('')
  const challenge = useChallenge({
    verify: ({ transId, random }, signal) => send(verifySealIdentity, { slNo, transId, random }, { signal }),
    onApproved: async () => {
      toast('success', t('confirm.done'))
      await reload()
    },
  })
  const start = async () => {
    setRefused('')
    const refusal = await challenge.start(() => send(initiateSealIdentity, { slNo }))
    setRefused(refusal?.text ?? '')
  }
  const { state } = challenge
  if (state.step !== 'idle')
    return (
      <Challenge
        state={state}
        isStarting={challenge.isStarting}
        onAgain={() => void start()}
        onCancel={challenge.cancel}
        onLeave={challenge.leave}
      />
    )
  return (
    <section className="decide" aria-label={t('confirm.title')}>
      <h3>{t('confirm.title')}</h3>
      <p className="quiet">{t('confirm.text')}</p>
      {refused && <Notice tone="error">{refused}</Notice>}
      <div className="decide-actions">
        <Button kind="primary" icon="shield" isPending={challenge.isStarting} onPress={() => void start()}>
          {t('confirm.start')}
        </Button>
      </div>
    </section>
  )
}
