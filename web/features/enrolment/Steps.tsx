import { useTranslation } from 'react-i18next'

const steps = ['identity', 'details', 'codes'] as const

/** Where in the enrolment the person is. */
export function Steps({ at }: { at: (typeof steps)[number] }) {
  const { t } = useTranslation('enrolment')
  const current = steps.indexOf(at)
  return (
    <ol className="enrol-steps" aria-label={t('steps.label')}>
      {steps.map((step, i) => (
        <li key={step} aria-current={i === current ? 'step' : undefined} data-done={i < current || undefined}>
          <span className="num" aria-hidden="true">
            {i + 1}
          </span>
          {t(`steps.${step}`)}
          {i < current && <span className="sr-only"> ({t('steps.done')})</span>}
        </li>
      ))}
    </ol>
  )
}
