import { newPassword, passwordFaults, passwordRules } from '#contract/password.ts'
import { changePassword, listMySessions, readMyProfile } from '#contract/profile.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useForm } from '../../kit/form.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText } from '../../ui/values.tsx'
import { PasswordField } from '../sessions/PasswordField.tsx'
import '../sessions/sessions.css'
import { type Profile, WithProfile } from './WithProfile.tsx'

export default function SecurityPage() {
  const { t } = useTranslation('profile')
  return (
    <WithProfile>
      {(profile) => (
        <div className="account">
          <Card title={t(profile.hasPassword ? 'password.change' : 'password.set')}>
            <PasswordForm profile={profile} />
          </Card>
          <Card title={t('password.nafathTitle')}>
            <p className="account-note">{t('password.nafathText')}</p>
            {profile.passwordChangedDate && (
              <p className="quiet">
                {t('password.lastChanged')} <DateText at={profile.passwordChangedDate} time hijri={false} />
              </p>
            )}
          </Card>
        </div>
      )}
    </WithProfile>
  )
}

const withCurrent = z.object({ currentPassword: z.string().min(1).max(200), newPassword })
const withNafath = z.object({ newPassword })

/** By the present password, or, for who has none or forgot it, by a confirmation in Nafath. */
function PasswordForm({ profile }: { profile: Profile }) {
  const [isForgotten, setForgotten] = useState(false)
  return profile.hasPassword && !isForgotten ? (
    <ByCurrent profile={profile} onForgotten={() => setForgotten(true)} />
  ) : (
    <ByNafath profile={profile} />
  )
}

function useChange() {
  const { t } = useTranslation('profile')
  const change = useSend(changePassword, [readMyProfile, listMySessions])
  return async (input: { currentPassword?: string; newPassword: string }) => {
    const { sessionsEnded } = await change.mutateAsync(input)
    toast('success', t('password.done'), sessionsEnded > 0 ? t('password.ended', { count: sessionsEnded }) : undefined)
  }
}

const faultsOf = (password: string, { email, mobileNo, fullName, fullNameAr }: Profile) =>
  passwordFaults(password, { email, mobile: mobileNo, names: [fullName, fullNameAr] })

function ByCurrent({ profile, onForgotten }: { profile: Profile; onForgotten: () => void }) {
  const { t } = useTranslation('profile')
  const form = useForm(withCurrent, { currentPassword: '', newPassword: '' })
  const [isSent, setSent] = useState(false)
  const change = useChange()
  const submit = async (input: z.output<typeof withCurrent>) => {
    setSent(true)
    if (faultsOf(input.newPassword, profile).length > 0) return
    await change(input)
    setSent(false)
    form.reset()
  }
  return (
    <form noValidate className="account-form" onSubmit={form.onSubmit(submit)}>
      <PasswordField {...form.field('currentPassword')} label={t('password.current')} />
      <Button kind="quiet" onPress={onForgotten}>
        {t('password.forgotten')}
      </Button>
      <PasswordField {...form.field('newPassword')} label={t('password.new')} autoComplete="new-password" />
      <Rules password={form.values.newPassword} profile={profile} isSent={isSent} />
      <Button kind="primary" type="submit" isPending={form.isBusy}>
        {t('password.save')}
      </Button>
      <p className="small quiet">{t('password.effect')}</p>
    </form>
  )
}

function ByNafath({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const form = useForm(withNafath, { newPassword: '' })
  const [isSent, setSent] = useState(false)
  const change = useChange()
  const submit = async (input: z.output<typeof withNafath>) => {
    setSent(true)
    if (faultsOf(input.newPassword, profile).length > 0) return
    await change(input)
    setSent(false)
    form.reset()
  }
  return (
    <form noValidate className="account-form" onSubmit={form.onSubmit(submit)}>
      <p className="account-note">{t(profile.hasPassword ? 'password.byNafath' : 'password.first')}</p>
      <PasswordField {...form.field('newPassword')} label={t('password.new')} autoComplete="new-password" />
      <Rules password={form.values.newPassword} profile={profile} isSent={isSent} />
      <Button kind="primary" type="submit" isPending={form.isBusy}>
        {t('password.save')}
      </Button>
      <p className="small quiet">{t('password.effect')}</p>
    </form>
  )
}

/** What a password must be, ticked off while it is typed. */
function Rules({ password, profile, isSent }: { password: string; profile: Profile; isSent: boolean }) {
  const { t } = useTranslation('profile')
  const faults = faultsOf(password, profile)
  return (
    <div role={isSent && faults.length > 0 ? 'alert' : undefined}>
      <p className="small quiet">{t('password.rulesTitle')}</p>
      <ul className="password-rules">
        {passwordRules.map((rule) => {
          const state = password === '' && !isSent ? 'open' : faults.includes(rule) ? (isSent ? 'broken' : 'open') : 'kept'
          return (
            <li key={rule} data-state={state}>
              <Icon name={state === 'kept' ? 'check' : state === 'broken' ? 'close' : 'minus'} size={16} />
              <span>{t(`password.rules.${rule}`)}</span>
              <span className="sr-only">{t(`password.states.${state}`)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
