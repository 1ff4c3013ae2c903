import { readSigningProof } from '#contract/verification.ts'
import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useForm } from '../../kit/form.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields.tsx'

/** Asks for the code of a signature on paper; what was signed under it has an address. */
export default function CodeForm({ code }: { code: string }) {
  const { t } = useTranslation('verification')
  const navigate = useNavigate()
  const form = useForm(z.object(readSigningProof.body), { code })
  const field = form.field('code')
  return (
    <form noValidate onSubmit={form.onSubmit(async (given) => navigate(`${to('verify')}?${new URLSearchParams(given).toString()}`))}>
      <TextField
        {...field}
        label={t('proof.ask')}
        hint={t('proof.where')}
        onChange={(typed) => field.onChange(typed.replace(/\s/g, ''))}
        autoComplete="off"
        ltr
      />
      <Button type="submit">{t('proof.show')}</Button>
    </form>
  )
}
