import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { Decide } from '../decisions/Decide.tsx'
import { SubmissionFacts, type Submitted } from './SubmissionFacts.tsx'

type Use = { title: string; text: string; change: (remarks: string) => Promise<unknown> }
type Props = {
  submitted: Submitted
  /** Who decides it, said to those who do not. */
  waitsFor: string
  decide: Pick<ComponentProps<typeof Decide>, 'initiate' | 'verify'>
  /** What making it inactive asks and does, or making it active. */
  use: Use
  /** Paths of the calls that tell of it. */
  stale: readonly string[]
  /** Further things that an enrolment admin does to what is in use. */
  actions?: ReactNode
}

/** Beside what was submitted: its state, the decision for a signatory, and for an enrolment admin whether it is in use. */
export function Submission({ submitted, waitsFor, decide, use, stale, actions }: Props) {
  const { t } = useTranslation(['organisation', 'decisions'])
  const role = useSession().selectedOrganization?.userRole
  const isWaiting = submitted.status === 'pending'
  const reload = () => Promise.all(stale.map((path) => queries.invalidateQueries({ queryKey: [path] })))
  const decided = () => {
    toast('success', t('decisions:done'))
    void reload()
  }
  return (
    <div className="stack">
      <Card title={t('organisation:submission.status')}>
        <div className="decide">
          <SubmissionFacts submitted={submitted} />
          {submitted.status === 'approved' && role === 'enrolmentAdmin' && (
            <div className="decide-actions">
              {actions}
              <ChangeUse isActive={submitted.isActive} use={use} onDone={reload} />
            </div>
          )}
        </div>
      </Card>
      {isWaiting && (role === 'authorizedSignatory' ? <Decide {...decide} onDecided={decided} /> : <Notice tone="info">{waitsFor}</Notice>)}
    </div>
  )
}

function ChangeUse({ isActive, use, onDone }: { isActive: boolean; use: Use; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('organisation')
  const [isAsked, setAsked] = useState(false)
  const action = isActive ? 'inactivate' : 'activate'
  const carryOut = async (remarks: string) => {
    try {
      await use.change(remarks)
      toast('success', t(`submission.${action}d`))
    } catch (error) {
      tell(error)
    }
    await onDone()
  }
  return (
    <>
      <Button kind={isActive ? 'danger' : 'secondary'} onPress={() => setAsked(true)}>
        {t(`submission.${action}`)}
      </Button>
      {isAsked && (
        <RemarksQuestion
          title={use.title}
          no={t('submission.keep')}
          yes={t(`submission.${action}`)}
          kind={isActive ? 'danger' : 'primary'}
          remarks={{ label: t('submission.remarks'), hint: t('submission.remarksHint'), needed: t('submission.remarksNeeded'), most: 500 }}
          onYes={(remarks) => void carryOut(remarks)}
          onClose={() => setAsked(false)}
        >
          {() => <p>{use.text}</p>}
        </RemarksQuestion>
      )}
    </>
  )
}
