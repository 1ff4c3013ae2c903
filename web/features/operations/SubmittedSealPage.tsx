import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/submittedSeals.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { RequestCards } from '../seals/RequestCards.tsx'
import { Decision } from './Decision.tsx'
import { OrganisationCard } from './OrganisationCard.tsx'
import { QueueSteps } from './QueueSteps.tsx'

/** One seal that an organisation ordered and its signatory approved, and its decision for the provider. */
export default function SubmittedSealPage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readSealToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown seal={data} requestID={requestID} />
}

function Shown({ seal, requestID }: { seal: Output<typeof calls.readSealToDecide>; requestID: string }) {
  const { t } = useTranslation(['seals', 'decisions'])
  const { waitsFor } = seal
  const ended =
    waitsFor === 'registrationOfficer'
      ? null
      : waitsFor === 'authorizedSignatory'
        ? t('seals:requests.signatoryFirst')
        : waitsFor
          ? t(`seals:next.${waitsFor}`)
          : t('decisions:ended')
  return (
    <Page actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <OrganisationCard of={seal} />
          <RequestCards seal={seal} open={() => fetchFile(calls.openSealPicture, { requestID })} />
        </div>
        <Decision
          requestID={requestID}
          ended={ended}
          stale={calls.readSealToDecide.path}
          initiate={(decided) => send(calls.initiateSubmittedSealDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) =>
            send(calls.verifySubmittedSealDecision, { requestID, ...decided, ...approval }, { signal })
          }
        />
      </div>
    </Page>
  )
}
