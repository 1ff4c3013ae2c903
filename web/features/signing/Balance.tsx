import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { NoBalance } from './panels.tsx'
import { useUsablePlans } from './usablePlans.ts'

/** What there is to sign with, before anything is chosen; where there is nothing, the way to have it without leaving. */
export function Balance() {
  const { t } = useTranslation('signing')
  const { data, usable } = useUsablePlans()
  if (data && usable.length === 0) return <NoBalance />
  const count = usable.reduce((sum, { balance }) => sum + balance, 0)
  return (
    <p className="sign-balance small">
      <Icon name="pen" size={18} />
      <span>
        {data && (
          <>
            <strong>{t('approve.balance', { count })}</strong> ·{' '}
          </>
        )}
        <span className="quiet">{t('approve.cost')}</span>
      </span>
    </p>
  )
}
