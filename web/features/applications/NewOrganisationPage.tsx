import { applicationEdges, readMyApplication } from '#contract/applications.ts'
import { to } from '#contract/screens.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { refresh } from '../../kit/refresh.ts'
import { readSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Name } from '../../ui/values.tsx'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import type { MyApplication } from './ApplicationForm.tsx'

/** Needs more than reading an application does: a form with its rules, lists to choose from, and uploads. */
const ApplicationForm = lazy(() => import('./ApplicationForm.tsx'))

/** A person registers an organisation: fills in, sends, corrects what is returned, and reads what was decided. */
export default function NewOrganisationPage() {
  const { t } = useTranslation('applications')
  const named = useNamed()
  const [isNew, setNew] = useState(false)
  const { data, error, refetch } = useCall(readMyApplication, {}, { staleTime: 0, refetchOnMount: 'always' })
  if (!data) return <Page text={t('lead')}>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  const { application } = data
  const isWritten = !application || applicationEdges[application.state].includes('review')
  if (isWritten || (isNew && application.state !== 'review'))
    return (
      <Page text={t('lead')}>
        {application?.state === 'returned' && <Returned application={application} />}
        <Suspense fallback={<Waiting />}>
          <ApplicationForm
            application={isWritten ? application : null}
            hasRegister={data.hasRegister}
            onSent={() => void refetch().then(() => setNew(false))}
          />
        </Suspense>
      </Page>
    )
  return (
    <Page text={t('lead')}>
      {application.state === 'review' && <Notice tone="info">{t('inReview')}</Notice>}
      {application.state === 'active' && <Approved />}
      {application.state === 'rejected' && (
        <Notice tone="error">
          <strong>{t('rejected')}</strong>
          <p>
            <Name>{application.remarks}</Name>
          </p>
        </Notice>
      )}
      <Card title={<Name>{named(application, 'organizationName')}</Name>}>
        <ApplicationFacts application={application} />
      </Card>
      {application.state !== 'review' && (
        <div>
          <Button icon="plus" onPress={() => setNew(true)}>
            {t('another')}
          </Button>
        </div>
      )}
    </Page>
  )
}

function Returned({ application }: { application: MyApplication }) {
  const { t } = useTranslation('applications')
  return (
    <Notice tone="warning">
      <strong>{t('returned')}</strong>
      {application.remarks && (
        <p>
          <Name>{application.remarks}</Name>
        </p>
      )}
      <ul className="terms">
        {application.fieldRemarks.map(({ field, remark }) => (
          <li key={field}>
            {t(`field.${field}`)}: <Name>{remark}</Name>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The session was made before the organisation was: it learns of it here. */
function Approved() {
  const { t } = useTranslation('applications')
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    refresh(readSession()?.token).then(
      () => setReady(true),
      () => undefined, // the next call tells
    )
  }, [])
  return (
    <Notice tone="success">
      <strong>{t('approved')}</strong>
      <p>{t('approvedText')}</p>
      {isReady && <Link to={to('org')}>{t('open')}</Link>}
    </Notice>
  )
}
