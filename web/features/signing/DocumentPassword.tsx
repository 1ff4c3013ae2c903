import { DocumentPassword as Typed } from '#contract/documentPassword.ts'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../kit/form.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../sessions/PasswordField.tsx'
import './documentPassword.css'

type Props = { name: string; /** Another one did not open it. */ isAgain?: boolean; onGiven: (password: string) => void }

/** Asks for what opens an encrypted document: its user's password or its owner's. */
export default function DocumentPassword({ name, isAgain = false, onGiven }: Props) {
  const { t } = useTranslation('ui')
  const form = useForm(Typed, { password: '' })
  return (
    <form
      noValidate
      className="document-password"
      aria-label={t('documentPassword.of', { name })}
      onSubmit={form.onSubmit(async ({ password }) => onGiven(password))}
    >
      <PasswordField
        {...form.field('password')}
        label={t('documentPassword.label')}
        hint={t('documentPassword.hint')}
        autoComplete="off"
        autoFocus={isAgain}
      />
      <Button kind="secondary" type="submit">
        {t('documentPassword.open')}
      </Button>
    </form>
  )
}
