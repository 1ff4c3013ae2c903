import { localMobile } from '#contract/addresses.ts'
import { listMyInvitations } from '#contract/invitations.ts'
import { orgRoleWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { EmptyArt } from '../../ui/emptyArt.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { StepUp } from '../sessions/StepUp.tsx'
import { Decline } from './Decline.tsx'
import type { MyInvitation } from './JoinForm.tsx'
import './invitations.css'

/** Needs more than reading an invitation does: a form with its rules, lists to choose from, and uploads. */
const JoinForm = lazy(() => import('./JoinForm.tsx'))

/** The invitations to the person who is signed in: what each asks for, the details that it waits for, and how it stands once they were sent. */
export default function JoinPage() {
  const { t } = useTranslation(['invitations', 'sessions', 'ui'])
  const title = useTitle()
  const { data, error, refetch } = useCall(listMyInvitations, {}, { staleTime: 0, refetchOnMount: 'always' })
  return (
    <div className="before-app joining">
      <Head title={title} />
      <header>
        <h1>{title}</h1>
        {data && data.totalCount > 0 && <p className="quiet">{t('invitations:details.lead')}</p>}
      </header>
      {!data ? (
        error ? (
          <FetchFailed of={{ error, refetch }} />
        ) : (
          <Waiting />
        )
      ) : data.totalCount === 0 ? (
        <State
          art={<EmptyArt />}
          title={t('invitations:details.none')}
          actions={
            <Link className="btn btn-primary" to={to('start')}>
              {t('invitations:details.home')}
            </Link>
          }
        >
          {t('invitations:details.noneText')}
        </State>
      ) : (
        data.dataList.map((invitation) => (
          <Invitation key={invitation.requestID} invitation={invitation} onChanged={() => void refetch()} />
        ))
      )}
      <StepUp />
    </div>
  )
}

function Invitation({ invitation, onChanged }: { invitation: MyInvitation; onChanged: () => void }) {
  const { t } = useTranslation('invitations')
  const named = useNamed()
  const name = named(invitation, 'organizationName')
  const isSent = invitation.status === 'pending'
  return (
    <>
      {isSent && (
        <Notice tone="success">
          <strong>{t('details.sentTitle')}</strong>
          <p>{t('details.sentText', { name })}</p>
        </Notice>
      )}
      <Card title={<Name>{name}</Name>} actions={<Decline requestID={invitation.requestID} onDeclined={onChanged} />}>
        <InvitedAs invitation={invitation} />
      </Card>
      {isSent ? (
        <div>
          <Link className="btn btn-primary" to={to('start')}>
            {t('details.home')}
          </Link>
        </div>
      ) : (
        <Suspense fallback={<Waiting />}>
          <JoinForm invitation={invitation} onSent={onChanged} />
        </Suspense>
      )}
    </>
  )
}

function InvitedAs({ invitation }: { invitation: MyInvitation }) {
  const { t } = useTranslation('invitations')
  const words = useWords()
  const { unifiedOrgNo, userType, email, mobileNo, employeeId, expiresAt, status } = invitation
  const fact = (name: string, value: ReactNode): [string, ReactNode] => [name, value]
  return (
    <Facts
      facts={[
        fact(t('details.unified'), <Ltr key="number">{unifiedOrgNo}</Ltr>),
        fact(t('details.role'), words(orgRoleWords[userType])),
        fact(t('details.email'), <Ltr key="email">{email}</Ltr>),
        fact(t('details.mobile'), <Ltr key="mobile">{localMobile(mobileNo)}</Ltr>),
        ...(employeeId ? [fact(t('details.employeeId'), <Ltr key="employee">{employeeId}</Ltr>)] : []),
        ...(status === 'initiated' ? [fact(t('details.until'), <DateText key="until" at={expiresAt} time />)] : []),
      ]}
    />
  )
}
