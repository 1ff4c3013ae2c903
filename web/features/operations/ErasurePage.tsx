import { initiateErasureDecision, openErasureEvidence, readErasureToDecide, verifyErasureDecision } from '#contract/operations.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { KeptByLaw } from '../decisions/KeptByLaw.tsx'
import { useObstacles } from '../decisions/Obstacles.tsx'
import { Decision } from './Decision.tsx'
import { QueueSteps } from './QueueSteps.tsx'

/** One request to have data erased, and its decision. */
export default function ErasurePage() {
  const { t } = useTranslation(['operations', 'decisions'])
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(readErasureToDecide, { requestID })
  const notApproved = useObstacles(data?.obstacles)
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <Card title={<PersonName of={data} />}>
          <Facts
            facts={[
              [t('operations:maker.nationalID'), <Ltr key="id">{data.nationalID}</Ltr>],
              [t('operations:erasure.reason'), <Name key="why">{data.reason || '—'}</Name>],
              [t('operations:erasure.requested'), <DateText key="at" at={data.requestedDate} time />],
              [t('operations:erasure.due'), <DateText key="due" at={data.answerDueDate} />],
              ...(data.erasedDate
                ? [[t('operations:erasure.erased'), <DateText key="erased" at={data.erasedDate} time />] as [string, React.ReactNode]]
                : []),
            ]}
          />
          <EvidenceFiles files={data.evidence} open={(uniqueFileID) => fetchFile(openErasureEvidence, { requestID, uniqueFileID })} />
          <div className="erasure-means">
            {data.keptList.length > 0 && (
              <section>
                <h3>{t(data.state === 'requested' ? 'operations:erasure.wouldKeep' : 'operations:erasure.keeps')}</h3>
                <KeptByLaw kept={data.keptList} />
              </section>
            )}
            {data.state === 'requested' && <p className="small quiet">{t('operations:erasure.means')}</p>}
          </div>
        </Card>
        <Decision
          requestID={requestID}
          ended={data.state === 'requested' ? null : t('decisions:ended')}
          notApproved={notApproved}
          stale={readErasureToDecide.path}
          initiate={(decided) => send(initiateErasureDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) => send(verifyErasureDecision, { requestID, ...decided, ...approval }, { signal })}
        />
      </div>
    </Page>
  )
}
