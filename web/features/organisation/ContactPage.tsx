import * as calls from '#contract/contacts.ts'
import { localMobile } from '#contract/addresses.ts'
import type { Output } from '#contract/kit.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { Ltr, Name } from '../../ui/values.tsx'
import { Submission } from './Submission.tsx'

type Contact = Output<typeof calls.readContact>

/** One sponsor or technical contact, and what may be done about them. */
export default function ContactPage() {
  const slNo = Number(useParams().slNo)
  const { data, error, refetch } = useCall(calls.readContact, { slNo })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown contact={data} />
}

const stale = [calls.listSponsors, calls.listTechnicalContacts, calls.readContact]

function Shown({ contact }: { contact: Contact }) {
  const { t } = useTranslation('organisation')
  const { slNo, name, email, mobile, isPrimary, isActive } = contact
  const action = isActive ? 'inactivate' : 'activate'
  return (
    <Page title={name}>
      <div className="to-decide">
        <Card title={t('contacts.facts')}>
          <Facts
            facts={[
              [t('contacts.name'), <Name key="name">{name}</Name>],
              [t('contacts.email'), <Ltr key="email">{email}</Ltr>],
              [t('contacts.mobile'), <Ltr key="mobile">{localMobile(mobile)}</Ltr>],
            ]}
          />
          {isPrimary && <p className="small quiet">{t('contacts.isPrimary')}</p>}
        </Card>
        <Submission
          submitted={contact}
          waitsFor={t('submission.signatoryNext')}
          decide={{
            initiate: (decided) => send(calls.initiateContactDecision, { slNo, ...decided }),
            verify: (decided, approval, signal) => send(calls.verifyContactDecision, { slNo, ...decided, ...approval }, { signal }),
          }}
          use={{
            title: t(`contacts.${action}Title`),
            text: t(`contacts.${action}Text`),
            change: (remarks) => send(isActive ? calls.inactivateContact : calls.activateContact, { slNo, remarks }),
          }}
          stale={stale.map(({ path }) => path)}
          actions={isActive && !isPrimary && <MakePrimary slNo={slNo} />}
        />
      </div>
    </Page>
  )
}

function MakePrimary({ slNo }: { slNo: number }) {
  const { t } = useTranslation('organisation')
  const make = useSend(calls.makePrimaryContact, stale)
  const press = () => void make.mutateAsync({ slNo }).then(() => toast('success', t('contacts.madePrimary')), tell)
  return (
    <Button isPending={make.isPending} onPress={press}>
      {t('contacts.makePrimary')}
    </Button>
  )
}
