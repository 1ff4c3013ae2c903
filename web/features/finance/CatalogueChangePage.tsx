import * as calls from '#contract/catalogueChanges.ts'
import { changeEdges, changeKindWords, changeStatusWords, perCent } from '#contract/catalogueChanges.ts'
import type { Output } from '#contract/kit.ts'
import { mayChangeCatalogue } from '#contract/operatorAccess.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr, Money, NumberText } from '../../ui/values.tsx'
import { Decision } from '../operations/Decision.tsx'
import { QueueSteps } from '../operations/QueueSteps.tsx'
import { AgreementSides, ClassSides } from './TextSides.tsx'
import { useMay } from './may.ts'
import './finance.css'

type Change = Output<typeof calls.readCatalogueChange>
type Terms = NonNullable<Change['before']>
type Fact = [name: string, value: ReactNode]

/** One change of the catalogue: what holds, what is to hold, and its decision. */
export default function CatalogueChangePage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readCatalogueChange, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown change={data} />
}

function Shown({ change }: { change: Change }) {
  const { t } = useTranslation(['finance', 'decisions'])
  const words = useWords()
  const named = useNamed()
  const mayChange = useMay(mayChangeCatalogue)
  const { requestID, status, kind, hasBegun, isOwn } = change
  const why = status !== 'proposed' ? t('decisions:ended') : isOwn ? t('finance:change.own') : null
  return (
    <Page title={named(change, 'offerName')} text={words(changeKindWords[kind])} actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <Card title={t('finance:change.sides')}>
            {change.agreement ? (
              <AgreementSides of={change.agreement} fromDate={change.fromDate} />
            ) : change.classTexts ? (
              <ClassSides of={change.classTexts} fromDate={change.fromDate} />
            ) : (
              <Sides of={change} />
            )}
          </Card>
          <History of={change} />
        </div>
        <div className="stack">
          {status === 'proposed' && (
            <Decision
              requestID={requestID}
              ended={why}
              mayDecide={mayChange}
              stale={calls.readCatalogueChange.path}
              notApproved={hasBegun ? t('finance:change.begun') : undefined}
              initiate={(decided) => send(calls.initiateCatalogueDecision, { requestID, ...decided })}
              verify={(decided, approval, signal) =>
                send(calls.verifyCatalogueDecision, { requestID, ...decided, ...approval }, { signal })
              }
            />
          )}
          {mayChange && changeEdges[status].includes('withdrawn') && !(status === 'approved' && hasBegun) && <Withdraw of={change} />}
        </div>
      </div>
    </Page>
  )
}

function Sides({ of: { before, after, rateBefore, rateAfter, fromDate, kind } }: { of: Change }) {
  const { t } = useTranslation('finance')
  return (
    <div className="sides">
      <section className="side">
        <h3>{t('change.before')}</h3>
        {kind === 'vat' ? (
          <Rate rate={rateBefore} />
        ) : before ? (
          <TermsFacts terms={before} rate={rateBefore} kind={kind} />
        ) : (
          <p>{t('change.notSold')}</p>
        )}
      </section>
      <section className="side">
        <h3>
          {t('change.after')} <DateText at={fromDate} />
        </h3>
        {kind === 'vat' ? (
          <Rate rate={rateAfter} isChanged />
        ) : after ? (
          <TermsFacts terms={after} rate={rateAfter} kind={kind} against={before} />
        ) : (
          <p className="side-changed">{t('change.notSold')}</p>
        )}
      </section>
    </div>
  )
}

function Rate({ rate, isChanged = false }: { rate: number; isChanged?: boolean }) {
  const { t } = useTranslation('finance')
  const shown = <Ltr>{`${perCent.encode(rate)}%`}</Ltr>
  return (
    <Facts
      facts={[
        [
          t('catalogue.rate'),
          <span key="rate" className={isChanged ? 'side-changed' : undefined}>
            {shown}
          </span>,
        ],
      ]}
    />
  )
}

/** The terms of one side; what differs from the other side stands out. */
function TermsFacts({ terms, rate, kind, against }: { terms: Terms; rate: number; kind: Change['kind']; against?: Terms | null }) {
  const { t } = useTranslation('finance')
  const fact = (field: keyof Terms, name: string, value: ReactNode): Fact => [
    name,
    <span key={field} className={against && against[field] !== terms[field] ? 'side-changed' : undefined}>
      {value}
    </span>,
  ]
  return (
    <Facts
      facts={[
        fact('planNameAr', t('catalogue.nameAr'), <bdi>{terms.planNameAr}</bdi>),
        fact('planName', t('catalogue.nameEn'), <bdi>{terms.planName}</bdi>),
        ...(kind === 'plan' ? [fact('transactionLimit', t('catalogue.transactions'), <NumberText value={terms.transactionLimit} />)] : []),
        fact('validity', t('catalogue.validity'), <NumberText value={terms.validity} />),
        fact('price', t('catalogue.price'), <Money halalas={terms.price} />),
        fact('tax', t('change.tax', { rate: perCent.encode(rate) }), <Money halalas={terms.tax} />),
        fact('totalPrice', t('catalogue.total'), <Money halalas={terms.totalPrice} />),
      ]}
    />
  )
}

function History({ of }: { of: Change }) {
  const { t } = useTranslation('finance')
  const facts: Fact[] = [
    [t('change.status'), <Status key="status" of={of.status} names={changeStatusWords} />],
    [t('change.madeBy'), <PersonName key="by" of={of.madeBy} />],
    [t('change.created'), <DateText key="created" at={of.createdDate} time />],
  ]
  if (of.reason) facts.push([t('change.reason'), <bdi key="reason">{of.reason}</bdi>])
  if (of.decidedBy)
    facts.push(
      [t('change.decidedBy'), <PersonName key="by" of={of.decidedBy} />],
      [t('change.decided'), <DateText key="at" at={of.decidedDate} time />],
    )
  if (of.remarks) facts.push([t('change.remarks'), <bdi key="remarks">{of.remarks}</bdi>])
  if (of.withdrawnBy)
    facts.push(
      [t('change.withdrawnBy'), <PersonName key="by" of={of.withdrawnBy} />],
      [t('change.withdrawn'), <DateText key="gone" at={of.withdrawnDate} time />],
    )
  return (
    <Card title={t('change.history')}>
      <Facts facts={facts} />
    </Card>
  )
}

function Withdraw({ of: { requestID, status } }: { of: Change }) {
  const { t } = useTranslation(['finance', 'ui'])
  const [isAsked, ask] = useState(false)
  const stale = [calls.readCatalogueChange, calls.readCatalogue, calls.listCatalogueChanges]
  const withdraw = useSend(calls.withdrawCatalogueChange, stale)
  const confirm = async () => {
    try {
      await withdraw.mutateAsync({ requestID })
      toast('success', t('finance:change.withdrawDone'))
    } catch (error) {
      tell(error)
    }
    ask(false)
  }
  return (
    <Card title={t('finance:change.withdrawTitle')}>
      <div className="decide">
        <Notice tone="info">{t(status === 'approved' ? 'finance:change.withdrawApproved' : 'finance:change.withdrawProposed')}</Notice>
        <div className="decide-actions">
          <Button kind="danger" isPending={withdraw.isPending} onPress={() => ask(true)}>
            {t('finance:change.withdraw')}
          </Button>
        </div>
      </div>
      {isAsked && (
        <Question
          title={t('finance:change.withdrawAsk')}
          no={t('ui:cancel')}
          yes={t('finance:change.withdraw')}
          kind="danger"
          onYes={() => void confirm()}
          onClose={() => ask(false)}
        >
          <p>{t('finance:change.withdrawText')}</p>
        </Question>
      )}
    </Card>
  )
}
