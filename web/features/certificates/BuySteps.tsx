import { useTranslation } from 'react-i18next'
import { Steps } from '../../ui/Steps.tsx'
import { type Step, steps } from './order.ts'

/** @param current left out once everything is done */
export function BuySteps({ current }: { current?: Step }) {
  const { t } = useTranslation('certificates')
  return <Steps label={t('buy.steps.label')} steps={steps.map((id) => ({ id, title: t(`buy.steps.${id}`) }))} current={current} />
}
