import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './sessions.css'
import { onThisClock } from '../../kit/proof.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { Countdown } from '../../ui/values.tsx'

type Props = {
  /** From when on the server gives another. */
  resendAt: Date
  onResend: () => Promise<void>
}

/** Another code once a while has passed; it voids the one before. */
export function ResendCode({ resendAt, onResend }: Props) {
  const { t } = useTranslation('sessions')
  const [passed, setPassed] = useState<number>()
  const { isPending, run } = usePending()
  const resend = async () => {
    await onResend()
    toast('success', t('resend.done'))
  }
  return (
    <p className="code-again small">
      {t('resend.missing')}
      {passed === resendAt.getTime() ? (
        <Button kind="quiet" isPending={isPending} onPress={() => void run(resend)}>
          {t('resend.again')}
        </Button>
      ) : (
        <span className="quiet">
          {t('resend.wait')}{' '}
          <Countdown key={resendAt.getTime()} until={onThisClock(resendAt)} onEnd={() => setPassed(resendAt.getTime())} />
        </span>
      )}
    </p>
  )
}
