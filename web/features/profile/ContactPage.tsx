import { localMobile } from '#contract/addresses.ts'
import { listMyEmails, listMyMobiles } from '#contract/profile.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, StatusChip } from '../../ui/display.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Ltr } from '../../ui/values.tsx'
import type { Contact } from './ContactChange.tsx'
import { WithProfile } from './WithProfile.tsx'

/** Most people come to read. */
const ContactChange = lazy(() => import('./ContactChange.tsx'))

export default function ContactPage() {
  const { organizationList } = useSession()
  return (
    <WithProfile>
      {({ email, mobileNo }) => (
        <div className="account">
          <OneContact contact="email" value={email} />
          <OneContact contact="mobile" value={mobileNo && localMobile(mobileNo)} />
          {organizationList.length > 0 && <InOrganisations />}
        </div>
      )}
    </WithProfile>
  )
}

function OneContact({ contact, value }: { contact: Contact; value: string | null }) {
  const { t } = useTranslation('profile')
  const [isChanging, setChanging] = useState(false)
  return (
    <Card
      title={t(`contact.${contact}.title`)}
      actions={value ? <StatusChip tone="success">{t('contact.confirmed')}</StatusChip> : undefined}
    >
      <p className="account-value">{value ? <Ltr>{value}</Ltr> : <span className="quiet">{t('contact.none')}</span>}</p>
      {isChanging ? (
        <Suspense fallback={<Waiting />}>
          <ContactChange contact={contact} onEnd={() => setChanging(false)} />
        </Suspense>
      ) : (
        <>
          <p className="quiet account-note">{t(`contact.${contact}.use`)}</p>
          <Button icon="pen" onPress={() => setChanging(true)}>
            {t(`contact.${contact}.change`)}
          </Button>
        </>
      )}
    </Card>
  )
}

function InOrganisations() {
  const { t } = useTranslation('profile')
  const named = useNamed()
  const emails = useCall(listMyEmails, {})
  const mobiles = useCall(listMyMobiles, {})
  if (!emails.data || !mobiles.data) return null
  const numbers = new Map(mobiles.data.dataList.map((row) => [row.organizationSlno, row]))
  return (
    <Card title={t('contact.organisations')}>
      <PlainTable
        label={t('contact.organisations')}
        rows={emails.data.dataList}
        keyOf={({ organizationSlno }) => organizationSlno}
        columns={[
          {
            title: t('organisation'),
            cell: (row) => <bdi>{named(row, 'organizationName')}</bdi>,
          },
          { title: t('contact.email.title'), cell: ({ email }) => <Ltr>{email}</Ltr> },
          {
            title: t('contact.mobile.title'),
            cell: ({ organizationSlno }) => <Ltr>{localMobile(numbers.get(organizationSlno)?.mobileNo ?? '—')}</Ltr>,
          },
        ]}
      />
      <p className="small quiet account-note">{t('contact.organisationsText')}</p>
    </Card>
  )
}
