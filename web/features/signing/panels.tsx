import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyArt } from '../../ui/art.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { State } from '../../ui/State.tsx'

/** Signing rests until the identity is confirmed again. */
export function RenewIdentity() {
  const { t } = useTranslation('signing')
  return (
    <Notice tone="warning">
      {t('kycDue')} <Link to={to('kycRenewal')}>{t('renew')}</Link>
    </Notice>
  )
}

export function NoBalance() {
  const { t } = useTranslation('signing')
  return (
    <section className="card">
      <State
        art={<EmptyArt />}
        title={t('noBalance.title')}
        actions={
          <Link className="btn btn-primary" to={to('buyPlans')}>
            {t('noBalance.buy')}
          </Link>
        }
      >
        {t('noBalance.text')}
      </State>
    </section>
  )
}
