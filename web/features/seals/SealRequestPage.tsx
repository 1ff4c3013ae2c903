import { openOrganisationStamp } from '#contract/organisation.ts'
import { to } from '#contract/screens.ts'
import * as calls from '#contract/seals.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { Decide } from '../decisions/Decide.tsx'
import type { Seal } from './SealFacts.tsx'
import { RequestCards } from './RequestCards.tsx'
import { reload } from './stale.ts'

/** One order of the organisation's seal: what the certificate will state and the picture, beside the decision. */
export default function SealRequestPage() {
  const slNo = Number(useParams().slNo)
  const { data, error, refetch } = useCall(calls.readSealRequest, { slNo })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page>
      <div className="to-decide">
        <div className="stack">
          <RequestCards seal={data} open={() => fetchFile(openOrganisationStamp, { uniqueFileID: data.stamp.uniqueFileID })} />
        </div>
        <Decision seal={data} />
      </div>
    </Page>
  )
}

function Decision({ seal: { slNo, waitsFor } }: { seal: Seal }) {
  const { t } = useTranslation(['seals', 'decisions'])
  const navigate = useNavigate()
  const mayDecide = useSession().selectedOrganization?.userRole === 'authorizedSignatory'
  if (waitsFor === 'registrationOfficer') return <Notice tone="info">{t('seals:requests.officer')}</Notice>
  if (waitsFor !== 'authorizedSignatory')
    return <Notice tone="info">{waitsFor ? t(`seals:next.${waitsFor}`) : t('decisions:ended')}</Notice>
  if (!mayDecide) return <Notice tone="info">{t('seals:requests.signatoryOnly')}</Notice>
  const finish = async () => {
    toast('success', t('decisions:done'))
    await reload()
    await navigate(to('sealRequests'))
  }
  return (
    <Decide
      initiate={(decided) => send(calls.initiateSealDecision, { slNo, ...decided })}
      verify={(decided, approval, signal) => send(calls.verifySealDecision, { slNo, ...decided, ...approval }, { signal })}
      onDecided={() => void finish()}
    />
  )
}
