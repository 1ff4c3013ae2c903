import { useTranslation } from 'react-i18next'
import { Steps } from '../../ui/Steps.tsx'

const steps = ['identity', 'details', 'codes'] as const

/** Where in the enrolment the person is. */
export function EnrolmentSteps({ at }: { at: (typeof steps)[number] }) {
  const { t } = useTranslation('enrolment')
  return <Steps label={t('steps.label')} steps={steps.map((id) => ({ id, title: t(`steps.${id}`) }))} current={at} />
}
