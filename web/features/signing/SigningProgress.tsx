import { to } from '#contract/screens.ts'
import type { Output } from '#contract/kit.ts'
import { cancelSigning, verifySigning } from '#contract/signing.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import './progress.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { onThisClock } from '../../kit/proof.ts'
import { Refusal } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { queries, keyOf, useCall, useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/display.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { PickedNumber } from '../../ui/PickedNumber.tsx'
import { Spinner, Waiting } from '../../ui/Progress.tsx'
import { CopyId, Countdown, FileName } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { CertificateName } from './Credential.tsx'
import { forgetDrafts, readDrafts } from './drafts.ts'
import { Outcome } from './Outcome.tsx'
import { SignedDocuments } from './SignedDocuments.tsx'
import { shortHash } from '../../ui/shortIds.ts'

type State = Output<typeof verifySigning>

const pollEveryMs = 2000

/** Somebody else's looks like one that does not exist. */
export function UnknownSigning() {
  const { t } = useTranslation('signing')
  return <EmptyState title={t('status.unknown')}>{t('status.unknownText')}</EmptyState>
}

export function SigningProgress({ transactionID }: { transactionID: string }) {
  const looked = useCall(
    verifySigning,
    { transactionID },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && state.data.status !== '3' ? false : pollEveryMs),
      refetchOnWindowFocus: true,
    },
  )
  const status = looked.data?.status
  useEffect(() => {
    if (status === undefined || status === '3') return
    void queries.invalidateQueries() // balances, lists and notices tell of it
    if (status === '1') forgetDrafts()
  }, [status])

  if (looked.data) return <Progress state={looked.data} />
  if (looked.error instanceof Refusal && looked.error.problem.status === 404) return <UnknownSigning />
  if (looked.error) return <FetchFailed of={looked} />
  return <Waiting />
}

function Progress({ state }: { state: State }) {
  if (state.status === '1') return <SignedDocuments state={state} />
  return state.status === '3' ? <Approval state={state} /> : <Ended state={state} />
}

/** Waits for the person: the number to pick, how long it holds, and exactly what the approval covers. */
function Approval({ state }: { state: State }) {
  const { t } = useTranslation('signing')
  const isSigning = state.state === 'signing'
  return (
    <div className="signing">
      <section className="card signing-wait" aria-labelledby="signing-title">
        <h2 id="signing-title">{t(isSigning ? 'status.signing' : 'status.title')}</h2>
        {state.random ? (
          <PickedNumber number={state.random} label={t('status.number', { number: state.random })} />
        ) : (
          <div className="signing-spinner">
            <Spinner />
          </div>
        )}
        <p className="signing-text" role="status">
          {t(isSigning ? 'status.signingText' : state.random ? 'status.text' : 'status.queued')}
        </p>
        {!isSigning && <WaitingActions state={state} />}
      </section>
      <Covered state={state} />
    </div>
  )
}

function WaitingActions({ state: { transactionID, random, expiresAt } }: { state: State }) {
  const { t } = useTranslation('signing')
  const cancelled = useSend(cancelSigning)
  const cancel = () =>
    cancelled.mutate(
      { transactionID },
      { onSuccess: (state) => void queries.setQueryData(keyOf(verifySigning, { transactionID }), state), onError: tell },
    )
  return (
    <>
      {random && (
        <p className="quiet small">
          {t('status.left')} <Countdown until={onThisClock(expiresAt)} />
        </p>
      )}
      <div className="sign-actions">
        {random && (
          <a className="btn btn-primary signing-app" href="nafath://home">
            {t('status.open')}
          </a>
        )}
        <Button isPending={cancelled.isPending} onPress={cancel}>
          {t('status.cancel')}
        </Button>
      </div>
    </>
  )
}

/** The documents that the approval is bound to, by their hashes. */
function Covered({ state }: { state: State }) {
  const { t } = useTranslation('signing')
  const names = usePlanNames()
  return (
    <section className="card signing-covered">
      <h2>{t('status.covers', { count: state.documents.length })}</h2>
      <ul className="approve-documents">
        {state.documents.map(({ uniqueFileID, documentName, sha256 }) => (
          <li key={uniqueFileID}>
            <span className="sign-file-name">
              <FileName>{documentName}</FileName>
            </span>
            <span className="hash">
              <span className="small quiet">SHA-256</span> <CopyId value={sha256} shown={shortHash(sha256)} />
            </span>
          </li>
        ))}
      </ul>
      <dl className="signing-facts">
        <div>
          <dt>{t('status.plan')}</dt>
          <dd>{names.planName(state)}</dd>
        </div>
        <div>
          <dt>{t('credential.short')}</dt>
          <dd>{state.certificate ? <CertificateName certificate={state.certificate} /> : t('credential.oneTime')}</dd>
        </div>
        <div>
          <dt>{t('status.transaction')}</dt>
          <dd>
            <CopyId value={state.transactionID} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

const endings = {
  rejected: { icon: 'error', tone: 'error' },
  failed: { icon: 'error', tone: 'error' },
  expired: { icon: 'clock', tone: 'warning' },
  cancelled: { icon: 'info', tone: 'info' },
} as const satisfies Record<string, { icon: IconName; tone: string }>

/** Ended without a signature: nothing was charged, and the files are still there to try again with. */
function Ended({ state }: { state: State }) {
  const { t } = useTranslation('signing')
  const navigate = useNavigate()
  const ending = state.state in endings ? (state.state as keyof typeof endings) : 'failed'
  const { icon, tone } = endings[ending]
  const again = () => navigate(to('sign', readDrafts().length > 0 ? { step: 'place' } : { again: state.transactionID, step: 'place' }))
  return (
    <div className="signing">
      <Outcome icon={icon} tone={tone} title={t(`ended.${ending}.title`)} text={t(`ended.${ending}.text`)}>
        <p className="quiet">{t('ended.notCharged')}</p>
        <div className="sign-actions">
          <Button kind="primary" icon="refresh" onPress={() => void again()}>
            {t('ended.again')}
          </Button>
          <Link className="btn btn-secondary" to={to('myTransactions')}>
            {t('ended.list')}
          </Link>
        </div>
      </Outcome>
      <Covered state={state} />
    </div>
  )
}
