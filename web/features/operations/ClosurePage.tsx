import { initiateClosureDecision, readClosure, verifyClosureDecision, withdrawClosure } from '#contract/closures.ts'
import type { Output } from '#contract/kit.ts'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { numberText } from '../../kit/shown.ts'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { Obstacles, useObstacles } from '../decisions/Obstacles.tsx'
import { Decision } from './Decision.tsx'
import { useGoOn } from './queue.ts'
import { QueueSteps } from './QueueSteps.tsx'

/** One request to close somebody's account, and its decision by somebody else. */
export default function ClosurePage() {
  const { t } = useTranslation(['operations', 'decisions'])
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(readClosure, { requestID })
  const notApproved = useObstacles(data?.obstacles)
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <Asked closure={data} />
        {data.isOwn && data.state === 'requested' ? (
          <Own requestID={requestID} />
        ) : (
          <Decision
            requestID={requestID}
            ended={data.state === 'requested' ? null : t(`operations:closure.ended.${data.state}`)}
            notApproved={notApproved}
            stale={readClosure.path}
            initiate={(decided) => send(initiateClosureDecision, { requestID, ...decided })}
            verify={(decided, approval, signal) => send(verifyClosureDecision, { requestID, ...decided, ...approval }, { signal })}
          />
        )}
      </div>
    </Page>
  )
}

function Asked({ closure }: { closure: Output<typeof readClosure> }) {
  const { t, i18n } = useTranslation('operations')
  const isArabic = i18n.language === 'ar'
  const facts: [string, ReactNode][] = [
    [t('maker.nationalID'), <Ltr key="id">{closure.nationalID}</Ltr>],
    [t('closure.reason'), <Name key="why">{closure.reason || '—'}</Name>],
    [t('closure.by'), <Name key="by">{isArabic ? closure.makerNameAr : closure.makerName}</Name>],
    [t('closure.asked'), <DateText key="at" at={closure.createdDate} time />],
    [t('closure.certificates'), numberText(closure.certificatesInForce)],
    [t('closure.memberships'), numberText(closure.memberships)],
    [t('closure.left'), numberText(closure.transactionsLeft)],
    ...(closure.remarks ? [[t('closure.remarks'), <Name key="remarks">{closure.remarks}</Name>] as [string, ReactNode]] : []),
  ]
  return (
    <Card title={<PersonName of={closure} />}>
      <Facts facts={facts} />
      {closure.state === 'requested' && (
        <div className="erasure-means">
          <p className="small quiet">{t('closure.means')}</p>
          {closure.isOwn && <Obstacles of={closure.obstacles} />}
        </div>
      )}
    </Card>
  )
}

function Own({ requestID }: { requestID: string }) {
  const { t } = useTranslation('operations')
  const withdraw = useSend(withdrawClosure, [readClosure])
  const goOn = useGoOn(requestID, readClosure.path)
  return (
    <div className="stack">
      <Notice tone="info">{t('closure.own')}</Notice>
      <div>
        <Button
          isPending={withdraw.isPending}
          onPress={() => void withdraw.mutateAsync({ requestID }).then(() => goOn(t('closure.withdrawn')), tell)}
        >
          {t('closure.withdraw')}
        </Button>
      </div>
    </div>
  )
}
