import { mayOpen, screens, to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { QueueCounts } from './QueueCounts.tsx'

const here = [
  ['requests', 'waitingRequests', 'routes:waitingRequests'],
  ['organisations.lead', 'organisations', 'routes:organisations'],
  ['people.lead', 'people', 'routes:people'],
  ['certificates.lead', 'issuedCertificates', 'routes:issuedCertificates'],
  ['messages.lead', 'contactMessages', 'routes:contactMessages'],
  ['catalogue', 'saleCatalogue', 'routes:saleCatalogue'],
  ['payments', 'takenPayments', 'routes:takenPayments'],
  ['refunds', 'refunds', 'routes:refunds'],
  ['reconciliation', 'reconciliations', 'routes:reconciliations'],
  ['givenUp.lead', 'givenUp', 'routes:givenUp'],
  ['trail.lead', 'auditTrail', 'routes:auditTrail'],
  ['state.lead', 'systemState', 'routes:systemState'],
  ['notifications', 'operationsNotifications', 'routes:notifications'],
  ['account', 'operationsAccount', 'routes:account'],
  ['devices', 'operationsDevices', 'routes:devices'],
] as const

/** Where the provider's staff begins: what there is for them. */
export default function OperationsPage() {
  const { t } = useTranslation(['operations', 'routes'])
  const session = useSession()
  const { operatorRoles } = session
  return (
    <Page text={t('operations:lead')}>
      <div className="stack">
        {mayOpen(screens.waitingRequests.opens, session) && <QueueCounts />}
        <Card title={t('operations:here')}>
          <Facts facts={[[t('operations:roles'), operatorRoles.map((role) => t(`operations:role.${role}`)).join(t('operations:and'))]]} />
          <ul className="ways">
            {here
              .filter(([, screen]) => mayOpen(screens[screen].opens, session))
              .map(([text, screen, title]) => (
                <li key={screen}>
                  <Link to={to(screen)}>{t(title)}</Link>
                  <p className="small quiet">{t(`operations:${text}`)}</p>
                </li>
              ))}
          </ul>
        </Card>
      </div>
    </Page>
  )
}
