import { createAccountRequest, listAccountRequests } from '#contract/invitations.ts'
import { nationalIdLength } from '#contract/limits.ts'
import { listMembers, orgRoles, orgRoleWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Page } from '../../kit/Page.tsx'
import { queries } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { DigitsField, RadioGroup, TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import { UnitField } from '../members/UnitField.tsx'
import '../../ui/forms.css'

const schema = z.object(createAccountRequest.body).omit({ organizationSlno: true })
type Typed = z.input<typeof schema>
const empty: Typed = { nationalID: '', fullName: '', email: '', mobileNo: '', userType: 'organizationUser', employeeId: '' }

/** An enrolment admin invites one person. */
export default function NewInvitationPage() {
  const { t } = useTranslation('invitations')
  const words = useWords()
  const navigate = useNavigate()
  const form = useForm(schema, empty)
  const invite = async (typed: z.output<typeof schema>) => {
    const { id } = await send(createAccountRequest, typed)
    toast('success', t('sent'))
    await Promise.all([listAccountRequests, listMembers].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    await navigate(to('accountRequest', { id }))
  }
  const { field } = form
  return (
    <Page text={t('newLead')}>
      <form className="form-cards" noValidate onSubmit={form.onSubmit(invite)}>
        <Card title={t('person')}>
          <div className="form-fields">
            <DigitsField
              {...field('nationalID')}
              label={t('nationalId')}
              hint={t('nationalIdHint')}
              maxLength={nationalIdLength}
              isRequired
            />
            <TextField {...field('fullName')} label={t('name')} hint={t('nameHint')} maxLength={200} isRequired />
            <TextField {...field('email')} label={t('email')} type="email" inputMode="email" ltr isRequired />
            <TextField {...field('mobileNo')} label={t('mobile')} type="tel" ltr isRequired />
          </div>
        </Card>
        <Card title={t('place')}>
          <div className="form-fields">
            <RadioGroup
              label={t('role')}
              name="userType"
              value={form.values.userType}
              onChange={(role) => field('userType').onChange(role as Typed['userType'])}
              choices={orgRoles.toReversed().map((role) => ({ id: role, label: words(orgRoleWords[role]), text: t(`roleHint.${role}`) }))}
            />
            <UnitField {...field('orgUnitSlNo')} />
            <TextField {...field('employeeId')} value={form.values.employeeId ?? ''} label={t('employeeId')} maxLength={40} ltr optional />
          </div>
        </Card>
        <div className="form-end">
          <Button kind="primary" type="submit" isPending={form.isBusy}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
