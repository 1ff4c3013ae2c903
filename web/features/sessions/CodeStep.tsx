import { oneTimeCodeLength } from '#contract/limits.ts'
import { resendCode, type validateCredentials, verifyCode } from '#contract/sessions.ts'
import type { Output } from '#contract/kit.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refusal, send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { enter } from '../../kit/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ResendCode } from './ResendCode.tsx'

const Code = z.object(verifyCode.body).pick({ otp: true })

type Props = { attempt: Output<typeof validateCredentials>; channel: 'sms' | 'email'; onLeave: () => void }

/** The one-time code: so many tries, another code after a while, and a way back. */
export function CodeStep({ attempt, channel, onLeave }: Props) {
  const { t } = useTranslation(['login', 'sessions'])
  const [triesLeft, setTriesLeft] = useState<number>()
  const [isOver, setOver] = useState(false)
  const [resendAt, setResendAt] = useState(attempt.resendAt)
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
  const resend = async () => {
    setResendAt((await send(resendCode, { loginID: attempt.loginID })).resendAt)
    setTriesLeft(undefined)
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
            <DigitsField
              {...form.field('otp')}
              label={t('login:code')}
              maxLength={oneTimeCodeLength}
              autoComplete="one-time-code"
              isRequired
            />
          </div>
          <Button kind="primary" type="submit" isPending={form.isBusy}>
            {t('login:enter')}
          </Button>
          <ResendCode resendAt={resendAt} onResend={resend} />
        </form>
      )}
      <Button kind={isOver ? 'primary' : 'quiet'} onPress={onLeave}>
        {t('login:startAgain')}
      </Button>
    </section>
  )
}
