import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/submittedChanges.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { ChangeFacts } from '../approvals/ChangeFacts.tsx'
import { Decision } from './Decision.tsx'
import { OrganisationCard } from './OrganisationCard.tsx'
import { QueueSteps } from './QueueSteps.tsx'

/** One change to a user of an organisation that waits for the provider. */
export default function SubmittedChangePage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readChangeToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown change={data} requestID={requestID} />
}

function Shown({ change, requestID }: { change: Output<typeof calls.readChangeToDecide>; requestID: string }) {
  const { t } = useTranslation(['approvals', 'decisions'])
  const named = useNamed()
  const { waitsFor, isFull } = change
  const ended = { registrationOfficer: null, authorizedSignatory: t('approvals:signatoryFirst') }
  return (
    <Page title={named(change, 'fullName')} actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <OrganisationCard of={change} />
          <ChangeFacts change={change} />
        </div>
        <Decision
          requestID={requestID}
          ended={waitsFor ? ended[waitsFor] : t('decisions:ended')}
          notApproved={isFull ? t('approvals:full') : undefined}
          stale={calls.readChangeToDecide.path}
          initiate={(decided) => send(calls.initiateSubmittedChangeDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) =>
            send(calls.verifySubmittedChangeDecision, { requestID, ...decided, ...approval }, { signal })
          }
        />
      </div>
    </Page>
  )
}
