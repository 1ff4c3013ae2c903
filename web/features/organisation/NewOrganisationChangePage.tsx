import { readOrganisation } from '#contract/organisation.ts'
import { organisationChangeKinds, organisationChangeWords } from '#contract/organisationChanges.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Card } from '../../ui/display.tsx'
import { RadioGroup } from '../../ui/fields.tsx'
import { Waiting } from '../../ui/Progress.tsx'

/** Needs more than choosing does: a form with its rules, lists to choose from, and uploads. */
const OrganisationChangeForm = lazy(() => import('./OrganisationChangeForm.tsx'))

/** An enrolment admin asks that what is registered of the organisation be changed: one kind of it at a time. */
export default function NewOrganisationChangePage() {
  const { t } = useTranslation('organisation')
  const words = useWords()
  const orgSlNo = useSession().selectedOrganization?.organizationSlno
  const { data, error, refetch } = useCall(readOrganisation, { orgSlNo: orgSlNo ?? 0 }, { enabled: orgSlNo !== undefined })
  const [query, setQuery] = useSearchParams()
  const kind = organisationChangeKinds.find((one) => one === query.get('kind')) ?? 'name'
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page text={t('changes.newLead')}>
      <Card>
        <RadioGroup
          label={t('changes.what')}
          choices={organisationChangeKinds.map((id) => ({ id, label: words(organisationChangeWords[id]) }))}
          value={kind}
          onChange={(chosen) => setQuery({ kind: chosen }, { replace: true })}
        />
      </Card>
      <Suspense fallback={<Waiting />}>
        <OrganisationChangeForm key={kind} kind={kind} profile={data} />
      </Suspense>
    </Page>
  )
}
