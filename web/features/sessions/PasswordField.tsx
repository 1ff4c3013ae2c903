import { useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import './sessions.css'

type Props = {
  name: string
  label: string
  hint?: string
  value: string
  error?: string
  autoComplete?: 'current-password' | 'new-password' | 'off'
  autoFocus?: boolean
  onChange: (value: string) => void
  onBlur: () => void
}

export function PasswordField({ label, hint, error, autoComplete = 'current-password', ...behaviour }: Props) {
  const { t } = useTranslation('login')
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...behaviour}
      className="field"
      validationBehavior="aria"
      isRequired
      isInvalid={error !== undefined}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      maxLength={200}
    >
      <Label>{label}</Label>
      <span className="with-toggle">
        <Input className="input" dir="ltr" />
        <button
          type="button"
          className="btn btn-quiet"
          aria-pressed={isShown}
          aria-label={t('showPassword')}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('hide') : t('show')}
        </button>
      </span>
      <span className="field-below">
        {error ? <FieldError className="field-error">{error}</FieldError> : hint && <Text slot="description">{hint}</Text>}
      </span>
    </TextField>
  )
}
