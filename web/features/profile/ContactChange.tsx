import { localMobile } from '#contract/addresses.ts'
import type { Output } from '#contract/kit.ts'
import {
  changeMyEmail,
  changeMyMobile,
  confirmContact,
  listMyEmails,
  listMyMobiles,
  readMyProfile,
  resendContactCode,
} from '#contract/profile.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { Ltr } from '../../ui/values.tsx'
import { CodeField } from '../sessions/CodeField.tsx'
import { ResendCode } from '../sessions/ResendCode.tsx'
import { useCodeCheck } from '../sessions/useCodeCheck.ts'

export type Contact = 'email' | 'mobile'
type Sent = Output<typeof changeMyEmail>
const Email = z.object(changeMyEmail.body)
const Mobile = z.object(changeMyMobile.body)
const Code = z.object(confirmContact.body).pick({ otp: true })

/** The new address, then the code that was sent to it. */
export default function ContactChange({ contact, begin = ownContact, doneText, onEnd }: Props) {
  const { t } = useTranslation('profile')
  const [sent, setSent] = useState<{ change: Sent; address: string }>()
  const done = doneText ?? t(`contact.${contact}.changed`)
  if (sent) return <TypeCode {...sent} done={done} onAgain={() => setSent(undefined)} onEnd={onEnd} />
  const New = contact === 'email' ? NewEmail : NewMobile
  return <New begin={begin[contact]} onSent={(change, address) => setSent({ change, address })} onCancel={onEnd} />
}

type Begin = (address: string) => Promise<Sent>
type Props = {
  contact: Contact
  /** Sends a code to a new address of each kind; left out, it is to be the person’s own. */
  begin?: Record<Contact, Begin>
  /** What is said once the code was right. */
  doneText?: string
  onEnd: () => void
}
const ownContact: Record<Contact, Begin> = {
  email: (email) => send(changeMyEmail, { email }),
  mobile: (mobileNo) => send(changeMyMobile, { mobileNo }),
}

type NewProps = { begin: Begin; onSent: (change: Sent, address: string) => void; onCancel: () => void }

function NewEmail({ begin, onSent, onCancel }: NewProps) {
  const { t } = useTranslation('profile')
  const form = useForm(Email, { email: '' })
  return (
    <form noValidate className="account-form" onSubmit={form.onSubmit(async ({ email }) => onSent(await begin(email), email))}>
      <TextField {...form.field('email')} label={t('contact.email.new')} type="email" autoComplete="email" ltr isRequired autoFocus />
      <Buttons isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  )
}

function NewMobile({ begin, onSent, onCancel }: NewProps) {
  const { t } = useTranslation('profile')
  const form = useForm(Mobile, { mobileNo: '' })
  const ask = async ({ mobileNo }: { mobileNo: string }) => onSent(await begin(mobileNo), localMobile(mobileNo))
  return (
    <form noValidate className="account-form" onSubmit={form.onSubmit(ask)}>
      <TextField
        {...form.field('mobileNo')}
        label={t('contact.mobile.new')}
        hint={<Ltr>05XXXXXXXX</Ltr>}
        type="tel"
        autoComplete="tel"
        ltr
        isRequired
        autoFocus
      />
      <Buttons isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  )
}

function Buttons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const { t } = useTranslation(['profile', 'ui'])
  return (
    <div className="account-buttons">
      <Button kind="primary" type="submit" isPending={isBusy}>
        {t('profile:contact.sendCode')}
      </Button>
      <Button kind="quiet" onPress={onCancel}>
        {t('ui:cancel')}
      </Button>
    </div>
  )
}

type CodeProps = { change: Sent; address: string; done: string; onAgain: () => void; onEnd: () => void }

function TypeCode({ change, address, done, onAgain, onEnd }: CodeProps) {
  const { t } = useTranslation(['profile', 'ui'])
  const form = useForm(Code, { otp: '' })
  const { wrong, check, forget } = useCodeCheck(() => form.reset())
  const [resendAt, setResendAt] = useState(change.resendAt)
  const { changeID } = change
  const confirmed = async () => {
    toast('success', done)
    await Promise.all([readMyProfile, listMyEmails, listMyMobiles].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    onEnd()
  }
  const resend = async () => {
    setResendAt((await send(resendContactCode, { changeID })).resendAt)
    forget()
  }
  if (wrong === 'over')
    return (
      <div className="account-form">
        <Notice tone="error">{t('profile:contact.codeOver')}</Notice>
        <Button kind="primary" onPress={onAgain}>
          {t('profile:contact.startAgain')}
        </Button>
      </div>
    )
  return (
    <form
      noValidate
      className="account-form"
      onSubmit={form.onSubmit(({ otp }) => check(send(confirmContact, { changeID, otp }), confirmed))}
    >
      <p>
        {t('profile:contact.codeSent')} <Ltr>{address}</Ltr>
      </p>
      {wrong !== undefined && <Notice tone="error">{t('profile:contact.codeWrong', { count: wrong })}</Notice>}
      <CodeField {...form.field('otp')} label={t('profile:contact.code')} autoFocus />
      <div className="account-buttons">
        <Button kind="primary" type="submit" isPending={form.isBusy}>
          {t('profile:contact.confirm')}
        </Button>
        <Button kind="quiet" onPress={onEnd}>
          {t('ui:cancel')}
        </Button>
      </div>
      <ResendCode resendAt={resendAt} onResend={resend} />
    </form>
  )
}
