import { declineInvitation } from '#contract/invitations.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'

/** The way out of an invitation, with or without a reason. */
export function Decline({ requestID, onDeclined }: { requestID: string; onDeclined: () => void }) {
  const { t } = useTranslation('invitations')
  const [isAsked, setAsked] = useState(false)
  const [remarks, setRemarks] = useState('')
  const decline = useSend(declineInvitation)
  const carryOut = async () => {
    try {
      await decline.mutateAsync({ requestID, remarks })
      toast('success', t('details.declined'))
    } catch (error) {
      tell(error)
    }
    setAsked(false)
    onDeclined()
  }
  return (
    <>
      <Button onPress={() => setAsked(true)}>{t('details.decline')}</Button>
      {isAsked && (
        <Question
          title={t('details.declineTitle')}
          no={t('details.keep')}
          yes={t('details.decline')}
          isPending={decline.isPending}
          onYes={() => void carryOut()}
          onClose={() => setAsked(false)}
        >
          <p>{t('details.declineText')}</p>
          <TextField label={t('details.declineReason')} rows={3} maxLength={500} value={remarks} onChange={setRemarks} />
        </Question>
      )}
    </>
  )
}
