import * as calls from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { send } from '../../kit/client.ts'
import { refresh } from '../../kit/refresh.ts'
import { readSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { member: calls.Member; orgSlNo: number }

/** What may be done about a user's place in the organisation; what may not says why. */
export function MemberActions({ member, orgSlNo }: Props) {
  const { t } = useTranslation('members')
  const words = useWords()
  const id = useId()
  const [asked, setAsked] = useState<calls.MemberAction>()
  if (member.status !== 'approved') return <NoMember member={member} />
  const offered: calls.MemberAction[] = member.isOwn ? ['resign'] : [member.active ? 'inactivate' : 'activate', 'deactivate']
  const refusals = offered.map((action) => calls.memberRefusal(member, action))
  return (
    <>
      <div className="decide-actions">
        {offered.map((action, i) => (
          <Button
            key={action}
            kind={action === 'deactivate' ? 'danger' : 'secondary'}
            isDisabled={refusals[i] !== null}
            aria-describedby={refusals[i] ? `${id}-${refusals[i]}` : undefined}
            onPress={() => setAsked(action)}
          >
            {t(action)}
          </Button>
        ))}
      </div>
      {[...new Set(refusals)].map(
        (why) =>
          why && (
            <p key={why} id={`${id}-${why}`} className="small quiet">
              {words(calls.memberRefusalWords[why])}
            </p>
          ),
      )}
      {asked && <Ask action={asked} member={member} orgSlNo={orgSlNo} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Of whom nothing can be changed: whoever is on the way to become a user is dealt with where they stand. */
function NoMember({ member: { status, userSlno } }: Pick<Props, 'member'>) {
  const { t } = useTranslation('members')
  const place = { initiated: to('accountRequest', { id: userSlno }), pending: to('newUser', { slNo: userSlno }) }
  const isOnTheWay = status === 'initiated' || status === 'pending'
  return (
    <p className="small quiet">
      {t(isOnTheWay ? `${status}.text` : 'over')} {isOnTheWay && <Link to={place[status]}>{t(`${status}.see`)}</Link>}
    </p>
  )
}

const changes = { inactivate: calls.inactivateMember, activate: calls.activateMember, deactivate: calls.deactivateMember }
const stale = [calls.listMembers, calls.readMember, calls.readOwnMembership]

function Ask({ action, member, orgSlNo, onClose }: Props & { action: calls.MemberAction; onClose: () => void }) {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const carryOut = async (remarks: string) => {
    if (action !== 'resign') return send(changes[action], { orgSlNo, userSlNo: member.userSlno, remarks })
    await send(calls.resignMembership, { orgSlNo, remarks })
    await refresh(readSession()?.token) // the session tells for which organisations the person acts
    return navigate(to('start'))
  }
  const confirm = async (remarks: string) => {
    try {
      await carryOut(remarks)
      toast('success', t(`${action}Done`))
    } catch (error) {
      tell(error)
    }
    await Promise.all(stale.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
  return (
    <RemarksQuestion
      title={t(`${action}Title`)}
      no={t('keep')}
      yes={t(action)}
      kind={action === 'activate' ? 'primary' : 'danger'}
      remarks={{
        label: t('remarks'),
        hint: t(action === 'resign' ? 'remarksHintLeave' : 'remarksHint'),
        needed: t('remarksNeeded'),
        most: 500,
      }}
      onYes={(remarks) => void confirm(remarks)}
      onClose={onClose}
    >
      {() => <p>{t(`${action}Text`)}</p>}
    </RemarksQuestion>
  )
}
