import { localMobile } from '#contract/addresses.ts'
import { readPrimaryContacts } from '#contract/contacts.ts'
import type { Output } from '#contract/kit.ts'
import { openOrganisationStamp, readOrganisation } from '#contract/organisation.ts'
import { to } from '#contract/screens.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fetchFile } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr, Name } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'
import { OrganisationChanges } from './OrganisationChanges.tsx'
import { Seal } from './Seal.tsx'

type Profile = Output<typeof readOrganisation>

/** The organisation as it is registered, with the picture of its seal. */
export default function OrganisationPage() {
  const orgSlNo = useSession().selectedOrganization?.organizationSlno
  return orgSlNo && <Registered orgSlNo={orgSlNo} /> // who left their last organisation is on the way to elsewhere
}

function Registered({ orgSlNo }: { orgSlNo: number }) {
  const { t } = useTranslation('organisation')
  const { data, error, refetch } = useCall(readOrganisation, { orgSlNo })
  if (!data) return error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />
  return (
    <>
      <Card title={t('registered')}>
        <RegisteredFacts profile={data} />
      </Card>
      <Card title={t('seal')}>
        {!data.oldDigitalStamp && !data.newDigitalStamp && <p className="quiet">{t('noSeal')}</p>}
        <div className="seal-stamps">
          {data.oldDigitalStamp && <Stamp of={data.oldDigitalStamp} name={t('stamp.old')} />}
          {data.newDigitalStamp && <Stamp of={data.newDigitalStamp} name={t('stamp.new')} />}
        </div>
        <p className="small quiet">
          {t(`sealStatus.${data.digitalSealStatus}`)} <Link to={to('orgProfileCertificate')}>{t('stamp.more')}</Link>
        </p>
      </Card>
      <PrimaryContacts orgSlNo={orgSlNo} />
      <OrganisationChanges />
    </>
  )
}

/** Whom we ask first about the organisation’s applications. */
function PrimaryContacts({ orgSlNo }: { orgSlNo: number }) {
  const { t } = useTranslation('organisation')
  const { data } = useCall(readPrimaryContacts, { orgSlNo })
  if (!data) return null
  const shown = (contact: Output<typeof readPrimaryContacts>['sponsor']) =>
    contact ? (
      <>
        <Name>{contact.name}</Name>
        {[contact.email, localMobile(contact.mobile)].map((way) => (
          <div key={way} className="small quiet">
            <Ltr>{way}</Ltr>
          </div>
        ))}
      </>
    ) : (
      <span className="quiet">{t('notGiven')}</span>
    )
  return (
    <Card title={t('primaryContacts')}>
      <Facts
        facts={[
          [t('primarySponsor'), shown(data.sponsor)],
          [t('primaryTpoc'), shown(data.tpoc)],
        ]}
      />
    </Card>
  )
}

/** The picture in force, or the one that waits to take its place. */
function Stamp({ of: { uniqueFileID }, name }: { of: NonNullable<Profile['oldDigitalStamp']>; name: string }) {
  return (
    <figure>
      <Seal id={uniqueFileID} open={() => fetchFile(openOrganisationStamp, { uniqueFileID })} />
      <figcaption className="small quiet">{name}</figcaption>
    </figure>
  )
}

function RegisteredFacts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('organisation')
  const place = usePlaceWords({ country: profile.country, region: profile.stateProvinceRegion, city: profile.city })
  const missing = <span className="quiet">{t('notGiven')}</span>
  const given = (name: string, value: ReactNode): [string, ReactNode] => [name, value || missing]
  const number = (value: string | null) => value && <Ltr>{value}</Ltr>
  const words = (value: string | undefined) => value && <Name>{value}</Name>
  return (
    <Facts
      facts={[
        given(t('nameAr'), words(profile.organizationNameAr)),
        given(t('nameEn'), words(profile.organizationName)),
        given(t('tradingAr'), words(profile.DBANameAr)),
        given(t('tradingEn'), words(profile.DBAName)),
        given(t('unified'), number(profile.unifiedOrgNo)),
        given(t('commercial'), number(profile.crNumber)),
        given(t('vat'), number(profile.vatNumber)),
        given(t('gateway'), number(profile.sipId)),
        given(t('reference'), profile.uavUniqueReferenceNo && <CopyId value={profile.uavUniqueReferenceNo} />),
        [t('validTill'), profile.validTill ? <DateText key="till" at={profile.validTill} /> : t('noEnd')],
        given(t('email'), number(profile.email)),
        given(t('telephone'), number(profile.telephoneNumber)),
        given(t('address'), words([profile.address, profile.postalCodeZIPCode].filter(Boolean).join(' '))),
        given(t('city'), words([place.city, place.region].filter(Boolean).join(' · '))),
        given(t('country'), words(place.country)),
        ...(profile.remarks ? [given(t('remarks'), words(profile.remarks))] : []),
      ]}
    />
  )
}
