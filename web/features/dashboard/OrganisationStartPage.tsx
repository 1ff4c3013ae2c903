import { readEnrolmentAdminDashboard } from '#contract/dashboard.ts'
import type { Output } from '#contract/kit.ts'
import { orgRoleWords, readOwnMembership } from '#contract/members.ts'
import { readRoleSummary } from '#contract/reports.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { type Membership, useSession } from '../../kit/session.ts'
import { numberText } from '../../kit/shown.ts'
import { useCall } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Card, Stat, Stats } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { NumberText } from '../../ui/values.tsx'
import { MemberFacts } from '../members/MemberFacts.tsx'
import { Attention } from './Attention.tsx'
import './dashboard.css'
import { SeatsCard } from './SeatsCard.tsx'

type Dashboard = Output<typeof readEnrolmentAdminDashboard>

/** Where a member begins in an organisation: an enrolment admin with the whole of it, each other with what is theirs. */
export default function OrganisationStartPage() {
  const { selectedOrganization } = useSession()
  return selectedOrganization && <Start key={selectedOrganization.slno} organisation={selectedOrganization} />
}

function Start({ organisation }: { organisation: Membership }) {
  const { t, i18n } = useTranslation('dashboard')
  const words = useWords()
  const { organizationName, organizationNameAr, userRole } = organisation
  return (
    <Page
      title={i18n.language === 'ar' ? organizationNameAr : organizationName}
      text={t('org.text', { role: words(orgRoleWords[userRole]) })}
      actions={
        <Link className="btn btn-primary" to={to('sign')}>
          <Icon name="pen" />
          {t('sign')}
        </Link>
      }
    >
      {userRole === 'enrolmentAdmin' ? (
        <AdminStart organisation={organisation} />
      ) : (
        <div className="dashboard">
          <OwnPlace organisation={organisation} />
          {userRole === 'authorizedSignatory' && <SignatorySeats sipSlNo={organisation.sipSlNo} />}
        </div>
      )}
    </Page>
  )
}

function AdminStart({ organisation }: { organisation: Membership }) {
  const { organizationSlno: organizationSlNo, sipSlNo: sipSlno } = organisation
  const whole = useCall(readEnrolmentAdminDashboard, { organizationSlNo, sipSlno })
  const dashboard = whole.data
  if (!dashboard && whole.error) return <FetchFailed of={whole} />
  return (
    <>
      {dashboard && <WaitingHere waiting={dashboard.waiting} />}
      <Glance dashboard={dashboard} />
      <div className="dashboard">
        <SeatsCard seats={dashboard?.roles} />
        <OwnPlace organisation={organisation} />
      </div>
    </>
  )
}

function WaitingHere({ waiting: { uav, newUsers, changes } }: Pick<Dashboard, 'waiting'>) {
  const { t } = useTranslation('dashboard')
  const item = (id: string, count: number, text: string, to: string) =>
    count > 0 ? [{ id, tone: 'info' as const, icon: 'users' as const, text, to, action: t('see') }] : []
  return (
    <Attention
      items={[
        ...item('newUsers', newUsers, t('org.newUsers', { count: newUsers }), to('newUsers', { pending: 1 })),
        ...item('changes', changes, t('org.changes', { count: changes }), to('changeRequests', { pending: 1 })),
        ...item('invited', uav, t('org.invited', { count: uav }), to('accountRequests', { initiated: 1 })),
      ]}
    />
  )
}

/** @param dashboard undefined while it loads: the numbers’ places are kept */
function Glance({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { t } = useTranslation('dashboard')
  const number = (value: number | undefined) => (value === undefined ? '—' : <NumberText value={value} />)
  const { users, counters, transactions } = dashboard ?? {}
  return (
    <section aria-label={t('org.glance')}>
      <Stats>
        <Stat label={t('org.active')} note={users && users.inActive > 0 && t('org.inactive', { count: users.inActive })}>
          {number(users?.active)}
        </Stat>
        <Stat label={t('org.counters')} note={counters && t('balanceOf', { total: numberText(counters.totalCounters) })}>
          {number(counters?.remainingCounters)}
        </Stat>
        <Stat label={t('org.signed')} note={t('org.thisMonth')}>
          {number(transactions?.success)}
        </Stat>
        <Stat label={t('org.pending')} note={t('org.thisMonth')}>
          {number(transactions?.pending)}
        </Stat>
      </Stats>
    </section>
  )
}

function SignatorySeats({ sipSlNo }: { sipSlNo: number }) {
  const seats = useCall(readRoleSummary, { sipSlNo })
  return seats.error && !seats.data ? <FetchFailed of={seats} /> : <SeatsCard seats={seats.data} />
}

/** The person’s own place in the organisation, with the way to change something about it. */
function OwnPlace({ organisation: { organizationSlno: orgSlNo } }: { organisation: Membership }) {
  const { t } = useTranslation('dashboard')
  useTranslation('members') // the words of what is fetched, so that it does not wait for them once it is there
  const own = useCall(readOwnMembership, { orgSlNo })
  return (
    <Card title={t('org.own')} actions={<Link to={to('orgAccountMyProfile')}>{t('org.account')}</Link>}>
      {own.data ? <MemberFacts member={own.data} isBrief /> : own.error ? <FetchFailed of={own} /> : <Waiting />}
    </Card>
  )
}
