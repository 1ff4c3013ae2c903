import { localMobile } from '#contract/addresses.ts'
import { type Enrolment, sendEnrolmentCodes } from '#contract/enrolment.ts'
import { judgePassword, passwordFaults } from '#contract/password.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { PersonName } from '../../kit/PersonName.tsx'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/display.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { NewPasswordField } from '../sessions/NewPasswordField.tsx'
import { Agreements } from './Agreements.tsx'
import { keepEnrolment } from './ownEnrolment.ts'

const schemaFor = (names: string[]) =>
  z
    .object(sendEnrolmentCodes.body)
    .omit({ enrolmentID: true, encodedPlanSlno: true })
    .check(judgePassword('password', ({ email, mobileNo }) => ({ names, email, mobile: mobileNo })))

type Props = { enrolment: Enrolment; plan: string | undefined; onGiven: (enrolment: Enrolment) => void; onOther: () => void }

/** Who the person is, as the identity provider says it, and what they add to it. */
export function DetailsForm({ enrolment, plan, onGiven, onOther }: Props) {
  const { t } = useTranslation(['enrolment', 'ui'])
  const { enrolmentID } = enrolment
  const { fullName, fullNameAr } = enrolment.person
  const schema = useMemo(() => schemaFor([fullName, fullNameAr]), [fullName, fullNameAr])
  const local = enrolment.mobile ? localMobile(enrolment.mobile.address) : ''
  const initial = { email: enrolment.email?.address ?? '', mobileNo: local, password: undefined, acceptTerms: false as true }
  const form = useForm(schema, initial, { tellsHere: true })
  const { email, mobileNo, password, acceptTerms } = form.values
  const give = async (given: z.output<typeof schema>) => {
    const next = await send(sendEnrolmentCodes, { enrolmentID, ...given, encodedPlanSlno: plan ?? enrolment.encodedPlanSlno ?? undefined })
    keepEnrolment(next)
    onGiven(next)
  }
  return (
    <>
      <Identity enrolment={enrolment} onOther={onOther} />
      <form className="card" noValidate onSubmit={form.onSubmit(give)}>
        <h2>{t('enrolment:details')}</h2>
        {form.failure && <Notice tone="error">{form.failure}</Notice>}
        <TextField
          {...form.field('email')}
          label={t('enrolment:email')}
          hint={t('enrolment:emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          ltr
          isRequired
        />
        <TextField
          {...form.field('mobileNo')}
          label={t('enrolment:mobile')}
          hint={t('enrolment:mobileHint')}
          type="tel"
          autoComplete="tel"
          ltr
          isRequired
        />
        <Checkbox
          isSelected={password !== undefined}
          onChange={(wanted) => form.setValue('password', wanted ? '' : undefined, { shouldValidate: true })}
        >
          {t('enrolment:wantPassword')}
          <span className="small quiet enrol-why">{t('enrolment:wantPasswordText')}</span>
        </Checkbox>
        {password !== undefined && (
          <NewPasswordField
            {...form.field('password')}
            value={password}
            label={t('enrolment:password')}
            faults={passwordFaults(password, { email, mobile: mobileNo, names: [fullName, fullNameAr] })}
          />
        )}
        <Agreements userType="subscriber" {...form.field('acceptTerms')} value={acceptTerms} />
        <Button kind="primary" type="submit" isPending={form.isBusy}>
          {t('enrolment:sendCodes')}
        </Button>
      </form>
    </>
  )
}

function Identity({ enrolment: { person }, onOther }: { enrolment: Enrolment; onOther: () => void }) {
  const { t, i18n } = useTranslation('enrolment')
  return (
    <section className="card enrol-person" aria-labelledby="person">
      <p className="enrol-verified small">
        <Icon name="success" size={18} />
        {t('verified')}
      </p>
      <h2 id="person">
        <PersonName of={person} />
      </h2>
      <Facts
        facts={[
          [t('otherName'), <Name key="name">{i18n.language === 'ar' ? person.fullName : person.fullNameAr}</Name>],
          [t('nationalId'), <Ltr key="id">{person.nationalID}</Ltr>],
          [t('born'), <DateText key="born" at={person.dateOfBirth} />],
        ]}
      />
      <p className="small quiet">
        {t('notYou')}{' '}
        <button type="button" className="link" onClick={onOther}>
          {t('startAgain')}
        </button>
      </p>
    </section>
  )
}
