import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/fields.tsx'

type Props = { validity: number; isAgreed: boolean; isMissing: boolean; onAgree: (agreed: boolean) => void }

/** What a plan is bought on, and the consent to it. */
export function PlanTerms({ validity, isAgreed, isMissing, onAgree }: Props) {
  const { t } = useTranslation('catalogue')
  return (
    <>
      <ul className="terms">
        <li>{t('terms.credit')}</li>
        <li>{t('terms.expiry', { count: validity })}</li>
        <li>{t('terms.use')}</li>
      </ul>
      <div>
        <Checkbox isSelected={isAgreed} onChange={onAgree} isInvalid={isMissing}>
          {t('agree')}
        </Checkbox>
        <p className="field-below field-error" role="alert">
          {isMissing && t('agreeFirst')}
        </p>
      </div>
    </>
  )
}
