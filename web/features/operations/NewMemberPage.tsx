import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/newMembers.ts'
import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { to } from '#contract/screens.ts'
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
import { Ltr, Name } from '../../ui/values.tsx'
import { JoiningFacts } from '../approvals/JoiningFacts.tsx'
import { Decide } from '../decisions/Decide.tsx'
import { EvidenceFiles } from '../decisions/EvidenceFiles.tsx'
import { useMayDecide } from './mayDecide.ts'

type Request = Output<typeof calls.readMemberToDecide>

/** One request to become an admin or a signatory of an organisation, and its decision for the provider. */
export default function NewMemberPage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readMemberToDecide, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown request={data} requestID={requestID} />
}

function Shown({ request, requestID }: { request: Request; requestID: string }) {
  const { t, i18n } = useTranslation('approvals')
  const isArabic = i18n.language === 'ar'
  return (
    <Page title={isArabic ? request.fullNameAr : request.fullName}>
      <div className="to-decide">
        <div className="stack">
          <Card title={t('organisation')}>
            <Facts
              facts={[
                [t('organisation'), <Name key="name">{isArabic ? request.organizationNameAr : request.organizationName}</Name>],
                [t('unified'), <Ltr key="number">{request.unifiedOrgNo}</Ltr>],
              ]}
            />
          </Card>
          <Card title={t('facts')}>
            <JoiningFacts request={request} />
          </Card>
          <Card title={t('documents')}>
            <EvidenceFiles files={request.Docs} open={(uniqueFileID) => fetchFile(calls.openMemberDocument, { requestID, uniqueFileID })} />
          </Card>
        </div>
        <Decision request={request} requestID={requestID} />
      </div>
    </Page>
  )
}

function Decision({ request: { waitsFor, isFull }, requestID }: { request: Request; requestID: string }) {
  const { t } = useTranslation(['approvals', 'decisions'])
  const mayDecide = useMayDecide()
  const navigate = useNavigate()
  if (waitsFor === null) return <Notice tone="info">{t('decisions:ended')}</Notice>
  if (waitsFor === 'authorizedSignatory') return <Notice tone="info">{t('approvals:signatoryFirst')}</Notice>
  if (!mayDecide) return <Notice tone="info">{t('decisions:readOnly')}</Notice>
  const finish = async () => {
    toast('success', t('decisions:done'))
    await queries.invalidateQueries({ queryKey: [listWaitingRequests.path] })
    queries.removeQueries({ queryKey: [calls.readMemberToDecide.path] })
    await navigate(to('waitingRequests'))
  }
  return (
    <Decide
      notApproved={isFull ? t('approvals:full') : undefined}
      initiate={(decided) => send(calls.initiateMemberDecision, { requestID, ...decided })}
      verify={(decided, approval, signal) => send(calls.verifyMemberDecision, { requestID, ...decided, ...approval }, { signal })}
      onDecided={() => void finish()}
    />
  )
}
