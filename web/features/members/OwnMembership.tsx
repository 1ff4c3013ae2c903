import { readOwnMembership } from '#contract/members.ts'
import { useTranslation } from 'react-i18next'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { type Membership, useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import '../../ui/decide.css'
import { MemberActions } from './MemberActions.tsx'
import { MemberFacts } from './MemberFacts.tsx'
import { WorkContact } from './WorkContact.tsx'

/** The person as a user of the organisation that they act for, and the way out of it. */
export default function OwnMembership() {
  const { selectedOrganization } = useSession()
  return selectedOrganization && <InOrganisation organisation={selectedOrganization} /> // who left the last one has none
}

function InOrganisation({ organisation }: { organisation: Membership }) {
  const { t } = useTranslation('members')
  const named = useNamed()
  const { organizationSlno: orgSlNo } = organisation
  const { data, error, refetch } = useCall(readOwnMembership, { orgSlNo })
  const name = named(organisation, 'organizationName')
  if (!data) return <Card title={t('own', { name })}>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Card>
  return (
    <>
      <Card title={t('own', { name })}>
        <div className="decide">
          <p className="quiet">{t('ownText')}</p>
          <MemberFacts member={data} isBrief />
          <MemberActions member={data} orgSlNo={orgSlNo} />
        </div>
      </Card>
      <WorkContact member={data} orgSlNo={orgSlNo} organisation={name} />
    </>
  )
}
