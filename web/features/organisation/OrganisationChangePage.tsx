import { readOrganisation } from '#contract/organisation.ts'
import * as calls from '#contract/organisationChanges.ts'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { queries, useCall } from '../../kit/useCall.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { Decide } from '../decisions/Decide.tsx'
import { type OrganisationChange, OrganisationChangeFacts } from './OrganisationChangeFacts.tsx'

/** One change to what is registered of the organisation, and its decision. */
export default function OrganisationChangePage() {
  const slNo = Number(useParams().slNo)
  const { data, error, refetch } = useCall(calls.readOrganisationChange, { slNo })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page>
      <div className="to-decide">
        <div className="stack">
          <OrganisationChangeFacts
            change={data}
            open={(uniqueFileID) => fetchFile(calls.openOrganisationChangeFile, { slNo, uniqueFileID })}
          />
        </div>
        <Decision change={data} />
      </div>
    </Page>
  )
}

const stale = [calls.listOrganisationChanges, calls.readOrganisationChange, readOrganisation].map(({ path }) => path)

function Decision({ change: { slNo, waitsFor, changeKind } }: { change: OrganisationChange }) {
  const { t } = useTranslation(['organisation', 'decisions'])
  const mayDecide = useSession().selectedOrganization?.userRole === 'authorizedSignatory'
  if (waitsFor === null) return <Notice tone="info">{t('decisions:ended')}</Notice>
  if (waitsFor === 'registrationOfficer') return <Notice tone="info">{t('organisation:changes.officerNext')}</Notice>
  const next = calls.isPublicChange(changeKind) ? 'organisation:changes.bothDecide' : 'organisation:submission.signatoryNext'
  if (!mayDecide) return <Notice tone="info">{t(next)}</Notice>
  const finish = async () => {
    toast('success', t('decisions:done'))
    await Promise.all(stale.map((path) => queries.invalidateQueries({ queryKey: [path] })))
  }
  return (
    <Decide
      initiate={(decided) => send(calls.initiateOrganisationChangeDecision, { slNo, ...decided })}
      verify={(decided, approval, signal) => send(calls.verifyOrganisationChangeDecision, { slNo, ...decided, ...approval }, { signal })}
      onDecided={() => void finish()}
    />
  )
}
