import { Link } from 'react-router'
import { useSession } from '../../kit/session.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'

type Props = { to: string; kind?: 'primary' | 'secondary'; icon?: IconName; children: string }

/** The way to make something new for the organisation, for its enrolment admins. */
export function AdminLink({ to, kind = 'primary', icon = 'plus', children }: Props) {
  if (useSession().selectedOrganization?.userRole !== 'enrolmentAdmin') return null
  return (
    <Link className={`btn btn-${kind}`} to={to}>
      <Icon name={icon} />
      {children}
    </Link>
  )
}
