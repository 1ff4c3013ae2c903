import { issueCertificate } from '#contract/certificates.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useForm } from '../../kit/form.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../sessions/PasswordField.tsx'
import { strengthOf } from './strength.ts'

const Passphrase = z
  .object(issueCertificate.body)
  .pick({ passphrase: true })
  .required()
  .extend({ repeated: z.string().min(1) })
  .refine(({ passphrase, repeated }) => repeated === passphrase, {
    path: ['repeated'],
    error: 'repeated',
    when: () => true, // whatever else is wrong
  })

/** The passphrase of the file that carries the key. It is asked for twice: nobody can tell it again. */
export function PassphraseForm({ onChosen }: { onChosen: (passphrase: string) => void }) {
  const { t } = useTranslation('certificates')
  const form = useForm(Passphrase, { passphrase: '', repeated: '' })
  const { passphrase } = form.values
  const strength = passphrase === '' ? undefined : strengthOf(passphrase)
  return (
    <form noValidate className="card certificate-step" onSubmit={form.onSubmit(async ({ passphrase: chosen }) => onChosen(chosen))}>
      <div>
        <h2>{t('passphrase.title')}</h2>
        <p className="quiet">{t('passphrase.text')}</p>
      </div>
      <div>
        <PasswordField
          {...form.field('passphrase')}
          label={t('passphrase.label')}
          hint={t('passphrase.hint')}
          autoComplete="new-password"
        />
        <p className="strength" data-strength={strength} role="status">
          <span className="strength-bar" aria-hidden="true" />
          {strength && t(`passphrase.strength.${strength}`)}
        </p>
      </div>
      <PasswordField {...form.field('repeated')} label={t('passphrase.repeat')} autoComplete="new-password" />
      <Notice tone="warning">{t('passphrase.warning')}</Notice>
      <div className="certificate-actions">
        <Button kind="primary" type="submit">
          {t('passphrase.issue')}
        </Button>
      </div>
    </form>
  )
}
