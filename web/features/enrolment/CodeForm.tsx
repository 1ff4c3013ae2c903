import { localMobile } from '#contract/addresses.ts'
import { type Channel, type Enrolment, resendEnrolmentCode, verifyEnrolmentCode } from '#contract/enrolment.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusChip } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Ltr } from '../../ui/values.tsx'
import { CodeField } from '../sessions/CodeField.tsx'
import { ResendCode } from '../sessions/ResendCode.tsx'
import { useCodeCheck } from '../sessions/useCodeCheck.ts'
import { keepEnrolment } from './ownEnrolment.ts'

const Code = z.object(verifyEnrolmentCode.body).pick({ otp: true })

type Props = {
  enrolment: Enrolment
  channel: Channel
  /** The other code was confirmed a moment ago: this one is next under the hand. */
  isNext: boolean
  onConfirmed: () => void
  /** What can be done besides. */
  children?: ReactNode
}

/** One address and its code: confirmed, or to be. */
export function CodeForm({ enrolment, channel, isNext, onConfirmed, children }: Props) {
  const { t } = useTranslation('enrolment')
  const contact = (channel === 'email' ? enrolment.email : enrolment.mobile)!
  const shown = channel === 'sms' ? localMobile(contact.address) : contact.address
  const title = `code-${channel}`
  return (
    <section className="enrol-code" aria-labelledby={title}>
      <header>
        <div>
          <h2 id={title}>{t(`codes.${channel}.title`)}</h2>
          <p className="quiet">
            <Ltr>{shown}</Ltr>
          </p>
        </div>
        {contact.isConfirmed && <StatusChip tone="success">{t('codes.confirmed')}</StatusChip>}
      </header>
      {!contact.isConfirmed && (
        <>
          <TypeCode
            enrolment={enrolment}
            channel={channel}
            isNext={isNext}
            onConfirmed={onConfirmed}
            isOut={contact.codeExpiresAt !== null}
          />
          <Resend enrolment={enrolment} channel={channel} />
          {children}
        </>
      )}
    </section>
  )
}

/** Its last digit sends it. The button is for whoever wants to send it once more. */
function TypeCode({ enrolment: { enrolmentID }, channel, isNext, onConfirmed, isOut }: Omit<Props, 'children'> & { isOut: boolean }) {
  const { t } = useTranslation('enrolment')
  const form = useForm(Code, { otp: '' }, { tellsHere: true })
  const { wrong, check, forget } = useCodeCheck(() => form.reset())
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isNext) box.current?.querySelector('input')?.focus()
  }, [isNext])
  const verify = async ({ otp }: { otp: string }) => {
    forget()
    await check(send(verifyEnrolmentCode, { enrolmentID, channel, otp }), (answer) => {
      onConfirmed()
      keepEnrolment(answer.enrolment)
    })
  }
  if (!isOut && !wrong) return <Notice tone="warning">{t('codes.none')}</Notice>
  return (
    <form noValidate onSubmit={form.onSubmit(verify)} ref={box}>
      {wrong && <Notice tone="error">{wrong === 'over' ? t('codes.over') : t('codes.wrong', { count: wrong })}</Notice>}
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      <div className="enrol-code-line">
        <CodeField {...form.field('otp')} label={t(`codes.${channel}.code`)} isSentWhenFull />
        <Button type="submit" isPending={form.isBusy}>
          {t(`codes.${channel}.confirm`)}
        </Button>
      </div>
    </form>
  )
}

/** Another code for one address, for as long as the enrolment may have one. */
export function Resend({ enrolment: { enrolmentID, email, mobile }, channel }: { enrolment: Enrolment; channel: Channel }) {
  const { t } = useTranslation('enrolment')
  const { resendAt } = (channel === 'email' ? email : mobile)!
  if (!resendAt) return <p className="small quiet">{t('codes.noMore')}</p>
  return <ResendCode resendAt={resendAt} onResend={async () => keepEnrolment(await send(resendEnrolmentCode, { enrolmentID, channel }))} />
}
