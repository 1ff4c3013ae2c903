import { resendCode, type validateCredentials, verifyCode } from '#contract/sessions.ts'
import type { Output } from '#contract/kit.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refusal, send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { onThisClock } from '../../kit/proof.ts'
import { enter } from '../../kit/preferences.ts'
import { tell } from '../../kit/tell.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { Countdown } from '../../ui/values.tsx'

const codeLength = 6
const Code = z.object(verifyCode.body).pick({ otp: true })

type Props = { attempt: Output<typeof validateCredentials>; channel: 'sms' | 'email'; onLeave: () => void }

/** The one-time code: so many tries, another code after a while, and a way back. */
export function CodeStep({ attempt, channel, onLeave }: Props) {
  const { t } = useTranslation(['login', 'sessions'])
  const [triesLeft, setTriesLeft] = useState<number>()
  const [isOver, setOver] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const form = useForm(Code, { otp: '' })

  const verify = async ({ otp }: { otp: string }) => {
    try {
      const answer = await send(verifyCode, { loginID: attempt.loginID, otp })
      if (answer.status === '1') return enter(answer)
      setTriesLeft(answer.triesLeft)
      setOver(answer.triesLeft === 0)
      form.reset()
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.detail === 'TOO_MANY')) throw error
      setOver(true) // expired, used or tried too often: one answer for all of them
    }
  }
  return (
    <section className="code-step">
      <h2 tabIndex={-1} ref={title}>
        {t('login:codeTitle')}
      </h2>
      <p className="quiet">{t(`login:codeSent.${channel}`)}</p>
      {isOver ? (
        <Notice tone="error">{t('login:codeOver')}</Notice>
      ) : (
        <form noValidate onSubmit={form.onSubmit(verify)}>
          {triesLeft !== undefined && <Notice tone="error">{t('login:codeWrong', { count: triesLeft })}</Notice>}
          <div className="code-field">
            <DigitsField {...form.field('otp')} label={t('login:code')} maxLength={codeLength} autoComplete="one-time-code" isRequired />
          </div>
          <Button kind="primary" type="submit" isPending={form.isBusy}>
            {t('login:enter')}
          </Button>
          <Resend loginID={attempt.loginID} first={attempt.resendAt} onResent={() => setTriesLeft(undefined)} />
        </form>
      )}
      <Button kind={isOver ? 'primary' : 'quiet'} onPress={onLeave}>
        {t('login:startAgain')}
      </Button>
    </section>
  )
}

function Resend({ loginID, first, onResent }: { loginID: string; first: Date; onResent: () => void }) {
  const { t } = useTranslation('login')
  const [resendAt, setResendAt] = useState(first)
  const [mayResend, setMayResend] = useState(false)
  const [isPending, setPending] = useState(false)
  const resend = async () => {
    setPending(true)
    try {
      const answer = await send(resendCode, { loginID })
      setMayResend(false)
      setResendAt(answer.resendAt)
      onResent()
      toast('success', t('codeResent'))
    } catch (error) {
      tell(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <p className="code-again small">
      {t('codeMissing')}
      {mayResend ? (
        <Button kind="quiet" isPending={isPending} onPress={() => void resend()}>
          {t('resend')}
        </Button>
      ) : (
        <span className="quiet">
          {t('resendIn')} <Countdown key={resendAt.getTime()} until={onThisClock(resendAt)} onEnd={() => setMayResend(true)} />
        </span>
      )}
    </p>
  )
}
