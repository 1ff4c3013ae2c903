import { to } from '#contract/screens.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Card, Facts, StatusChip } from '../../ui/display.tsx'
import { countryName } from '../../ui/countryName.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { type Profile, WithProfile } from './WithProfile.tsx'

const OwnMembership = lazy(() => import('../members/OwnMembership.tsx'))

/** Who the person is; in an organisation's area, their place in it as well. */
export default function MyProfilePage() {
  const isInOrganisation = useLocation().pathname.startsWith(`${to('org')}/`)
  return (
    <WithProfile>
      {(profile) => (
        <div className="account">
          <Identity profile={profile} />
          {isInOrganisation && (
            <Suspense fallback={<Waiting />}>
              <OwnMembership />
            </Suspense>
          )}
        </div>
      )}
    </WithProfile>
  )
}

const soonDays = 30

function Identity({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profile')
  const [now] = useState(() => Date.now())
  const daysLeft = (profile.kycValidTo.getTime() - now) / 86_400_000
  const tone = daysLeft <= 0 ? 'error' : daysLeft <= soonDays ? 'warning' : 'success'
  return (
    <>
      <Card title={t('identity.title')}>
        <Facts
          facts={[
            [t('identity.nameAr'), <Name key="ar">{profile.fullNameAr}</Name>],
            [t('identity.nameEn'), <Name key="en">{profile.fullName}</Name>],
            [t('identity.nationalId'), <Ltr key="id">{profile.nationalID}</Ltr>],
            [t('identity.nationality'), countryName(i18n.language, profile.nationality) ?? t('identity.unknownCountry')],
            [t('identity.gender'), t(`identity.genders.${profile.gender}`)],
            [t('identity.born'), <DateText key="born" at={profile.dateOfBirth} />],
            [t('identity.expires'), <DateText key="expires" at={profile.identityExpiresOn} />],
            [t('identity.since'), <DateText key="since" at={profile.createdDate} />],
          ]}
        />
        <p className="small quiet account-note">{t('identity.source')}</p>
      </Card>
      <Card title={t('kyc.title')} actions={<StatusChip tone={tone}>{t(`kyc.states.${tone}`)}</StatusChip>}>
        <Facts facts={[[t('kyc.until'), <DateText key="until" at={profile.kycValidTo} />]]} />
        {tone === 'error' && <Notice tone="warning">{t('kyc.due')}</Notice>}
        <p className="account-note">{t('kyc.text')}</p>
        <Link className={tone === 'success' ? 'btn btn-secondary' : 'btn btn-primary'} to={to('kycRenewal')}>
          {t('kyc.renew')}
        </Link>
      </Card>
    </>
  )
}
