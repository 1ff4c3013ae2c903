import { validateInvitedNationalId, verifyInvitedPerson } from '#contract/links.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { send } from '../../kit/client.ts'
import { startSession } from '../../kit/session.ts'
import { keepEnrolment } from '../enrolment/ownEnrolment.ts'
import { NationalIdForm } from '../sessions/NationalIdForm.tsx'
import { useChallenge } from '../sessions/useChallenge.ts'

/** Whoever has an account goes on signed in; whoever has none opens one, and finds the invitation in it. */
export default function InvitationProof({ token: hash }: { token: string }) {
  const { t } = useTranslation('invitations')
  const navigate = useNavigate()
  const challenge = useChallenge({
    verify: ({ nationalID, transId, random }, signal) => send(verifyInvitedPerson, { hash, nationalID, transId, random }, { signal }),
    onApproved: ({ enrolment, session }) => {
      if (session) startSession(session)
      if (enrolment) keepEnrolment(enrolment)
      void navigate(session ? to('verifyOrgUserDetails') : to('createAccount'), { replace: true })
    },
  })
  return (
    <NationalIdForm
      initiate={(nationalID) => send(validateInvitedNationalId, { hash, nationalID })}
      challenge={challenge}
      button={t('join.continue')}
      autoComplete="off"
      refusalText={({ problem, message }) => problem.errors?.[0]?.message ?? message}
    />
  )
}
