import type { Output } from '#contract/kit.ts'
import { nationalIdLength } from '#contract/limits.ts'
import { validateCredentials } from '#contract/sessions.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField, RadioGroup } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CodeStep } from './CodeStep.tsx'
import { PasswordField } from './PasswordField.tsx'

const Credentials = z.object(validateCredentials.body)

type Props = { onUnderWay: (underWay: boolean) => void; onForgotten: () => void }

export function PasswordLogin({ onUnderWay, onForgotten }: Props) {
  const { t } = useTranslation(['login', 'sessions'])
  const form = useForm(Credentials, { nationalID: '', password: '', channel: 'sms' }, { tellsHere: true })
  const [attempt, setAttempt] = useState<Output<typeof validateCredentials>>()
  useEffect(() => onUnderWay(attempt !== undefined), [attempt, onUnderWay])

  if (attempt) {
    const leave = () => {
      form.setValue('password', '')
      setAttempt(undefined)
    }
    return <CodeStep attempt={attempt} channel={form.values.channel} onLeave={leave} onForgotten={onForgotten} />
  }
  const check = async (credentials: z.output<typeof Credentials>) => {
    const { humanCheckHeaders } = await import('../../kit/humanCheck.ts') // always demanded here, so it is solved before it is
    setAttempt(await send(validateCredentials, credentials, { headers: await humanCheckHeaders() }))
  }
  return (
    <form noValidate onSubmit={form.onSubmit(check)}>
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      <DigitsField
        {...form.field('nationalID')}
        label={t('sessions:nationalId')}
        hint={t('sessions:nationalIdHint')}
        maxLength={nationalIdLength}
        autoComplete="username"
        isRequired
      />
      <PasswordField {...form.field('password')} label={t('login:password')} />
      <Button kind="quiet" onPress={onForgotten}>
        {t('login:forgotten')}
      </Button>
      <RadioGroup
        {...form.field('channel')}
        onChange={(channel) => form.setValue('channel', channel as 'sms' | 'email')}
        label={t('login:channel')}
        choices={[
          { id: 'sms', label: t('login:sms') },
          { id: 'email', label: t('login:email') },
        ]}
      />
      <Button kind="primary" type="submit" isPending={form.isBusy}>
        {t('login:sendCode')}
      </Button>
      <p className="small quiet" role="status">
        {form.isBusy && t('login:humanCheck')}
      </p>
    </form>
  )
}
