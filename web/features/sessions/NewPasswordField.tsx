import { type PasswordRule, passwordRules } from '#contract/password.ts'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { PasswordField } from './PasswordField.tsx'

type Props = {
  name: string
  label: string
  value: string
  error?: string
  faults: readonly PasswordRule[]
  onChange: (value: string) => void
  onBlur: () => void
}

/** A password that is being chosen: its rules stand beside it and are ticked off while it is typed. */
export function NewPasswordField({ faults, ...field }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <div>
      <PasswordField {...field} autoComplete="new-password" />
      <ul className="password-rules small" aria-label={t('newPassword.rules')}>
        {passwordRules.map((rule) => {
          const isMet = field.value !== '' && !faults.includes(rule)
          return (
            <li key={rule} data-met={isMet || undefined}>
              <Icon name={isMet ? 'check' : 'minus'} size={16} />
              <span>{t(`newPassword.${rule}`)}</span>
              <span className="sr-only">{t(isMet ? 'newPassword.met' : 'newPassword.open')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
