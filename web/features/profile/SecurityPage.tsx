import { judgePassword, passwordFaults } from '#contract/password.ts'
import { changePassword, listMySessions, readMyProfile } from '#contract/profile.ts'
import { type ComponentProps, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { useForm } from '../../kit/form.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText } from '../../ui/values.tsx'
import { NewPasswordField } from '../sessions/NewPasswordField.tsx'
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

type AboutMe = ReturnType<typeof aboutMe>
const aboutMe = ({ email, mobileNo, fullName, fullNameAr }: Profile) => ({ email, mobile: mobileNo, names: [fullName, fullNameAr] })

const Password = z.object(changePassword.body)
const withCurrent = (about: AboutMe) => Password.required().check(judgePassword('newPassword', () => about))
const withNafath = (about: AboutMe) => Password.pick({ newPassword: true }).check(judgePassword('newPassword', () => about))

/** By the present password, or, for who has none or forgot it, by a confirmation in Nafath. */
function PasswordForm({ profile }: { profile: Profile }) {
  const [query] = useSearchParams()
  const [isForgotten, setForgotten] = useState(query.has('forgotten'))
  const about = useMemo(() => aboutMe(profile), [profile])
  return profile.hasPassword && !isForgotten ? (
    <ByCurrent about={about} onForgotten={() => setForgotten(true)} />
  ) : (
    <ByNafath about={about} isFirst={!profile.hasPassword} />
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

function ByCurrent({ about, onForgotten }: { about: AboutMe; onForgotten: () => void }) {
  const { t } = useTranslation('profile')
  const schema = useMemo(() => withCurrent(about), [about])
  const form = useForm(schema, { currentPassword: '', newPassword: '' })
  const change = useChange()
  return (
    <form noValidate className="account-form" onSubmit={form.onSubmit((given) => change(given).then(() => form.reset()))}>
      <PasswordField {...form.field('currentPassword')} label={t('password.current')} />
      <Button kind="quiet" onPress={onForgotten}>
        {t('password.forgotten')}
      </Button>
      <NewPassword field={form.field('newPassword')} about={about} isBusy={form.isBusy} />
    </form>
  )
}

function ByNafath({ about, isFirst }: { about: AboutMe; isFirst: boolean }) {
  const { t } = useTranslation('profile')
  const schema = useMemo(() => withNafath(about), [about])
  const form = useForm(schema, { newPassword: '' })
  const change = useChange()
  return (
    <form noValidate className="account-form" onSubmit={form.onSubmit((given) => change(given).then(() => form.reset()))}>
      <p className="account-note">{t(isFirst ? 'password.first' : 'password.byNafath')}</p>
      <NewPassword field={form.field('newPassword')} about={about} isBusy={form.isBusy} />
    </form>
  )
}

type Field = Omit<ComponentProps<typeof NewPasswordField>, 'label' | 'faults'>

function NewPassword({ field, about, isBusy }: { field: Field; about: AboutMe; isBusy: boolean }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <NewPasswordField {...field} label={t('password.new')} faults={passwordFaults(field.value, about)} />
      <Button kind="primary" type="submit" isPending={isBusy}>
        {t('password.save')}
      </Button>
      <p className="small quiet">{t('password.effect')}</p>
    </>
  )
}
