import { initiateErasureDecision, openErasureEvidence, readErasureToDecide, verifyErasureDecision } from '#contract/operations.ts'
import { to } from '#contract/screens.ts'
import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { queries, useCall } from '../../kit/useCall.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { Decide } from '../decisions/Decide.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { useMayDecide } from './mayDecide.ts'

/** One request to have data erased, and its decision. */
export default function ErasurePage() {
  const { t, i18n } = useTranslation(['operations', 'decisions'])
  const requestID = useParams().requestID!
  const mayDecide = useMayDecide()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(readErasureToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  const finish = async () => {
    toast('success', t('decisions:done'))
    await queries.invalidateQueries({ queryKey: [listWaitingRequests.path] })
    await navigate(to('waitingRequests'))
  }
  return (
    <Page>
      <div className="to-decide">
        <Card title={<Name>{i18n.language === 'ar' ? data.fullNameAr : data.fullName}</Name>}>
          <Facts
            facts={[
              [t('operations:maker.nationalID'), <Ltr key="id">{data.nationalID}</Ltr>],
              [t('operations:erasure.reason'), <Name key="why">{data.reason || '—'}</Name>],
              [t('operations:erasure.requested'), <DateText key="at" at={data.requestedDate} time />],
              [t('operations:erasure.due'), <DateText key="due" at={data.answerDueDate} />],
            ]}
          />
          <EvidenceFiles files={data.evidence} open={(uniqueFileID) => fetchFile(openErasureEvidence, { requestID, uniqueFileID })} />
        </Card>
        {data.state !== 'requested' ? (
          <Notice tone="info">{t('decisions:ended')}</Notice>
        ) : mayDecide ? (
          <Decide
            initiate={(decided) => send(initiateErasureDecision, { requestID, ...decided })}
            verify={(decided, approval, signal) => send(verifyErasureDecision, { requestID, ...decided, ...approval }, { signal })}
            onDecided={() => void finish()}
          />
        ) : (
          <Notice tone="info">{t('decisions:readOnly')}</Notice>
        )}
      </div>
    </Page>
  )
}
