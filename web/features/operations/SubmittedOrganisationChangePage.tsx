import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/submittedOrganisationChanges.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { OrganisationChangeFacts } from '../organisation/OrganisationChangeFacts.tsx'
import { Decision } from './Decision.tsx'
import { OrganisationCard } from './OrganisationCard.tsx'
import { QueueSteps } from './QueueSteps.tsx'

/** One change to what is registered of an organisation, and its decision for the provider. */
export default function SubmittedOrganisationChangePage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readOrganisationChangeToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown change={data} requestID={requestID} />
}

function Shown({ change, requestID }: { change: Output<typeof calls.readOrganisationChangeToDecide>; requestID: string }) {
  const { t } = useTranslation(['approvals', 'decisions'])
  const ended = { registrationOfficer: null, authorizedSignatory: t('approvals:signatoryFirst') }
  return (
    <Page actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <OrganisationCard of={change} />
          <OrganisationChangeFacts
            change={change}
            open={(uniqueFileID) => fetchFile(calls.openOrganisationChangeEvidence, { requestID, uniqueFileID })}
          />
        </div>
        <Decision
          requestID={requestID}
          ended={change.waitsFor ? ended[change.waitsFor] : t('decisions:ended')}
          stale={calls.readOrganisationChangeToDecide.path}
          initiate={(decided) => send(calls.initiateSubmittedOrganisationChangeDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) =>
            send(calls.verifySubmittedOrganisationChangeDecision, { requestID, ...decided, ...approval }, { signal })
          }
        />
      </div>
    </Page>
  )
}
