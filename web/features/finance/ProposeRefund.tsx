import type { Output } from '#contract/kit.ts'
import { listRefunds, proposeRefund, shareOf } from '#contract/refunds.ts'
import { to } from '#contract/screens.ts'
import { readTakenPayment } from '#contract/takenPayments.ts'
import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField, RadioGroup } from '../../ui/fields.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { Money, NumberText } from '../../ui/values.tsx'

export type Taken = Output<typeof readTakenPayment>

/** Proposes to give a payment back, all that is left of it or part; somebody else decides it. */
export function ProposeRefund({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const [isAsked, ask] = useState(false)
  return (
    <div className="decide-actions">
      <Button kind="primary" onPress={() => ask(true)}>
        {t('payment.refund')}
      </Button>
      {isAsked && <Asking of={of} onClose={() => ask(false)} />}
    </div>
  )
}

function Asking({ of, onClose }: { of: Taken; onClose: () => void }) {
  const { t } = useTranslation(['finance', 'ui'])
  const navigate = useNavigate()
  const propose = useSend(proposeRefund, [readTakenPayment, listRefunds, listWaitingRequests])
  const { paymentID, part, notRefundable } = of
  const [isPart, setPart] = useState(notRefundable !== null)
  const [digits, setDigits] = useState('')
  const transactions = Number(digits)
  const isPossible = part !== null && transactions >= 1 && transactions <= part.most
  const confirm = async (reason: string) => {
    try {
      const { requestID } = await propose.mutateAsync({ paymentID, reason, ...(isPart && { transactions }) })
      toast('success', t('finance:propose.done'))
      await navigate(to('refund', { requestID }))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <RemarksQuestion
      title={t('finance:payment.refundAsk')}
      no={t('ui:cancel')}
      yes={t('finance:propose.send')}
      kind="primary"
      isComplete={!isPart || isPossible}
      remarks={{
        label: t('finance:propose.reason'),
        hint: t('finance:propose.reasonHint'),
        needed: t('finance:payment.reasonNeeded'),
        most: 1000,
      }}
      onYes={(reason) => void confirm(reason)}
      onClose={onClose}
    >
      {(isTold) => (
        <>
          {part && notRefundable === null && (
            <RadioGroup
              label={t('finance:payment.refundWhat')}
              value={isPart ? 'part' : 'all'}
              onChange={(chosen) => setPart(chosen === 'part')}
              choices={[
                { id: 'all', label: t('finance:payment.refundAll') },
                { id: 'part', label: t('finance:payment.refundPart') },
              ]}
            />
          )}
          {isPart && part ? (
            <>
              <DigitsField
                label={t('finance:payment.refundCount')}
                hint={t('finance:payment.refundCountHint', { most: part.most })}
                value={digits}
                maxLength={7}
                isRequired
                error={isTold && !isPossible ? t('finance:payment.refundCountHint', { most: part.most }) : undefined}
                onChange={setDigits}
              />
              <p aria-live="polite">{isPossible && <Share of={part} transactions={transactions} />}</p>
            </>
          ) : (
            <All of={of} />
          )}
        </>
      )}
    </RemarksQuestion>
  )
}

function All({ of: { amount, refundedAmount, used } }: { of: Taken }) {
  const { t } = useTranslation('finance')
  return (
    <>
      <p>
        {t(refundedAmount > 0 ? 'payment.refundRest' : 'payment.refundText')} <Money halalas={amount - refundedAmount} />
      </p>
      {used && used.spent > 0 && <p>{t('payment.refundUsed', { spent: used.spent, credited: used.credited })}</p>}
    </>
  )
}

/** What so many transactions cost, as the server counts it. */
function Share({ of, transactions }: { of: NonNullable<Taken['part']>; transactions: number }) {
  const { t } = useTranslation('finance')
  const { price, tax } = shareOf(of, transactions)
  return (
    <>
      {t('payment.refundShare')} <Money halalas={price + tax} /> (<Money halalas={price} /> + {t('payment.refundTax')}{' '}
      <Money halalas={tax} />
      ). {t('payment.refundLeft')} <NumberText value={of.most - transactions} />
    </>
  )
}
