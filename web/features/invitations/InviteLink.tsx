import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { AdminLink } from '../organisation/AdminLink.tsx'

/** The ways to invite somebody, for whoever may. */
export function InviteLink() {
  const { t } = useTranslation('invitations')
  return (
    <>
      <AdminLink to={to('invitationSheet')} kind="secondary" icon="file">
        {t('bySheet')}
      </AdminLink>
      <AdminLink to={to('newAccountRequest')}>{t('invite')}</AdminLink>
    </>
  )
}
