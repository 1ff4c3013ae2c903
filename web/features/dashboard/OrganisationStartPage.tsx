import { readEnrolmentAdminDashboard, readMyDashboard } from '#contract/dashboard.ts'
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
import { useNamed } from '../../kit/useNamed.ts'
import { Card, Facts, Stat, Stats } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, NumberText } from '../../ui/values.tsx'
import { MemberFacts } from '../members/MemberFacts.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import './dashboard.css'
import { PlansCard } from './PlansCard.tsx'
import { SeatsCard } from './SeatsCard.tsx'
import { TransactionsCard } from './TransactionsCard.tsx'
import { UsageCard } from './UsageCard.tsx'
import { useDashboard } from './useDashboard.ts'
import { WaitingHere } from './WaitingHere.tsx'

type Dashboard = Output<typeof readEnrolmentAdminDashboard>

/** Where a member begins in an organisation: an enrolment admin with the whole of it, each other with what is theirs. */
export default function OrganisationStartPage() {
  const { selectedOrganization } = useSession()
  return selectedOrganization && <Start key={selectedOrganization.slno} organisation={selectedOrganization} />
}

function Start({ organisation }: { organisation: Membership }) {
  const { t } = useTranslation('dashboard')
  const words = useWords()
  const named = useNamed()
  const { userRole } = organisation
  return (
    <Page
      title={named(organisation, 'organizationName')}
      text={t('org.text', { role: words(orgRoleWords[userRole]) })}
      actions={
        <Link className="btn btn-primary" to={to('sign')}>
          <Icon name="pen" />
          {t('sign')}
        </Link>
      }
    >
      {userRole === 'enrolmentAdmin' ? <AdminStart organisation={organisation} /> : <MemberStart organisation={organisation} />}
    </Page>
  )
}

function AdminStart({ organisation }: { organisation: Membership }) {
  const { t } = useTranslation('dashboard')
  const { organizationSlno: organizationSlNo, sipSlNo: sipSlno } = organisation
  const { whole, dashboard, chart } = useDashboard(readEnrolmentAdminDashboard, { organizationSlNo, sipSlno })
  if (!dashboard && whole.error) return <FetchFailed of={whole} />
  return (
    <>
      <Glance dashboard={dashboard} />
      <div className="dashboard">
        <div className="dashboard-column">
          <WaitingHere organisation={organisation} />
          <UsageCard title={t('org.usage')} {...chart} />
          <TransactionsCard isOwn={false} rows={dashboard?.recentTransactions} />
        </div>
        <div className="dashboard-column">
          <SeatsCard seats={dashboard?.roles} />
          <ExpiryCard expiry={dashboard?.expiry} />
          <OwnPlace organisation={organisation} />
        </div>
      </div>
    </>
  )
}

/** Signatories and users: what is theirs to do here, and their own signing. */
function MemberStart({ organisation }: { organisation: Membership }) {
  const { data, error, refetch } = useCall(readMyDashboard, {})
  return (
    <div className="dashboard">
      <div className="dashboard-column">
        <WaitingHere organisation={organisation} />
        {data && <AttentionCard dashboard={data} />}
        {error && !data ? <FetchFailed of={{ error, refetch }} /> : <TransactionsCard rows={data?.recentTransactions} />}
      </div>
      <div className="dashboard-column">
        <OwnPlace organisation={organisation} />
        {organisation.userRole === 'authorizedSignatory' && <SignatorySeats sipSlNo={organisation.sipSlNo} />}
        {data && <PlansCard plans={data.soonestPlans} />}
      </div>
    </div>
  )
}

/** When what the organisation has ends next. */
function ExpiryCard({ expiry }: { expiry: Dashboard['expiry'] | undefined }) {
  const { t } = useTranslation('dashboard')
  const ends = expiry && (['counters', 'seats', 'seal'] as const).filter((what) => expiry[what] !== null)
  return (
    <Card title={t('org.expiry')}>
      {!ends ? (
        <Waiting />
      ) : ends.length === 0 ? (
        <p className="quiet">{t('org.noneLeft')}</p>
      ) : (
        <Facts facts={ends.map((what) => [t(`org.expires.${what}`), <DateText key={what} at={expiry[what]} />])} />
      )}
    </Card>
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
        <Stat
          label={t('org.counters')}
          note={counters && counters.totalCounters > 0 && t('balanceOf', { total: numberText(counters.totalCounters) })}
        >
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
