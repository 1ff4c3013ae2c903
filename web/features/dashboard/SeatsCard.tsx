import type { Output } from '#contract/kit.ts'
import { orgRoles, orgRoleWords } from '#contract/members.ts'
import type { readRoleSummary } from '#contract/reports.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useWords } from '../../kit/useWords.ts'
import { Card } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'

/** How many seats of each role are taken, and how many are left. */
export function SeatsCard({ seats }: { seats: Output<typeof readRoleSummary> | undefined }) {
  const { t } = useTranslation('dashboard')
  const words = useWords()
  return (
    <Card title={t('org.seats')} actions={<Link to={to('users')}>{t('org.users')}</Link>}>
      {seats ? (
        <ul className="plans-left">
          {orgRoles.map((role) => {
            const { totalQuantity, usedQuantity, remainingQuantity } = seats[role]
            return (
              <li key={role}>
                <span>
                  <strong>{words(orgRoleWords[role])}</strong>
                  <span className="num small">{t('org.taken', { used: usedQuantity, total: totalQuantity })}</span>
                </span>
                <svg viewBox={`0 0 ${totalQuantity || 1} 1`} preserveAspectRatio="none" aria-hidden="true">
                  <rect className="mirror" width={usedQuantity} height="1" />
                </svg>
                <span className="small quiet">
                  {remainingQuantity === 0 ? t('org.noneFree') : t('org.free', { count: remainingQuantity })}
                </span>
              </li>
            )
          })}
        </ul>
      ) : (
        <Waiting />
      )}
    </Card>
  )
}
