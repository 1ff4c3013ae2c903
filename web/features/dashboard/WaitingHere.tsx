import { listWaitingHere, type WaitingHereKind } from '#contract/dashboard.ts'
import type { Output } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { type Membership } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { Card } from '../../ui/display.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, NumberText } from '../../ui/values.tsx'

type Row = Output<typeof listWaitingHere>['dataList'][number]

const places: Record<WaitingHereKind, [icon: IconName, to: string]> = {
  sealOrder: ['certificate', to('orgProfileCertificate')],
  newUser: ['users', to('newUsers', { pending: 1 })],
  change: ['pen', to('changeRequests', { pending: 1 })],
  unit: ['building', to('orgProfileUnits')],
  sponsor: ['user', to('orgProfileSponsor')],
  technicalContact: ['user', to('orgProfileTechnicalContact')],
  organisationChange: ['building', to('orgProfileOrganisation')],
  seal: ['certificate', to('sealRequests', { pending: 1 })],
  invitation: ['users', to('accountRequests', { initiated: 1 })],
}

/** What waits in the organisation: what is the caller’s to do first, then what others are asked for, each since when. */
export function WaitingHere({ organisation: { organizationSlno, userRole } }: { organisation: Membership }) {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = useCall(listWaitingHere, { organizationSlno })
  if (!data) return <Card title={t('org.waitsForYou')}>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Card>
  const own = data.dataList.filter(({ isOwn }) => isOwn)
  const others = data.dataList.filter(({ isOwn }) => !isOwn)
  const isUser = userRole === 'organizationUser'
  return (
    <>
      {!isUser && (
        <Card title={t('org.waitsForYou')}>{own.length > 0 ? <Rows rows={own} /> : <p className="quiet">{t('org.nothingWaits')}</p>}</Card>
      )}
      {others.length > 0 && (
        <Card title={t('org.waitsForOthers')}>
          <Rows rows={others} isUser={isUser} />
        </Card>
      )}
    </>
  )
}

function Rows({ rows, isUser = false }: { rows: Row[]; isUser?: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <ul className="attention">
      {rows.map(({ kind, count, waitingSince }) => {
        const [icon, at] = places[kind]
        return (
          <li key={kind} className="tone-info">
            <Icon name={icon} />
            <span>
              {t(`org.waits.${kind}`)} <span className="waits-count num">({<NumberText value={count} />})</span>
              <span className="waits-since small quiet">
                {t(count === 1 ? 'org.since' : 'org.oldest')} <DateText at={waitingSince} hijri={false} />
              </span>
            </span>
            {/* an organisation user reads changes about themselves where they asked for them */}
            <Link to={isUser ? to('orgAccountMyProfile') : at}>{t('see')}</Link>
          </li>
        )
      })}
    </ul>
  )
}
