import { localMobile } from '#contract/addresses.ts'
import * as calls from '#contract/invitations.ts'
import type { Output } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { listMembers, orgRoleWords } from '#contract/members.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import '../../ui/decide.css'

type Invitation = Output<typeof calls.readAccountRequest>
type Fact = [name: string, value: ReactNode]

/** One invitation, how far it has come, and what may be done about it. */
export default function InvitationPage() {
  const [query] = useSearchParams()
  const id = Number(query.get('id'))
  const { data, error, refetch } = useCall(calls.readAccountRequest, { id }, { enabled: id > 0 })
  if (!(id > 0)) return <Navigate to={to('accountRequests')} replace />
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Shown invitation={data} />
}

function Shown({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations')
  const mayChange = useSession().selectedOrganization?.userRole === 'enrolmentAdmin'
  const isOpen = invitation.statusLabel === 'initiated' || invitation.statusLabel === 'pending'
  return (
    <Page title={invitation.fullName}>
      <div className="to-decide">
        <Card title={t('facts')}>
          <InvitedFacts invitation={invitation} />
        </Card>
        <Card title={t('status')}>
          <div className="decide">
            <Progress invitation={invitation} />
            {isOpen && (mayChange ? <Actions invitation={invitation} /> : <p className="small quiet">{t('readOnly')}</p>)}
          </div>
        </Card>
      </div>
    </Page>
  )
}

function InvitedFacts({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations')
  const words = useWords()
  const named = useNamed()
  const { nationalID, email, mobileNo, userType, employeeId, createdDate } = invitation
  const unit = named(invitation, 'organizationUnit')
  return (
    <Facts
      facts={[
        [t('nationalId'), <Ltr key="id">{nationalID}</Ltr>],
        [t('role'), words(orgRoleWords[userType])],
        [t('email'), <Ltr key="email">{email}</Ltr>],
        [t('mobile'), <Ltr key="mobile">{localMobile(mobileNo)}</Ltr>],
        ...(unit ? [[t('unit'), <Name key="unit">{unit}</Name>] satisfies Fact] : []),
        ...(employeeId ? [[t('employeeId'), <Ltr key="number">{employeeId}</Ltr>] satisfies Fact] : []),
        [t('invited'), <DateText key="at" at={createdDate} time />],
      ]}
    />
  )
}

function Progress({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations')
  const { statusLabel, processedBy, expiresAt, submittedDate, waitsFor, remarks } = invitation
  return (
    <>
      <Facts
        facts={[
          [t('state'), <Status key="state" of={statusLabel} names={calls.accountRequestStatusWords} />],
          ...(submittedDate ? [[t('submitted'), <DateText key="sent" at={submittedDate} time />] satisfies Fact] : []),
          ...(expiresAt ? [[t('expires'), <DateText key="until" at={expiresAt} time />] satisfies Fact] : []),
          ...(processedBy ? [[t(waitsFor ? 'halfBy' : 'by'), <Name key="by">{processedBy}</Name>] satisfies Fact] : []),
          ...(remarks ? [[t('why'), <Name key="why">{remarks}</Name>] satisfies Fact] : []),
        ]}
      />
      {statusLabel === 'initiated' && <p className="quiet">{t('waitsPerson')}</p>}
      {waitsFor && <p className="quiet">{t(`waits.${waitsFor}`)}</p>}
    </>
  )
}

const stale = [calls.readAccountRequest, calls.listAccountRequests, listMembers]

function Actions({ invitation: { id, statusLabel } }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations')
  const resend = useSend(calls.resendAccountRequest, stale)
  const cancel = useSend(calls.cancelAccountRequest, stale)
  const [isAsked, setAsked] = useState(false)
  const done = (said: string) => () => toast('success', said)
  return (
    <>
      <div className="decide-actions">
        {statusLabel === 'initiated' && (
          <Button isPending={resend.isPending} onPress={() => void resend.mutateAsync({ id }).then(done(t('resent')), tell)}>
            {t('resend')}
          </Button>
        )}
        <Button kind="danger" isPending={cancel.isPending} onPress={() => setAsked(true)}>
          {t('cancel')}
        </Button>
      </div>
      {isAsked && (
        <RemarksQuestion
          title={t('cancelTitle')}
          no={t('keep')}
          yes={t('cancel')}
          kind="danger"
          remarks={{ label: t('remarks'), hint: t('remarksHint'), needed: t('remarksNeeded'), most: 500 }}
          onYes={(remarks) => void cancel.mutateAsync({ id, remarks }).then(done(t('cancelled')), tell)}
          onClose={() => setAsked(false)}
        >
          {() => <p>{t('cancelText')}</p>}
        </RemarksQuestion>
      )}
    </>
  )
}
