import { listMyInvitations } from '#contract/invitations.ts'
import { to } from '#contract/screens.ts'
import type { completeEnrolment } from '#contract/enrolment.ts'
import type { Output } from '#contract/kit.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { readSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { DateText, Name } from '../../ui/values.tsx'

type Pack = Output<typeof completeEnrolment>['welcomePack']

/** The account is open. What it came with is told once; on a later visit the person's own page shows it. */
export function Welcome() {
  const { t } = useTranslation('enrolment')
  const named = useNamed()
  const { state } = useLocation() as { state: { welcomePack?: Pack } | null }
  const session = readSession()
  const pack = state?.welcomePack
  const isInvited = useCall(listMyInvitations, {}, { enabled: session !== null }).data?.dataList.some(
    ({ status }) => status === 'initiated',
  )
  return (
    <div className="challenge" role="status">
      <StatusPicture icon="check" tone="success" />
      <h2>
        {t('welcome.title')} {session && <Name>{named(session, 'userName')}</Name>}
      </h2>
      <p className="challenge-text">{t('welcome.text')}</p>
      {pack && (
        <dl className="welcome-pack">
          <div>
            <dt>{t('welcome.pack')}</dt>
            <dd>{t('welcome.transactions', { count: pack.transactions })}</dd>
          </div>
          <div>
            <dt>{t('welcome.validTo')}</dt>
            <dd>
              <DateText at={pack.validTo} />
            </dd>
          </div>
        </dl>
      )}
      <div className="challenge-actions">
        {isInvited && (
          <Link className="btn btn-primary" to={to('verifyOrgUserDetails')}>
            {t('welcome.invited')}
          </Link>
        )}
        <Link className={isInvited ? 'btn btn-secondary' : 'btn btn-primary'} to={to('sign')}>
          {t('welcome.sign')}
        </Link>
        {!isInvited && (
          <Link className="btn btn-secondary" to={to('my')}>
            {t('welcome.home')}
          </Link>
        )}
      </div>
    </div>
  )
}
