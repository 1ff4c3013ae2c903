import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card, Facts, StatusChip } from '../../ui/display.tsx'
import { DateText, NumberText } from '../../ui/values.tsx'
import type { Dashboard } from './dashboard.ts'

const tones = { valid: 'success', soon: 'warning', due: 'error' } as const

/** How long the identity behind the account is vouched for, and where the account is signed in. */
export function AccountCard({ dashboard: { kycState, kycValidTo, devices } }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('myAccount')}>
      <Facts
        facts={[
          [
            t('identity'),
            <StatusChip key="state" tone={tones[kycState]}>
              {t(`kycStates.${kycState}`)}
            </StatusChip>,
          ],
          [t('identityUntil'), <DateText key="until" at={kycValidTo} />],
          [
            t('devices'),
            <Link key="devices" to={to('devices')}>
              <NumberText value={devices} />
            </Link>,
          ],
        ]}
      />
    </Card>
  )
}
