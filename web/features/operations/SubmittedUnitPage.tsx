import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/submittedUnits.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { SubmissionFacts } from '../organisation/SubmissionFacts.tsx'
import { UnitFacts } from '../organisation/UnitFacts.tsx'
import { Decision } from './Decision.tsx'
import { OrganisationCard } from './OrganisationCard.tsx'
import { QueueSteps } from './QueueSteps.tsx'

/** One unit that an organisation submitted, and its decision for the provider. */
export default function SubmittedUnitPage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readUnitToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown unit={data} requestID={requestID} />
}

function Shown({ unit, requestID }: { unit: Output<typeof calls.readUnitToDecide>; requestID: string }) {
  const { t } = useTranslation(['organisation', 'decisions'])
  const named = useNamed()
  return (
    <Page title={named(unit, 'organizationalUnitName')} actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <OrganisationCard of={unit} />
          <UnitFacts unit={unit} open={() => fetchFile(calls.openUnitEvidence, { requestID })} />
          <Card title={t('organisation:submission.status')}>
            <SubmissionFacts submitted={unit} />
          </Card>
        </div>
        <Decision
          requestID={requestID}
          ended={unit.status === 'pending' ? null : t('decisions:ended')}
          stale={calls.readUnitToDecide.path}
          initiate={(decided) => send(calls.initiateSubmittedUnitDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) =>
            send(calls.verifySubmittedUnitDecision, { requestID, ...decided, ...approval }, { signal })
          }
        />
      </div>
    </Page>
  )
}
