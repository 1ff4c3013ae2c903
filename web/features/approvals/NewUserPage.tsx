import * as calls from '#contract/approvals.ts'
import { listAccountRequests } from '#contract/invitations.ts'
import { listMembers } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { queries, useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { Decide } from '../decisions/Decide.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { type Joining, JoiningFacts } from './JoiningFacts.tsx'

/** One request to join the organisation, with its documents beside the decision. */
export default function NewUserPage() {
  const userSlNo = Number(useParams().slNo)
  const { data, error, refetch } = useCall(calls.readNewUserRequest, { userSlNo })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown request={data} />
}

function Shown({ request }: { request: Joining }) {
  const { t } = useTranslation('approvals')
  const named = useNamed()
  const { slNo: userSlNo } = request
  return (
    <Page title={named(request, 'fullName')}>
      <div className="to-decide">
        <div className="stack">
          <Card title={t('facts')}>
            <JoiningFacts request={request} />
          </Card>
          <Card title={t('documents')}>
            <EvidenceFiles files={request.Docs} open={(uniqueFileID) => fetchFile(calls.openNewUserDocument, { userSlNo, uniqueFileID })} />
          </Card>
        </div>
        <Decision request={request} />
      </div>
    </Page>
  )
}

function Decision({ request }: { request: Joining }) {
  const { t } = useTranslation(['approvals', 'decisions'])
  const navigate = useNavigate()
  const { slNo: userSlNo, waitsFor, isFull } = request
  const mayDecide = useSession().selectedOrganization?.userRole === 'authorizedSignatory'
  if (waitsFor === null) return <Notice tone="info">{t('decisions:ended')}</Notice>
  if (waitsFor === 'registrationOfficer') return <Notice tone="info">{t('approvals:officerNext')}</Notice>
  if (!mayDecide) return <Notice tone="info">{t('approvals:signatoryOnly')}</Notice>
  const finish = async () => {
    toast('success', t('decisions:done'))
    const stale = [calls.listNewUserRequests, listAccountRequests, listMembers]
    await Promise.all(stale.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    queries.removeQueries({ queryKey: [calls.readNewUserRequest.path] })
    await navigate(to('newUsers', { pending: 1 }))
  }
  return (
    <Decide
      notApproved={isFull ? t('approvals:full') : undefined}
      initiate={(decided) => send(calls.initiateNewUserDecision, { userSlNo, ...decided })}
      verify={(decided, approval, signal) => send(calls.verifyNewUserDecision, { userSlNo, ...decided, ...approval }, { signal })}
      onDecided={() => void finish()}
    />
  )
}
