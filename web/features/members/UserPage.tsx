import { type Member, readMember } from '#contract/members.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import '../../ui/decide.css'
import { MemberActions } from './MemberActions.tsx'
import { MemberChanges, OpenChanges } from './MemberChanges.tsx'
import { MemberFacts, MemberState } from './MemberFacts.tsx'

/** One user of the organisation, and what an enrolment admin does about their place in it. */
export default function UserPage() {
  const orgSlNo = useSession().selectedOrganization?.organizationSlno
  return orgSlNo && <User orgSlNo={orgSlNo} /> // who left their last organisation is on the way to elsewhere
}

function User({ orgSlNo }: { orgSlNo: number }) {
  const userSlNo = Number(useParams().userSlno)
  const { data, error, refetch } = useCall(readMember, { orgSlNo, userSlNo, requestType: 'user' })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown member={data} orgSlNo={orgSlNo} />
}

function Shown({ member, orgSlNo }: { member: Member; orgSlNo: number }) {
  const { t } = useTranslation('members')
  const named = useNamed()
  const mayChange = useSession().selectedOrganization?.userRole === 'enrolmentAdmin'
  return (
    <Page title={named(member, 'fullName')}>
      <div className="to-decide">
        <Card title={t('facts')}>
          <MemberFacts member={member} />
        </Card>
        <Card title={t('status')}>
          <div className="decide">
            <MemberState member={member} />
            <OpenChanges changes={member.changes} isLinked />
            {mayChange && <MemberChanges member={member} orgSlNo={orgSlNo} />}
            {mayChange || member.isOwn ? (
              <MemberActions member={member} orgSlNo={orgSlNo} />
            ) : (
              <p className="small quiet">{t('readOnly')}</p>
            )}
          </div>
        </Card>
      </div>
    </Page>
  )
}
