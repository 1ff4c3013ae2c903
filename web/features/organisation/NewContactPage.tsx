import { createContact, listSponsors, listTechnicalContacts } from '#contract/contacts.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Page } from '../../kit/Page.tsx'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import '../../ui/forms.css'

const schema = z.object(createContact.body).omit({ orgSlNo: true, kind: true })

/** An enrolment admin submits a sponsor or, at the other address, a technical contact. */
export default function NewContactPage() {
  const { t } = useTranslation('organisation')
  const navigate = useNavigate()
  const kind = useLocation().pathname.includes('/sponsor/') ? 'sponsor' : 'technicalContact'
  const form = useForm(schema, { name: '', email: '', mobile: '' })
  const submit = async (typed: z.output<typeof schema>) => {
    const { slNo } = await send(createContact, { kind, ...typed })
    toast('success', t('submission.sent'))
    await Promise.all([listSponsors, listTechnicalContacts].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    await navigate(to(kind === 'sponsor' ? 'orgProfileSponsorDetails' : 'orgProfileTechnicalContactDetails', { slNo }), { replace: true })
  }
  return (
    <Page text={t(`contacts.lead.${kind}`)}>
      <form className="form-cards" noValidate onSubmit={form.onSubmit(submit)}>
        <Card title={t('contacts.facts')}>
          <div className="form-fields">
            <TextField {...form.field('name')} label={t('contacts.name')} maxLength={200} isRequired />
            <TextField {...form.field('email')} label={t('contacts.email')} type="email" inputMode="email" ltr isRequired />
            <TextField {...form.field('mobile')} label={t('contacts.mobile')} type="tel" ltr isRequired />
          </div>
        </Card>
        <div className="form-end">
          <Button kind="primary" type="submit" isPending={form.isBusy}>
            {t('submission.send')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
