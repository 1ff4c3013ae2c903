import {
  initiateApplicationDecision,
  openApplicationEvidence,
  readApplicationToDecide,
  verifyApplicationDecision,
} from '#contract/operations.ts'
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
import { ApplicationFacts } from '../applications/ApplicationFacts.tsx'
import { Decide } from '../decisions/Decide.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { GiveBack } from './GiveBack.tsx'
import { useMayDecide } from './mayDecide.ts'

/** One application to register an organisation: what it says and shows, beside what is decided of it. */
export default function ApplicationPage() {
  const { t, i18n } = useTranslation(['operations', 'decisions'])
  const requestID = useParams().requestID!
  const mayDecide = useMayDecide()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(readApplicationToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  const finish = async (said: string) => {
    toast('success', said)
    await queries.invalidateQueries({ queryKey: [listWaitingRequests.path] })
    queries.removeQueries({ queryKey: [readApplicationToDecide.path] })
    await navigate(to('waitingRequests'))
  }
  return (
    <Page>
      <div className="to-decide">
        <div className="stack">
          <Card title={<Name>{i18n.language === 'ar' ? data.organizationNameAr : data.organizationName}</Name>}>
            <ApplicationFacts application={data} />
          </Card>
          <Card title={t('operations:maker.title')}>
            <Facts
              facts={[
                [t('operations:maker.name'), <Name key="name">{i18n.language === 'ar' ? data.fullNameAr : data.fullName}</Name>],
                [t('operations:maker.nationalID'), <Ltr key="id">{data.nationalID}</Ltr>],
                [t('operations:maker.sent'), <DateText key="at" at={data.submittedDate} time />],
              ]}
            />
          </Card>
          <Card title={t('operations:evidence')}>
            <EvidenceFiles
              files={[...data.evidence, ...(data.seal ? [data.seal] : [])]}
              open={(uniqueFileID) => fetchFile(openApplicationEvidence, { requestID, uniqueFileID })}
            />
          </Card>
        </div>
        {data.state !== 'review' ? (
          <Notice tone="info">{t('decisions:ended')}</Notice>
        ) : mayDecide ? (
          <div className="stack">
            <Decide
              notApproved={data.isRegistered ? t('operations:registered') : undefined}
              initiate={(decided) => send(initiateApplicationDecision, { requestID, ...decided })}
              verify={(decided, approval, signal) => send(verifyApplicationDecision, { requestID, ...decided, ...approval }, { signal })}
              onDecided={() => void finish(t('decisions:done'))}
            />
            <GiveBack requestID={requestID} onGiven={() => void finish(t('operations:giveBack.done'))} />
          </div>
        ) : (
          <Notice tone="info">{t('decisions:readOnly')}</Notice>
        )}
      </div>
    </Page>
  )
}
