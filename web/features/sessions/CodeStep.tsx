import { resendCode, type validateCredentials, verifyCode } from '#contract/sessions.ts'
import type { Output } from '#contract/kit.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { enter } from '../../kit/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CodeField } from './CodeField.tsx'
import { ResendCode } from './ResendCode.tsx'
import { useCodeCheck } from './useCodeCheck.ts'

const Code = z.object(verifyCode.body).pick({ otp: true })

type Props = { attempt: Output<typeof validateCredentials>; channel: 'sms' | 'email'; onLeave: () => void; onForgotten: () => void }

/** The one-time code: so many tries, another code after a while, and a way back. */
export function CodeStep({ attempt, channel, onLeave, onForgotten }: Props) {
  const { t } = useTranslation(['login', 'sessions'])
  const [resendAt, setResendAt] = useState(attempt.resendAt)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const form = useForm(Code, { otp: '' }, { tellsHere: true })
  const { wrong, check, forget } = useCodeCheck(() => form.reset())
  const isOver = wrong === 'over'

  const resend = async () => {
    setResendAt((await send(resendCode, { loginID: attempt.loginID })).resendAt)
    forget()
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
        <form noValidate onSubmit={form.onSubmit(({ otp }) => check(send(verifyCode, { loginID: attempt.loginID, otp }), enter))}>
          {wrong !== undefined && <Notice tone="error">{t('login:codeWrong', { count: wrong })}</Notice>}
          {form.failure && <Notice tone="error">{form.failure}</Notice>}
          <CodeField {...form.field('otp')} label={t('login:code')} />
          <Button kind="primary" type="submit" isPending={form.isBusy}>
            {t('login:enter')}
          </Button>
          <ResendCode resendAt={resendAt} onResend={resend} />
        </form>
      )}
      <Notice tone="info">
        <p>{t('login:noCode')}</p>
        <div className="code-step-ways">
          <Button kind={isOver ? 'primary' : 'secondary'} onPress={onLeave}>
            {t('login:startAgain')}
          </Button>
          <Button onPress={onForgotten}>{t('login:newPassword')}</Button>
        </div>
      </Notice>
    </section>
  )
}
