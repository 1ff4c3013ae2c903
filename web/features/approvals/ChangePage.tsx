import * as calls from '#contract/changes.ts'
import { listMembers, readMember } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { queries, useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { Decide } from '../decisions/Decide.tsx'
import { type Change, ChangeFacts } from './ChangeFacts.tsx'

/** One change to a user of the organisation, and its decision. */
export default function ChangePage() {
  const slNo = Number(useParams().slNo)
  const { data, error, refetch } = useCall(calls.readChangeRequest, { slNo })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown change={data} />
}

function Shown({ change }: { change: Change }) {
  const named = useNamed()
  return (
    <Page title={named(change, 'fullName')}>
      <div className="to-decide">
        <div className="stack">
          <ChangeFacts change={change} />
        </div>
        <Decision change={change} />
      </div>
    </Page>
  )
}

function Decision({ change: { slNo, waitsFor, isFull } }: { change: Change }) {
  const { t } = useTranslation(['approvals', 'decisions'])
  const navigate = useNavigate()
  const mayDecide = useSession().selectedOrganization?.userRole === 'authorizedSignatory'
  if (waitsFor === null) return <Notice tone="info">{t('decisions:ended')}</Notice>
  if (waitsFor === 'registrationOfficer') return <Notice tone="info">{t('approvals:changes.officer')}</Notice>
  if (!mayDecide) return <Notice tone="info">{t('approvals:signatoryOnly')}</Notice>
  const finish = async () => {
    toast('success', t('decisions:done'))
    await Promise.all(
      [calls.listChangeRequests, listMembers, readMember].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    )
    queries.removeQueries({ queryKey: [calls.readChangeRequest.path] })
    await navigate(to('changeRequests', { pending: 1 }))
  }
  return (
    <Decide
      notApproved={isFull ? t('approvals:full') : undefined}
      initiate={(decided) => send(calls.initiateChangeDecision, { slNo, ...decided })}
      verify={(decided, approval, signal) => send(calls.verifyChangeDecision, { slNo, ...decided, ...approval }, { signal })}
      onDecided={() => void finish()}
    />
  )
}
