import {
  initiateApplicationDecision,
  openApplicationEvidence,
  readApplicationToDecide,
  verifyApplicationDecision,
} from '#contract/operations.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { ApplicationFacts } from '../applications/ApplicationFacts.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { Decision } from './Decision.tsx'
import { GiveBack } from './GiveBack.tsx'
import { useGoOn } from './queue.ts'
import { RegisterCard } from './RegisterCard.tsx'
import { QueueSteps } from './QueueSteps.tsx'

/** One application to register an organisation: what it says and shows, beside what is decided of it. */
export default function ApplicationPage() {
  const { t } = useTranslation(['operations', 'decisions'])
  const named = useNamed()
  const requestID = useParams().requestID!
  const goOn = useGoOn(requestID, readApplicationToDecide.path)
  const { data, error, refetch } = useCall(readApplicationToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <Card title={<Name>{named(data, 'organizationName')}</Name>}>
            <ApplicationFacts application={data} />
          </Card>
          <Card title={t('operations:maker.title')}>
            <Facts
              facts={[
                [t('operations:maker.name'), <PersonName key="name" of={data} />],
                [t('operations:maker.nationalID'), <Ltr key="id">{data.nationalID}</Ltr>],
                [t('operations:maker.sent'), <DateText key="at" at={data.submittedDate} time />],
              ]}
            />
          </Card>
          <RegisterCard application={data} />
          <Card title={t('operations:evidence')}>
            <EvidenceFiles
              files={[...data.evidence, ...(data.seal ? [data.seal] : [])]}
              open={(uniqueFileID) => fetchFile(openApplicationEvidence, { requestID, uniqueFileID })}
            />
          </Card>
        </div>
        <Decision
          requestID={requestID}
          ended={data.state === 'review' ? null : t('decisions:ended')}
          notApproved={data.isRegistered ? t('operations:registered') : undefined}
          stale={readApplicationToDecide.path}
          initiate={(decided) => send(initiateApplicationDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) => send(verifyApplicationDecision, { requestID, ...decided, ...approval }, { signal })}
        >
          <GiveBack requestID={requestID} onGiven={() => void goOn(t('operations:giveBack.done'))} />
        </Decision>
      </div>
    </Page>
  )
}
