import type { Output } from '#contract/kit.ts'
import { listRefunds, proposeRefund } from '#contract/refunds.ts'
import { to } from '#contract/screens.ts'
import { readTakenPayment } from '#contract/takenPayments.ts'
import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { Money } from '../../ui/values.tsx'

export type Taken = Output<typeof readTakenPayment>

/** Proposes to give a payment back; somebody else decides it. */
export function ProposeRefund({ of: { paymentID, amount, used } }: { of: Taken }) {
  const { t } = useTranslation(['finance', 'ui'])
  const navigate = useNavigate()
  const [isAsked, ask] = useState(false)
  const propose = useSend(proposeRefund, [readTakenPayment, listRefunds, listWaitingRequests])
  const confirm = async (reason: string) => {
    try {
      const { requestID } = await propose.mutateAsync({ paymentID, reason })
      toast('success', t('finance:propose.done'))
      await navigate(to('refund', { requestID }))
    } catch (error) {
      ask(false)
      tell(error)
    }
  }
  return (
    <div className="decide-actions">
      <Button kind="primary" onPress={() => ask(true)}>
        {t('finance:payment.refund')}
      </Button>
      {isAsked && (
        <RemarksQuestion
          title={t('finance:payment.refundAsk')}
          no={t('ui:cancel')}
          yes={t('finance:propose.send')}
          kind="primary"
          remarks={{
            label: t('finance:propose.reason'),
            hint: t('finance:propose.reasonHint'),
            needed: t('finance:payment.reasonNeeded'),
            most: 1000,
          }}
          onYes={(reason) => void confirm(reason)}
          onClose={() => ask(false)}
        >
          {() => (
            <>
              <p>
                {t('finance:payment.refundText')} <Money halalas={amount} />
              </p>
              {used && used.spent > 0 && <p>{t('finance:payment.refundUsed', { spent: used.spent, credited: used.credited })}</p>}
            </>
          )}
        </RemarksQuestion>
      )}
    </div>
  )
}
