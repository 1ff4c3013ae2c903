import { openOrganisationStamp } from '#contract/organisation.ts'
import { to } from '#contract/screens.ts'
import { downloadSealCreditNote, downloadSealInvoice, readSeal, recheckSealPayment } from '#contract/seals.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { download, fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Name } from '../../ui/values.tsx'
import { Seal as Picture } from '../organisation/Seal.tsx'
import { SealActions } from './SealActions.tsx'
import { CertificateFacts, OrderFacts, type Seal, SealState } from './SealFacts.tsx'
import { Steps } from './Steps.tsx'
import { reload } from './stale.ts'
import '../../ui/decide.css'
import './seals.css'

/** The seal in force and the one that is to take its place, beside each other, and what can be done with either. */
export function OwnSeal({ orgSlNo }: { orgSlNo: number }) {
  const { t } = useTranslation('seals')
  const role = useSession().selectedOrganization?.userRole
  const { data, error, refetch } = useCall(readSeal, { orgSlNo })
  useReturnFromPayment(data?.waiting)
  if (!data) return error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />
  const { inForce, waiting, past } = data
  const rejected = !waiting && past[0]?.state === 'rejected' && past[0].slNo > (inForce?.slNo ?? 0) ? past[0] : null
  const isAdmin = role === 'enrolmentAdmin'
  const order = isAdmin && !waiting && (
    <Link className="btn btn-primary" to={to('orgProfileOrderSeal')}>
      {t(inForce ? 'orderNew' : 'order')}
    </Link>
  )
  return (
    <>
      {rejected && (
        <Notice tone="error">
          <strong>{t('rejected')}</strong>
          <p>
            <Name>{rejected.remarks}</Name>
          </p>
        </Notice>
      )}
      <div className="seal-pair">
        <Card title={t('current')} actions={inForce && order}>
          {inForce ? (
            <InForce seal={inForce} />
          ) : (
            <EmptyState title={t('none')} actions={order || undefined}>
              {t(waiting ? 'noneWaiting' : isAdmin ? 'noneText' : 'noneReader')}
            </EmptyState>
          )}
        </Card>
        {waiting && (
          <Card title={t('waiting')}>
            <Ordered seal={waiting} isAdmin={isAdmin} isReplacing={inForce !== null} />
          </Card>
        )}
      </div>
      {past.length > 0 && (
        <Card title={t('past')}>
          <div className="seal-card">
            {past.map((seal) => (
              <Past key={seal.slNo} seal={seal} />
            ))}
          </div>
        </Card>
      )}
    </>
  )
}

const pictureOf = (seal: Seal) => (
  <Picture id={seal.stamp.uniqueFileID} open={() => fetchFile(openOrganisationStamp, { uniqueFileID: seal.stamp.uniqueFileID })} />
)

function InForce({ seal }: { seal: Seal }) {
  const { t } = useTranslation('seals')
  return (
    <div className="seal-card">
      <SealState of={seal} />
      {pictureOf(seal)}
      <CertificateFacts of={seal} />
      <div className="decide-actions">
        {seal.state === 'active' && (
          <Link className="btn btn-primary" to={to('sealDocuments')}>
            {t('sealDocuments')}
          </Link>
        )}
        <Papers seal={seal} />
        <SealActions seal={seal} />
      </div>
    </div>
  )
}

function Ordered({ seal, isAdmin, isReplacing }: { seal: Seal; isAdmin: boolean; isReplacing: boolean }) {
  const { t } = useTranslation('seals')
  const isDecided = seal.waitsFor === 'authorizedSignatory' || seal.waitsFor === 'registrationOfficer'
  return (
    <div className="seal-card">
      <SealState of={seal} />
      <p className="quiet">
        {t(`next.${seal.waitsFor!}`)} {isReplacing && t('staysText')}
      </p>
      {isAdmin && <Steps seal={seal} />}
      {pictureOf(seal)}
      <OrderFacts of={seal} />
      <div className="decide-actions">
        {isDecided && (
          <Link className="btn btn-secondary" to={to('sealRequest', { slNo: seal.slNo })}>
            {t('view')}
          </Link>
        )}
        <Papers seal={seal} />
      </div>
    </div>
  )
}

/** What is over: how it ended, and where to read on. */
function Past({ seal }: { seal: Seal }) {
  const { t } = useTranslation('seals')
  return (
    <details>
      <summary className="seal-summary">
        <Icon name="chevronDown" size={18} />
        <SealState of={seal} />
        <span className="small quiet">
          {t('ordered')} <DateText at={seal.appliedAt} hijri={false} />
        </span>
      </summary>
      <div className="seal-card">
        {pictureOf(seal)}
        <OrderFacts of={seal} />
        {seal.serialNumberHex && <CertificateFacts of={seal} />}
        <div className="decide-actions">
          {!['applied', 'paid', 'cancelled'].includes(seal.state) && (
            <Link className="btn btn-secondary" to={to('sealRequest', { slNo: seal.slNo })}>
              {t('view')}
            </Link>
          )}
          <Papers seal={seal} />
        </div>
      </div>
    </details>
  )
}

/** What was written of its money. */
function Papers({ seal: { slNo, hasInvoice, hasCreditNote } }: { seal: Seal }) {
  const { t } = useTranslation('seals')
  return (
    <>
      {hasInvoice && <Paper label={t('invoice')} get={() => download(downloadSealInvoice, { slNo })} />}
      {hasCreditNote && <Paper label={t('creditNote')} get={() => download(downloadSealCreditNote, { slNo })} />}
    </>
  )
}

function Paper({ label, get }: { label: string; get: () => Promise<void> }) {
  const { isPending, run } = usePending()
  return (
    <Button kind="quiet" icon="download" isPending={isPending} onPress={() => void run(get)}>
      {label}
    </Button>
  )
}

/** Asks the gateway once when the browser comes back from it. */
function useReturnFromPayment(waiting: Seal | null | undefined): void {
  const [query, setQuery] = useSearchParams()
  const isBack = query.has('payment')
  const slNo = waiting?.waitsFor === 'payment' ? waiting.slNo : undefined
  const isKnown = waiting !== undefined
  useEffect(() => {
    if (!isBack || !isKnown) return
    const ask = slNo === undefined ? Promise.resolve() : send(recheckSealPayment, { slNo }).then(reload, tell)
    void ask.then(() => setQuery({}, { replace: true }))
  }, [isBack, isKnown, slNo, setQuery])
}
