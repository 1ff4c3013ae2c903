import { type Words, yesNo } from '#contract/columns.ts'
import type { Output, RowOf } from '#contract/kit.ts'
import { mayHandlePayments } from '#contract/operatorAccess.ts'
import * as calls from '#contract/reconciliation.ts'
import { lineOutcomeWords, theirStatusWords } from '#contract/reconciliation.ts'
import { paymentStatusWords } from '#contract/payments.ts'
import { to } from '#contract/screens.ts'
import { paymentMethodWords } from '#contract/takenPayments.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Cells } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { EitherFilter } from '../../kit/filters.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { CopyId, DateText, Ltr, Money, NumberText } from '../../ui/values.tsx'
import { useMay } from './may.ts'
import './finance.css'

type Line = RowOf<typeof calls.listReconciliationLines>

/** What one side has of a payment: how much, and in which state. */
function Side({ halalas, state }: { halalas: number | null; state: Words | null }) {
  const words = useWords()
  if (halalas === null) return <>—</>
  return (
    <span className="two-lines">
      <Money halalas={halalas} />
      {state && <span className="small quiet">{words(state)}</span>}
    </span>
  )
}

/** What agrees has nothing to close. */
function Closed({ of: { outcome, isClosed } }: { of: Line }) {
  const words = useWords()
  return <>{outcome === 'agreed' ? '—' : words(yesNo[isClosed ? 'yes' : 'no'])}</>
}

const cells: Cells<Line> = {
  isClosed: (line) => <Closed of={line} />,
  ourAmount: ({ ourAmount, ourStatus }) => <Side halalas={ourAmount} state={ourStatus && paymentStatusWords[ourStatus]} />,
  theirAmount: ({ theirAmount, theirStatus }) => <Side halalas={theirAmount} state={theirStatus && theirStatusWords[theirStatus]} />,
  transactionId: ({ transactionId, paymentID }) =>
    transactionId === null ? (
      '—'
    ) : paymentID ? (
      <Link to={to('takenPayment', { paymentID })}>
        <Ltr>{transactionId}</Ltr>
      </Link>
    ) : (
      <CopyId value={transactionId} />
    ),
}

/** One statement beside our books: what agrees, what differs, and what to do about it. */
export default function ReconciliationPage() {
  const runID = useParams().runID!
  const { t } = useTranslation('finance')
  const { data, error, refetch } = useCall(
    calls.readReconciliation,
    { runID },
    { refetchInterval: ({ state }) => (state.data?.state === 'fetching' ? 3_000 : false) },
  )
  return (
    <Page text={t('lines.lead')}>
      <div className="stack">
        {!data && (error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />)}
        {data && data.state !== 'done' && <Fetching of={data} />}
        {data?.state === 'done' && (
          <>
            <Summary of={data} />
            <Lines runID={runID} />
          </>
        )}
      </div>
    </Page>
  )
}

/** They come all at once, when the statement is complete: asked for earlier there would be none. */
function Lines({ runID }: { runID: string }) {
  const { t } = useTranslation('finance')
  const list = useList(calls.listReconciliationLines, { runID })
  const mayHandle = useMay(mayHandlePayments)
  const [closing, close] = useState<Line>()
  const recheck = useSend(calls.recheckDifference, [calls.listReconciliationLines, calls.readReconciliation])
  const look = async ({ lineSlno }: Line) => {
    try {
      const { isClosed } = await recheck.mutateAsync({ lineSlno })
      toast(isClosed ? 'success' : 'info', t(isClosed ? 'lines.agreesNow' : 'lines.stillDiffers'))
    } catch (failure) {
      tell(failure)
    }
  }
  const isOpen = ({ outcome, isClosed }: Line) => mayHandle && outcome !== 'agreed' && !isClosed
  const named = ({ transactionId, gatewayPaymentID }: Line) => ({ number: transactionId ?? gatewayPaymentID ?? '' })
  return (
    <>
      <ListTable
        list={list}
        cells={cells}
        keyOf={({ lineSlno }) => lineSlno}
        actions={[
          {
            label: t('lines.recheck'),
            name: (line) => t('lines.recheckOne', named(line)),
            may: (line) => isOpen(line) && line.paymentID !== null,
            run: look,
          },
          { label: t('lines.close'), name: (line) => t('lines.closeOne', named(line)), may: isOpen, run: close },
        ]}
        empty={{ title: t('lines.none'), text: t('lines.noneText') }}
      >
        <ListFilters list={list} exports={calls.exportReconciliationLines}>
          <EitherFilter list={list} name="isClosed" yes={t('lines.isClosed')} no={t('lines.isOpen')} />
        </ListFilters>
      </ListTable>
      {closing && <Close line={closing} name={named(closing).number} onClose={() => close(undefined)} />}
    </>
  )
}

const differing = ['onlyTheirs', 'onlyOurs', 'otherAmount', 'otherStatus'] as const

type Run = Output<typeof calls.readReconciliation>

/** Which statement it is about. */
function useStatementFacts() {
  const { t } = useTranslation('finance')
  const words = useWords()
  return ({ fromDate, toDate, method }: Run): [string, ReactNode][] => [
    [t('lines.from'), <DateText key="from" at={fromDate} />],
    [t('lines.to'), <DateText key="to" at={toDate} />],
    [t('lines.gateway'), words(paymentMethodWords[method])],
  ]
}

/** A statement that is not here yet, or did not come: how far it is, and what goes on by itself. */
function Fetching({ of }: { of: Run }) {
  const { t } = useTranslation('finance')
  const statementFacts = useStatementFacts()
  const words = useWords()
  const mayHandle = useMay(mayHandlePayments)
  const retry = useSend(calls.retryReconciliation, [calls.readReconciliation, calls.listReconciliations])
  const again = async () => {
    try {
      await retry.mutateAsync({ runID: of.runID })
    } catch (error) {
      tell(error)
    }
  }
  const isFetching = of.state === 'fetching'
  return (
    <Card title={words(calls.runStateWords[of.state])}>
      <div className="stack">
        <Facts
          facts={[
            ...statementFacts(of),
            [t('lines.pages'), <NumberText key="pages" value={of.pages} />],
            [t('lines.fetched'), <NumberText key="fetched" value={of.fetched} />],
            ...(isFetching && of.tries > 0
              ? [[t('lines.nextTry'), <DateText key="next" at={of.nextTryDate} time />] satisfies [string, ReactNode]]
              : []),
          ]}
        />
        {isFetching && of.tries === 0 && <Waiting />}
        <Notice tone={isFetching ? 'info' : 'error'}>
          {t(isFetching ? (of.tries > 0 ? 'lines.gatewayDown' : 'lines.fetching') : 'lines.notFetched')}
        </Notice>
        {!isFetching && mayHandle && (
          <div className="decide-actions">
            <Button isPending={retry.isPending} onPress={() => void again()}>
              {t('lines.fetchAgain')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Summary({ of }: { of: Run }) {
  const { t } = useTranslation('finance')
  const statementFacts = useStatementFacts()
  const words = useWords()
  return (
    <Card title={t('lines.summary')}>
      <div className="stack">
        <Facts
          facts={[
            ...statementFacts(of),
            [t('lines.agreed'), <NumberText key="agreed" value={of.agreed} />],
            [t('lines.differences'), <NumberText key="differences" value={of.differences} />],
            [t('lines.open'), <NumberText key="open" value={of.open} />],
            [t('lines.ourTotal'), <Money key="ours" halalas={of.ourTotal} />],
            [t('lines.theirTotal'), <Money key="theirs" halalas={of.theirTotal} />],
            [
              t('lines.madeBy'),
              of.fullName === null ? (
                t('lines.byItself')
              ) : (
                <PersonName key="by" of={{ fullName: of.fullName, fullNameAr: of.fullNameAr! }} />
              ),
            ],
            [t('lines.made'), <DateText key="made" at={of.madeDate} time />],
          ]}
        />
        {of.open > 0 ? (
          <Notice tone="warning">
            <strong>{t('lines.whatToDo')}</strong>
            <ul>
              {differing.map((outcome) => (
                <li key={outcome}>
                  <strong>{words(lineOutcomeWords[outcome])}:</strong> {t(`lines.todo.${outcome}`)}
                </li>
              ))}
            </ul>
          </Notice>
        ) : (
          <Notice tone="success">{t('lines.nothingOpen')}</Notice>
        )}
      </div>
    </Card>
  )
}

function Close({ line, name, onClose }: { line: Line; name: string; onClose: () => void }) {
  const { t } = useTranslation(['finance', 'ui'])
  const change = useSend(calls.closeDifference, [calls.listReconciliationLines, calls.readReconciliation])
  const confirm = async (remarks: string) => {
    try {
      await change.mutateAsync({ lineSlno: line.lineSlno, remarks })
      toast('success', t('finance:lines.closeDone'))
    } catch (error) {
      tell(error)
    }
    onClose()
  }
  return (
    <RemarksQuestion
      title={t('finance:lines.closeOne', { number: name })}
      no={t('ui:cancel')}
      yes={t('finance:lines.close')}
      kind="primary"
      remarks={{ label: t('finance:lines.how'), hint: t('finance:lines.howHint'), needed: t('finance:lines.howNeeded'), most: 1000 }}
      onYes={(remarks) => void confirm(remarks)}
      onClose={onClose}
    >
      {() => <p>{t('finance:lines.closeText')}</p>}
    </RemarksQuestion>
  )
}
