import { contactSubjects, readContactAddresses, sendContactMessage } from '#contract/site.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import '../../ui/app.css'
import { Refusal, send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Providers } from '../../kit/Providers.tsx'
import { messageOf } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField, Select, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CopyId } from '../../ui/values.tsx'

const Message = z.object(sendContactMessage.body)
/** What the address says that it is about. */
const subjectAsked = () => {
  const asked = new URLSearchParams(location.search).get('subject')
  return contactSubjects.find((one) => one === asked) ?? 'signing'
}
const empty = () => ({ name: '', email: '', mobile: '', organisation: '', subject: subjectAsked(), message: '' })

export default function ContactForm() {
  const [reference, setReference] = useState<string>()
  return (
    <Providers>
      {reference ? <Sent reference={reference} onAgain={() => setReference(undefined)} /> : <Writing onSent={setReference} />}
      <Direct />
    </Providers>
  )
}

function Writing({ onSent }: { onSent: (reference: string) => void }) {
  const { t } = useTranslation('contact')
  const [first] = useState(empty)
  const form = useForm(Message, first)
  const [refused, setRefused] = useState<string>()
  const carryOut = async (message: z.output<typeof Message>) => {
    setRefused(undefined)
    try {
      const { humanCheckHeaders } = await import('../../kit/humanCheck.ts') // always demanded here, so it is solved before it is
      onSent((await send(sendContactMessage, message, { headers: await humanCheckHeaders() })).reference)
    } catch (error) {
      if (error instanceof Refusal && error.problem.errors?.length) throw error // goes beside the fields
      setRefused(messageOf(error))
    }
  }
  return (
    <form noValidate className="stack" onSubmit={form.onSubmit(carryOut)}>
      <div className="pair">
        <TextField {...form.field('name')} label={t('form.name')} autoComplete="name" isRequired />
        <TextField
          {...form.field('email')}
          label={t('form.email')}
          hint={t('form.emailHint')}
          type="email"
          autoComplete="email"
          ltr
          isRequired
        />
        <DigitsField
          {...form.field('mobile')}
          label={t('form.mobile')}
          hint={t('form.mobileHint')}
          maxLength={10}
          autoComplete="tel-national"
          optional
        />
        <TextField {...form.field('organisation')} label={t('form.organisation')} autoComplete="organization" optional />
      </div>
      <Select
        label={t('form.subject')}
        value={form.values.subject}
        onChange={(subject) => form.setValue('subject', subject as (typeof contactSubjects)[number])}
        choices={contactSubjects.map((id) => ({ id, label: t(`subjects.${id}`) }))}
      />
      <TextField {...form.field('message')} label={t('form.message')} hint={t('form.messageHint')} rows={6} isRequired />
      {refused && <Notice tone="error">{refused}</Notice>}
      <div className="actions-row">
        <Button kind="primary" type="submit" isPending={form.isBusy}>
          {t('form.send')}
        </Button>
        <p className="small quiet" role="status">
          {form.isBusy && t('form.checking')}
        </p>
      </div>
    </form>
  )
}

function Sent({ reference, onAgain }: { reference: string; onAgain: () => void }) {
  const { t } = useTranslation('contact')
  return (
    <div className="sent" role="status">
      <Icon name="success" size={40} />
      <h2>{t('sent.title')}</h2>
      <p>{t('sent.text')}</p>
      <p className="reference">
        <span className="small quiet">{t('sent.reference')}</span>
        <CopyId value={reference} />
      </p>
      <Button onPress={onAgain}>{t('sent.again')}</Button>
    </div>
  )
}

/** The provider's own addresses, from its settings. */
function Direct() {
  const { t } = useTranslation('contact')
  const addresses = useCall(readContactAddresses, {}).data
  if (!addresses) return null
  return (
    <dl className="direct" aria-label={t('direct.title')}>
      <div>
        <dt>{t('direct.email')}</dt>
        <dd>
          <a href={`mailto:${addresses.email}`} dir="ltr">
            {addresses.email}
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('direct.phone')}</dt>
        <dd>
          <a href={`tel:${addresses.phone}`} dir="ltr">
            {addresses.phone}
          </a>
        </dd>
      </div>
    </dl>
  )
}
