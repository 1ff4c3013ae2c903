import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../kit/session.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The way to invite somebody, for whoever may. */
export function InviteLink() {
  const { t } = useTranslation('invitations')
  if (useSession().selectedOrganization?.userRole !== 'enrolmentAdmin') return null
  return (
    <Link className="btn btn-primary" to={to('newAccountRequest')}>
      <Icon name="plus" />
      {t('invite')}
    </Link>
  )
}
