import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/newMembers.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { JoiningFacts } from '../approvals/JoiningFacts.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { Decision } from './Decision.tsx'
import { OrganisationCard } from './OrganisationCard.tsx'
import { QueueSteps } from './QueueSteps.tsx'

type Request = Output<typeof calls.readMemberToDecide>

/** One request to become an admin or a signatory of an organisation, and its decision for the provider. */
export default function NewMemberPage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readMemberToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown request={data} requestID={requestID} />
}

function Shown({ request, requestID }: { request: Request; requestID: string }) {
  const { t } = useTranslation(['approvals', 'decisions'])
  const named = useNamed()
  const { waitsFor, isFull } = request
  const ended = { registrationOfficer: null, authorizedSignatory: t('approvals:signatoryFirst') }
  return (
    <Page title={named(request, 'fullName')} actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <OrganisationCard of={request} />
          <Card title={t('approvals:facts')}>
            <JoiningFacts request={request} />
          </Card>
          <Card title={t('approvals:documents')}>
            <EvidenceFiles files={request.Docs} open={(uniqueFileID) => fetchFile(calls.openMemberDocument, { requestID, uniqueFileID })} />
          </Card>
        </div>
        <Decision
          requestID={requestID}
          ended={waitsFor ? ended[waitsFor] : t('decisions:ended')}
          notApproved={isFull ? t('approvals:full') : undefined}
          stale={calls.readMemberToDecide.path}
          initiate={(decided) => send(calls.initiateMemberDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) => send(calls.verifyMemberDecision, { requestID, ...decided, ...approval }, { signal })}
        />
      </div>
    </Page>
  )
}
